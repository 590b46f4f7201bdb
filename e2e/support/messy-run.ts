// From the activated plugin to a messy catalogue of which every artwork is registered or explained, as its owner does it in the browser.
// Each click, each field and each second counts.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { HostedSystem } from '../../stage/system/hosted-system.ts';
import type { MessyWork } from '../../stage/runs/messy-works.ts';
import { newOwner } from './new-owner.ts';
import { phpScriptsDir } from '../../stage/paths.ts';
import { listWorks, waitFor, type SiteWork } from '../../stage/system/site-works.ts';

/** What a person needs, beside waiting: to find and press a button, and to fill a field or paste into it. */
const SECONDS_A_CLICK = 3;
const SECONDS_A_FIELD = 10;
/** States that come to something else by themselves. */
const UNDER_WAY = ['waiting', 'sending', 'published_waiting'];

export interface MessyFigures {
  works: number;
  clicks: number;
  fields: number;
  /** Of clicks and fields, by the seconds above. */
  ownerMinutes: number;
  importMinutes: number;
  /** From the first click until nothing is under way. */
  wallMinutes: number;
  states: Record<string, number>;
  reasons: Record<string, number>;
  artIds: number;
  differentArtIds: number;
  /** Artworks that have no Art ID and do not say why; products that are not in the list at all. Title and state. */
  unexplained: string[];
}

export async function messyRun(options: {
  page: Page;
  gallery: HostedSystem;
  works: MessyWork[];
  /** Takes a picture of the screen. */
  look: (name: string) => Promise<void>;
  say: (line: string) => void;
}): Promise<MessyFigures> {
  const { page, gallery, works, look, say } = options;
  let started = Date.now();
  await importMessy(gallery, works);
  const importMinutes = minutesSince(started);
  say(`${works.length} products are imported in ${importMinutes} min.`);
  started = Date.now();
  const owner = newOwner(page, gallery);
  // What does not come within a minute does not come.
  page.setDefaultTimeout(60_000);
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).click();
    owner.walk.clicks += 1;
  };
  const follow = async (name: string) => {
    await page.getByRole('link', { name, exact: true }).first().click();
    owner.walk.clicks += 1;
  };

  await owner.open();
  owner.walk.clicks += 1;
  await owner.connect();
  await owner.askForAccess();
  await gallery.approve();
  await expect(owner.heading('Profile')).toBeVisible({ timeout: 90_000 });
  await owner.click('Yes, this is us');
  await owner.click('Save and continue');
  await expect(page.getByRole('link', { name: 'Check the artworks' })).toBeVisible({ timeout: 60_000 });
  await look('messy-1-connected');

  await follow('Fields');
  const takeAll = page.getByRole('button', { name: /^Use (all of these|it)/ }).first();
  // The catalogue may need no proposal: its fields have the usual names.
  if (
    await takeAll.waitFor({ timeout: 30_000 }).then(
      () => true,
      () => false,
    )
  ) {
    await look('messy-2-fields');
    await takeAll.click();
    owner.walk.clicks += 1;
    await press('Save the mapping');
    await expect(page.getByText('Not saved yet.')).toHaveCount(0);
  }

  await page.goto(`${gallery.wordpress.url}/wp-admin/admin.php?page=artwork-registry-report`);
  owner.walk.clicks += 1;
  await reviewed(page);
  await look('messy-3-review');
  say(`Review: ${await sumOf(page)}`);
  await giveArtists(page, owner.walk, works, gallery);
  await numberDuplicates(page, owner.walk);
  await reviewed(page);
  await look('messy-4-fixed');
  say(`Fixed: ${await sumOf(page)}`);
  await press(/^Register$/);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Register \d+ artworks?$/ })
    .click();
  owner.walk.clicks += 1;
  const final = await waitFor(
    'an outcome for every artwork',
    async () => {
      const all = await listWorks(gallery);
      const isDone =
        all.every(({ state }) => !UNDER_WAY.includes(state)) && all.some((work) => work.registry_id);
      const isStarted = all.some((work) => work.error !== null);
      return isDone && isStarted && all;
    },
    900_000,
  );
  await page.goto(`${gallery.wordpress.url}/wp-admin/admin.php?page=artwork-registry`);
  await expect(page.locator('#areg-sentence')).toBeVisible();
  await look('messy-5-done');
  return figuresOf(works, final, { ...owner.walk, importMinutes, wallMinutes: minutesSince(started) });
}

async function importMessy({ wordpress, dataDir }: HostedSystem, works: MessyWork[]): Promise<void> {
  const file = join(dataDir, 'messy.ndjson');
  await writeFile(file, works.map((work) => JSON.stringify(work)).join('\n') + '\n');
  await wordpress.wp('eval-file', join(phpScriptsDir, 'import-messy.php'), file);
  await rm(file);
}

/** Until every artwork is checked and compared. */
async function reviewed(page: Page): Promise<void> {
  await expect(page.locator('.areg-report-sum')).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText('Compared with what the registry has of your gallery.')).toBeVisible({
    timeout: 300_000,
  });
}

/** Until the works that changed are checked again: before that the counts are on the way. */
const checked = (page: Page): Promise<void> =>
  expect(page.locator('[role=status]:has(.areg-report-sum)')).toHaveAttribute('aria-busy', 'false', {
    timeout: 120_000,
  });

const sumOf = async (page: Page): Promise<string> =>
  (await page.locator('.areg-report-sum li').allInnerTexts()).map((line) => line.trim()).join(', ');

/** The owner copies the column of artists from a list of her own and pastes it, for as many artworks as one sheet has. */
async function giveArtists(
  page: Page,
  walk: { clicks: number; fields: number },
  works: MessyWork[],
  gallery: HostedSystem,
): Promise<void> {
  const known = new Map(works.map((work) => [work.sku, work.knownArtist]));
  const lacking = page.locator('#areg-report-artist_name');
  for (;;) {
    await checked(page);
    // One look: between two, the next count may take the card away.
    const [title] = await lacking.locator('h2').allInnerTexts();
    if (title === undefined) return;
    await lacking.getByRole('button', { name: /^Fix (it|them) here$/ }).click();
    const sheet = page.getByRole('dialog');
    const artists = sheet.locator('tbody tr').locator('input').and(sheet.getByRole('combobox'));
    await expect(artists.first()).toBeVisible({ timeout: 60_000 });
    const ids = await sheet
      .locator('tbody tr th a')
      .evaluateAll((links) =>
        links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('post')),
      );
    const skus = await skusOf(gallery, ids.map(Number));
    const column = skus
      .map((sku) => known.get(sku) ?? known.get(sku.replace(/-COPY$/, '')) ?? 'Unknown')
      .join('\n');
    await artists.first().evaluate((input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, `${column}\n`);
    await sheet.getByRole('button', { name: /^Save \d+ artworks?$/ }).click();
    await expect(sheet.getByText(/artworks? (is|are) saved\./)).toBeVisible({ timeout: 300_000 });
    await sheet.getByRole('button', { name: 'Close', exact: true }).last().click();
    walk.clicks += 3;
    walk.fields += 1;
    await expect(page.locator('.areg-report-sum')).not.toContainText(title, { timeout: 120_000 });
  }
}

async function skusOf({ wordpress }: HostedSystem, ids: number[]): Promise<string[]> {
  const code = `echo wp_json_encode( array_map( fn( $id ) => (string) get_post_meta( $id, '_sku', true ), array( ${ids.join(',')} ) ) );`;
  return JSON.parse(await wordpress.wp('eval', code)) as string[];
}

/** "Number each" for all groups at once, then for one that is left: prints of which each is a work. */
async function numberDuplicates(page: Page, walk: { clicks: number }): Promise<void> {
  const card = page.locator('#artwork-registry-duplicates');
  const all = card.getByRole('button', { name: /^Number each artwork in all \d+ groups$/ });
  const next = card.getByRole('button', { name: /Number each/ }).first();
  for (;;) {
    const heading = (await card.count()) === 0 ? '' : await card.locator('h2').innerText();
    if (!/\d/.test(heading)) return;
    if ((await all.count()) > 0) {
      await all.click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Number each/ })
        .click();
      walk.clicks += 2;
      await expect(card.getByText(/^Your choice is made for \d+ artworks in \d+ groups\.$/)).toBeVisible({
        timeout: 120_000,
      });
      await checked(page);
    } else {
      // The last group may be going just now.
      const isPressed = await next.click({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
      if (!isPressed) continue;
      walk.clicks += 1;
    }
    await expect(card.locator('h2')).not.toHaveText(heading, { timeout: 60_000 });
  }
}

function figuresOf(
  works: MessyWork[],
  final: SiteWork[],
  walk: { clicks: number; fields: number; importMinutes: number; wallMinutes: number },
): MessyFigures {
  const isExplained = (work: SiteWork) =>
    work.registry_id !== null || work.state === 'held' || (work.reason ?? work.error?.text ?? '') !== '';
  const artIds = final.flatMap(({ registry_id: id }) => (id === null ? [] : [id]));
  const missing = works.length - final.length;
  return {
    works: works.length,
    clicks: walk.clicks,
    fields: walk.fields,
    ownerMinutes: round((walk.clicks * SECONDS_A_CLICK + walk.fields * SECONDS_A_FIELD) / 60),
    importMinutes: walk.importMinutes,
    wallMinutes: walk.wallMinutes,
    states: countBy(final.map(({ state }) => state)),
    reasons: countBy(
      final
        .filter((work) => work.registry_id === null)
        .map((work) => work.reason ?? work.error?.code ?? work.state),
    ),
    artIds: artIds.length,
    differentArtIds: new Set(artIds).size,
    unexplained: [
      ...final.filter((work) => !isExplained(work)).map(({ title, state }) => `${title}: ${state}`),
      ...Array.from({ length: Math.max(0, missing) }, () => 'a product that is not in the list'),
    ],
  };
}

const countBy = (words: string[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(words, (word) => word)).map(([word, all]) => [word, all?.length ?? 0]),
  );

const round = (minutes: number): number => Math.round(minutes * 10) / 10;
const minutesSince = (began: number): number => round((Date.now() - began) / 60_000);
