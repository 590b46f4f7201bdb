// A collector looks an artwork up: without a key, without script, on a phone and at a desk, in light and dark.
import { expect } from '@playwright/test';
import { look } from '../../support/look.ts';
import { beSlowPhone, largestPaint, measure } from '../../support/page-weight.ts';
import { PICTURES, showPictures, test } from '../../support/public-side.ts';

/** Of a page without its picture (public-side.md, "Load and harm"). */
const MOST_BYTES = 30 * 1024;

test('finds a work, its artist and its gallery, and reads its certificate', async ({ page, side }) => {
  const { registry, artId, certificateId } = side;
  await showPictures(page);
  await page.goto(registry.url);
  await look(page, 'public-start', 'body');
  await page.getByLabel('Title, artist or Art ID').first().fill('Eltern');
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 artwork', { exact: true })).toBeVisible();
  await look(page, 'public-search', 'body');
  await page.getByRole('link', { name: /Die Eltern/ }).click();
  await expect(page).toHaveURL(`${registry.url}/artworks/${artId}`);
  await expect(page.getByRole('heading', { name: 'Die Eltern' })).toBeVisible();
  await expect(page.getByText('35 × 42 cm')).toBeVisible();
  await look(page, 'public-work', 'body');
  await page.getByRole('link', { name: 'Käthe Kollwitz' }).first().click();
  await expect(page.getByText('34 artworks')).toBeVisible();
  await look(page, 'public-artist', 'body');
  await page.getByRole('link', { name: 'Older' }).click();
  await expect(page.getByRole('link', { name: 'Newer' })).toBeVisible();
  await page.goto(`${registry.url}/galleries/galerie-am-see`);
  await look(page, 'public-gallery', 'body');
  await page.goto(`${registry.url}/certificates/${certificateId}`);
  await expect(page.getByText('3 of 50')).toBeVisible();
  await look(page, 'public-certificate', 'body');
  for (const [name, path] of [
    ['dumps', '/dumps/'],
    ['status', '/status'],
  ]) {
    await page.goto(`${registry.url}${path}`);
    await look(page, `public-${name}`, 'body');
  }
});

test('reads the same in the dark, in German, without script', async ({ browser, side }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    colorScheme: 'dark',
    locale: 'de-DE',
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  await page.goto(side.registry.url);
  await page.getByLabel('Titel, Künstler oder Art-ID').first().fill('Eltern');
  await page.getByRole('button', { name: 'Suchen' }).first().click();
  await page.getByRole('link', { name: /Die Eltern/ }).click();
  await expect(page.getByText('Wandschild (PDF)')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await context.close();
});

test('is told the same of a hidden work as of none, and that a withdrawn one was', async ({ page, side }) => {
  const { registry, hiddenId, withdrawnId } = side;
  const bodyOf = async (path: string) => {
    const answer = await page.goto(`${registry.url}${path}`);
    return [answer?.status(), await answer?.text()];
  };
  const unknown = await bodyOf('/artworks/AREG-999999');
  expect(await bodyOf(`/artworks/${hiddenId}`)).toEqual(unknown);
  await look(page, 'public-missing', 'body');
  const [status, text] = await bodyOf(`/artworks/${withdrawnId}`);
  expect(status).toBe(410);
  expect(text).not.toContain('Zurückgezogen');
  await look(page, 'public-tombstone', 'body');
});

test('a page is small and quick on a slow phone', async ({ page, side }, testInfo) => {
  await showPictures(page);
  await beSlowPhone(page);
  for (const [name, path] of [
    ['work', `/artworks/${side.artId}`],
    ['artist', '/artists/kathe-kollwitz'],
    ['search', '/search?q=blatt'],
  ] as const) {
    const { bytes, requests } = await measure(page, `${side.registry.url}${path}`, PICTURES);
    const lcp = await largestPaint(page);
    testInfo.annotations.push({
      type: name,
      description: `${bytes} bytes, ${requests} requests, LCP ${lcp} ms`,
    });
    console.log(`public page ${name}: ${bytes} bytes, ${requests} requests, LCP ${Math.round(lcp)} ms`);
    expect(bytes, name).toBeLessThan(MOST_BYTES);
    expect(requests, name).toBeLessThanOrEqual(2);
  }
});
