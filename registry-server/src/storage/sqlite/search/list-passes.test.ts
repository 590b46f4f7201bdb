// How many works a first page and its total pass: none of those that are not in the list, however the list came to be small, and none a
// second time because a gallery has got another name.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addInstallation, addOrganization, PLAIN_WORK } from '../../../../tests/support/publishers.ts';
import { testClock } from '../../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../../tests/support/test-registry.ts';
import type { ArtworkFields, ArtworkFilter, PublishInput } from '../../records.ts';
import { BLOCK_SIZE } from '../../shared/list-blocks.ts';
import type { Storage } from '../../storage.ts';
import { openReader } from '../engine/connection.ts';
import { makeContext } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { listPublicArtworks } from './list.ts';

const folder = mkdtempSync(join(tmpdir(), 'registry-list-passes-'));
let storage: Storage;
let db: Database;
let context: SqliteContext;
let organizationId: string;
/** One for each work whose number is a multiple of 1024 that was passed (inTime). */
let looks = 0;

const publish = async (count: number, fields: Partial<ArtworkFields>, installationId?: string) => {
  const input = (index: number): PublishInput => ({
    organizationId,
    fields: { ...PLAIN_WORK, ...fields, title: `${fields.title ?? 'Work'} ${index}` },
    artistName: 'Ana',
    source: installationId === undefined ? null : { installationId, externalId: String(index) },
    idempotency: null,
  });
  for (let made = 0; made < count; made += 200)
    await storage.publishArtworks(
      Array.from({ length: Math.min(200, count - made) }, (_, at) => input(made + at)),
    );
};
const sold = (amount: number): Partial<ArtworkFields> => ({
  availability: 'for_sale',
  price: { amount, currency: 'EUR' },
});

beforeAll(async () => {
  storage = openTestStorage(folder, testClock());
  ({ organizationId } = await addOrganization(storage, 'own'));
  await publish(1, { ...sold(5_000_000), title: 'Dear' });
  const shopify = await addInstallation(storage, organizationId, 'shopify');
  await publish(1001, { availability: 'fully_private', title: 'Hidden' }, shopify);
  await publish(3 * BLOCK_SIZE, sold(100));
  db = openReader(join(folder, 'registry.db'));
  context = makeContext(db, 'AREG', { elapsed: () => ((looks += 1), 0), pause: () => undefined });
  context.readUntil = 1;
});
afterAll(async () => {
  db.close();
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

function list(filter: Partial<ArtworkFilter>): { total: number; looks: number } {
  looks = 0;
  const { total } = db.transaction(() => listPublicArtworks(context, { limit: 25, offset: 0, ...filter }))();
  return { total, looks };
}

const namesVersion = () =>
  db.prepare(`SELECT value FROM counters WHERE name = 'names_version'`).pluck().get();

it.each<[what: string, filter: Partial<ArtworkFilter>, total: number]>([
  ['a price that no work has', { priceMin: 1e9 }, 0],
  ['a price that one old work has', { priceMin: 1e6 }, 1],
  ['a platform whose works are all hidden', { platform: { platform: 'shopify', label: null, key: '' } }, 0],
])('a list by %s passes no other work', (_, filter, total) => {
  expect(list(filter)).toEqual({ total, looks: 0 });
});

it.each<[Partial<ArtworkFilter>]>([[{ q: 'work' }], [{ priceMin: 1 }], [{ q: 'work', priceMin: 1 }]])(
  'the list by %j is not counted again because a gallery has got another name',
  async (filter) => {
    const { total } = list(filter);
    expect(list(filter)).toEqual({ total, looks: 0 });
    const version = namesVersion();
    await storage.updateProfile('own', { name: `Called ${JSON.stringify(filter)}` });
    expect(namesVersion()).not.toBe(version);
    expect(list(filter)).toEqual({ total, looks: 0 });
  },
);

it('a profile that keeps its name moves no version of names', async () => {
  const before = namesVersion();
  await storage.updateProfile('own', { website: 'https://other.example' });
  expect(namesVersion()).toBe(before);
  await storage.updateProfile('own', { name: 'Another' });
  expect(namesVersion()).not.toBe(before);
});
