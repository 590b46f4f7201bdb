// A registry for stories about its public side, with a page of every kind.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { freePort } from '../../stage/machine/ports.ts';
import { startRegistry, type Registry } from '../../stage/system/registry.ts';

/** Where pictures of works are; a story answers for it. */
export const PICTURES = 'https://images.example';

export interface PublicSide {
  registry: Registry;
  artId: string;
  /** Has a picture and a price. */
  picturedId: string;
  hiddenId: string;
  withdrawnId: string;
  certificateId: string;
  certificates: Record<'valid' | 'superseded' | 'withdrawn' | 'not-public', string>;
}

export const test = base.extend<object, { side: PublicSide }>({
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
  const { post, publish } = await organization(registry, 'see', [
    ...['--type', 'gallery', '--slug', 'galerie-am-see', '--name', 'Galerie am See'],
    ...['--city', 'Konstanz', '--website', 'https://see.example'],
  ]);
  for (let serial = 1; serial <= 30; serial += 1) await publish(`Blatt ${serial}`);
  const artId = await publish('Die Eltern', { medium: 'Holzschnitt', height_cm: 35, width_cm: 42 });
  const picturedId = await publish('Selbstbildnis mit der Hand an der Stirn', {
    ...{
      medium: 'Radierung auf Velin',
      height_cm: 15.4,
      width_cm: 13.7,
      cover_image_url: `${PICTURES}/1.png`,
    },
    ...{ availability: 'for_sale', price: { amount: 4800, currency: 'EUR' } },
  });
  const hiddenId = await publish('Verborgen', { availability: 'fully_private' });
  const withdrawnId = await publish('Zurückgezogen');
  await registry.operate('artwork', 'withdraw', '--id', withdrawnId);
  await registry.operate(
    ...['artist', 'update', '--artist', 'kathe-kollwitz', '--born', '1867', '--died', '1945'],
    ...['--nationality', 'German', '--wikidata', 'Q153793'],
  );
  const issue = async (id: string, body: object = {}) =>
    (await post(`/artworks/${id}/certificates`, body)).id;
  const copy = { edition_number: 3, edition_size: 50 };
  const certificateId = await issue(artId, copy);
  const certificates = {
    superseded: await issue(picturedId),
    valid: await issue(picturedId, { ...copy, note: 'Signed and numbered in pencil, lower right.' }),
    withdrawn: await issue(picturedId, { edition_number: 4, edition_size: 50 }),
    'not-public': await issue(hiddenId),
  };
  await issue(picturedId);
  await post(`/certificates/${certificates.withdrawn}/withdraw`, { reason: 'The sale was cancelled.' });
  for (const [type, name] of [
    ['museum', 'Museum am See'],
    ['collection', 'Sammlung Ost'],
  ] as const) {
    const held = await organization(registry, type, ['--type', type, '--slug', type, '--name', name]);
    await held.publish(`Pietà (${name})`, { medium: 'Bronze', cover_image_url: `${PICTURES}/2.png` });
    await held.publish(`Mutter mit zwei Kindern (${name})`, { medium: 'Bronze' });
    // No word is too long for a phone.
    await held.publish(`Donaudampfschifffahrtselektrizitätenhauptbetriebswerk (${name})`, {
      artist_name: 'Rindfleischetikettierungsüberwachungsaufgabenübertragung',
    });
  }
  await registry.operate('dump', 'write');
  return { registry, artId, picturedId, hiddenId, withdrawnId, certificateId, certificates };
}

/** With a profile, and the calls of its key. */
async function organization(registry: Registry, slug: string, profile: string[]) {
  await registry.operate('org', 'create', '--slug', slug, '--name', slug);
  await registry.operate('profile', 'create', '--org', slug, ...profile);
  const { api_key: key } = await registry.operate<{ api_key: string }>(
    ...['key', 'create', '--org', slug, '--scopes', 'artworks:read,artworks:write', '--name', 'shop'],
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
  return { post, publish };
}

/** A portrait and a landscape, each of one colour that fades to another. */
export async function showPictures(page: Page): Promise<void> {
  await page.route(`${PICTURES}/**`, (route) => {
    const isPortrait = route.request().url().endsWith('/1.png');
    const picture = new PNG(isPortrait ? { width: 600, height: 800 } : { width: 800, height: 530 });
    for (let at = 0; at < picture.data.length; at += 4) {
      const down = at / picture.data.length;
      picture.data.set([90 + 120 * down, 80 + 90 * down, 80, 255], at);
    }
    return route.fulfill({ contentType: 'image/png', body: PNG.sync.write(picture) });
  });
}
