// A full shop connects to a registry that has some of its works already: the review says which, before anything is registered, and
// registering adopts them instead of making second Art IDs.
import { look } from '../../support/look.ts';
import { openScreen, expect, test } from '../../support/story.ts';
import { readDemoWorks, type GalleryWork } from '../../../stage/wordpress/shop.ts';
import { listWorks, waitFor } from '../../../stage/system/site-works.ts';
import type { System } from '../../../stage/system/system.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'known-works' });

/** In the profile of the gallery, by another way than this site. */
const OURS = 12;
let total: () => Promise<number>;

async function publish(gallery: System, key: string, work: object): Promise<string> {
  const response = await fetch(`${gallery.registry.apiUrl}/artworks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(work),
  });
  expect(response.status).toBe(201);
  const body = (await response.json()) as { data: { registry_id: string } };
  return body.data.registry_id;
}

/** As the API takes it. */
const bodyOf = ({ title, artist, year, medium, height_cm, width_cm, depth_cm }: GalleryWork) => ({
  title,
  artist_name: artist,
  year_created: year,
  medium,
  height_cm,
  width_cm,
  depth_cm,
});

test.beforeAll(async ({ gallery }) => {
  const { registry, account } = gallery;
  const works = (await readDemoWorks()).map(bodyOf);
  for (const work of works.slice(0, OURS)) await publish(gallery, account.apiKey, work);
  await publish(gallery, account.apiKey, { ...works[OURS]!, year_created: '1799' });
  await registry.operate('org', 'create', '--slug', 'others', '--name', 'Others');
  await registry.operate(
    ...['profile', 'create', '--org', 'others', '--type', 'gallery', '--slug', 'others', '--name', 'Others'],
  );
  const { api_key: theirs } = await registry.operate<{ api_key: string }>(
    ...['key', 'create', '--org', 'others', '--scopes', 'artworks:read,artworks:write'],
  );
  for (const work of works.slice(OURS + 1, OURS + 3)) await publish(gallery, theirs, work);
  total = async () => {
    const response = await fetch(`${registry.apiUrl}/artworks?limit=1`, {
      headers: { authorization: `Bearer ${theirs}` },
    });
    return ((await response.json()) as { pagination: { total: number } }).pagination.total;
  };
  expect(await total()).toBe(OURS + 3);
});

test('the review says what the registry has already, and registers nothing', async ({ owner, gallery }) => {
  await openScreen(owner, gallery, 'report');
  const sum = owner.locator('.areg-report-sum');
  await expect(sum).toContainText('12 artworks are in the registry already, in your profile', {
    timeout: 30_000,
  });
  await expect(sum).toContainText('1 artwork is perhaps in the registry already');
  await expect(sum).toContainText('17 artworks are ready');
  const own = owner.locator('#areg-report-own');
  await expect(own.getByRole('row')).toHaveCount(11);
  await own.getByRole('button', { name: 'Next page' }).click();
  await expect(own.getByRole('row')).toHaveCount(3);
  await expect(owner.locator('#areg-report-near')).toContainText('1799');
  await look(owner, 'review-known');
  await owner.getByRole('button', { name: 'Look up a sample' }).press('Enter');
  await expect(sum).toContainText('2 artworks are probably registered by another profile', {
    timeout: 30_000,
  });
  await expect(sum).toContainText('15 artworks are ready');
  await expect(owner.getByText('A sample of 17 artworks was looked up.')).toBeVisible();
  await look(owner, 'review-sample');
  expect(await total()).toBe(OURS + 3);
  expect((await listWorks(gallery)).filter((work) => work.state !== 'not_shared')).toEqual([]);
});

test('the review is a file for a spreadsheet', async ({ owner, gallery }) => {
  await openScreen(owner, gallery, 'report');
  const link = owner.getByRole('link', { name: 'Export as CSV' });
  await expect(link).toBeVisible();
  const answer = await owner.request.get((await link.getAttribute('href'))!);
  const lines = (await answer.text()).trim().split('\r\n');
  expect(lines).toHaveLength(32);
  expect(lines.at(-1)).toBe('"Complete: 30 lines"');
  expect(lines.filter((line) => line.includes('In the registry already: keeps its Art ID'))).toHaveLength(
    OURS,
  );
});

test('registering adopts what is there, asks about the doubtful one, and doubles nothing', async ({
  owner,
  gallery,
}) => {
  await openScreen(owner, gallery, 'report');
  await owner.getByRole('button', { name: 'Register', exact: true }).click();
  const dialog = owner.getByRole('dialog');
  await expect(dialog).toContainText('12 artworks keep the Art IDs that they have.');
  await expect(dialog).toContainText('1 artwork is left out');
  await look(owner, 'review-confirm', '.components-modal__frame');
  await dialog.getByRole('button', { name: 'Register 27 artworks' }).click();
  const states = async () => Object.groupBy(await listWorks(gallery), (work) => work.state);
  await waitFor('all are settled', async () => {
    const now = await states();
    return (
      now['matched']?.length === OURS && now['elsewhere']?.length === 2 && now['not_shared']?.length === 1
    );
  });
  expect(await total()).toBe(OURS + 3 + 15);

  await openScreen(owner, gallery, 'report');
  await owner.getByRole('button', { name: /^It is another artwork/ }).press('Enter');
  await expect(owner.locator('.areg-report-sum')).toContainText('1 artwork is ready');
  await owner.getByRole('button', { name: 'Register', exact: true }).click();
  await owner.getByRole('dialog').getByRole('button', { name: 'Register 1 artwork' }).click();
  await waitFor('the last one', async () => (await states())['not_shared'] === undefined);
  await waitFor('its Art ID', async () => (await total()) === OURS + 3 + 16);
});
