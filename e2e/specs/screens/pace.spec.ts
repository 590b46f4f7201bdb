// How often the owner's screens ask the site, counted over a minute each: an open tab must not take the few PHP processes of a shared host
// from customers. While something moves every answer is made to differ, as it does during a large registration.
import type { Page } from '@playwright/test';
import { expect, openScreen, test } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'pace' });

const MINUTE_MS = 60_000;
const OURS = /artwork-registry(%2F|\/)v1/;
const OVERVIEW = /screen(%2F|\/)overview\b/;
/** A look every 7 s, and the details of the screen every 15 s. */
const MOST_BUSY = 13;
/** A look every 15 s, each with the details of the screen. */
const MOST_IDLE = 9;

interface Minute {
  asked: number;
  unchanged: number;
}

async function countMinute(page: Page): Promise<Minute> {
  const minute = { asked: 0, unchanged: 0 };
  page.on('response', (response) => {
    if (!OURS.test(response.url())) return;
    minute.asked += 1;
    if (response.status() === 304) minute.unchanged += 1;
  });
  await page.waitForTimeout(MINUTE_MS);
  page.removeAllListeners('response');
  console.log(`${test.info().title}: ${minute.asked} requests a minute, ${minute.unchanged} answered 304`);
  return minute;
}

/** Makes each overview say that one work more is done. */
async function move(page: Page): Promise<void> {
  let done = 0;
  await page.route(OVERVIEW, async (route) => {
    const headers = { ...route.request().headers() };
    delete headers['if-none-match'];
    const response = await route.fetch({ headers });
    const overview = (await response.json()) as Record<string, unknown>;
    done += 1;
    const counts = { ...(overview['counts'] as object), published: done };
    await route.fulfill({ response, json: { ...overview, counts, progress: { done, total: 30 } } });
  });
}

async function open(page: Page, gallery: System, name?: 'artworks'): Promise<void> {
  await openScreen(page, gallery, name);
  await expect(page.locator('.areg-skeleton')).toHaveCount(0);
  await expect(page.locator('.areg-screen')).toBeVisible();
}

for (const name of [undefined, 'artworks'] as const) {
  test(`${name ?? 'overview'}, while nothing moves`, async ({ owner, gallery }) => {
    await open(owner, gallery, name);
    const { asked, unchanged } = await countMinute(owner);
    expect(asked).toBeLessThanOrEqual(MOST_IDLE);
    expect(unchanged).toBeGreaterThan(0);
  });

  test(`${name ?? 'overview'}, while artworks are registered`, async ({ owner, gallery }) => {
    await move(owner);
    await open(owner, gallery, name);
    const { asked } = await countMinute(owner);
    await owner.unroute(OVERVIEW);
    expect(asked).toBeLessThanOrEqual(MOST_BUSY);
  });
}

test('a tab that nobody sees asks nothing', async ({ owner, gallery }) => {
  await owner.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
  });
  await open(owner, gallery);
  const asked: string[] = [];
  owner.on('request', (request) => {
    if (OURS.test(request.url())) asked.push(request.url());
  });
  await owner.waitForTimeout(20_000);
  expect(asked).toEqual([]);
});
