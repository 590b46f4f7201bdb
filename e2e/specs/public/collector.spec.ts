// A collector looks an artwork up: without a key, without script, on a phone and at a desk, in light and dark.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from '@playwright/test';
import { freePort } from '../../support/ports.ts';
import { look } from '../../support/look.ts';
import { startRegistry, type Registry } from '../../support/registry.ts';

/** Of a page without its picture (public-side.md, "Load and harm"). */
const MOST_BYTES = 30 * 1024;

interface PublicSide {
  registry: Registry;
  artId: string;
  hiddenId: string;
  withdrawnId: string;
  certificateId: string;
}

const test = base.extend<object, { side: PublicSide }>({
  side: [
    async ({ browserName: _browserName }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'registry-public-'));
      const registry = await startRegistry({
        dataDir,
        port: await freePort(),
        webhookHost: 'localhost:1',
        caFile: join(dataDir, 'none.pem'),
        env: { REGISTRY_DUMP_LICENCE: 'CC0-1.0', REGISTRY_WEBHOOK_CA: '' },
      });
      try {
        await use(await fill(registry));
      } finally {
        await registry.stop();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

async function fill(registry: Registry): Promise<PublicSide> {
  await registry.operate('org', 'create', '--slug', 'see', '--name', 'Galerie am See');
  await registry.operate(
    ...['profile', 'create', '--org', 'see', '--type', 'gallery', '--slug', 'galerie-am-see'],
    ...['--name', 'Galerie am See', '--city', 'Konstanz', '--website', 'https://see.example'],
  );
  const { api_key: key } = await registry.operate<{ api_key: string }>(
    ...['key', 'create', '--org', 'see', '--scopes', 'artworks:read,artworks:write', '--name', 'shop'],
  );
  const post = async (path: string, body: object) => {
    const response = await fetch(`${registry.apiUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { id: string; registry_id: string };
  };
  const publish = async (title: string, more: object = {}) =>
    (await post('/artworks', { title, artist_name: 'Käthe Kollwitz', year_created: '1921', ...more }))
      .registry_id;
  for (let serial = 1; serial <= 30; serial += 1) await publish(`Blatt ${serial}`);
  const artId = await publish('Die Eltern', { medium: 'Holzschnitt', height_cm: 35, width_cm: 42 });
  const hiddenId = await publish('Verborgen', { availability: 'fully_private' });
  const withdrawnId = await publish('Zurückgezogen');
  await registry.operate('artwork', 'withdraw', '--id', withdrawnId);
  const certificate = await post(`/artworks/${artId}/certificates`, { edition_number: 3, edition_size: 50 });
  await registry.operate('dump', 'write');
  return { registry, artId, hiddenId, withdrawnId, certificateId: certificate.id };
}

test('finds a work, its artist and its gallery, and reads its certificate', async ({ page, side }) => {
  const { registry, artId, certificateId } = side;
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
  await expect(page.getByText('31 artworks')).toBeVisible();
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
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  // A phone on slow 4G, as Lighthouse has it: 150 ms, 1.6 Mbit/s; a processor four times as slow.
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (0.75 * 1024 * 1024) / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  for (const [name, path] of [
    ['work', `/artworks/${side.artId}`],
    ['artist', '/artists/kathe-kollwitz'],
    ['search', '/search?q=blatt'],
  ] as const) {
    const { bytes, requests } = await measure(page, `${side.registry.url}${path}`);
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

/** What goes over the line, in a browser that has seen nothing yet. */
async function measure(page: Page, url: string): Promise<{ bytes: number; requests: number }> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  const sizes: number[] = [];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => sizes.push(encodedDataLength));
  await page.goto(url, { waitUntil: 'networkidle' });
  await session.detach();
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), requests: sizes.length };
}

/** Milliseconds from the beginning to the largest thing on the page. */
function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}
