// A part of a name that very many artists and mediums share.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { chosenPostgres, freshRegistry, PUBLIC_URL } from '../../../../tests/support/engines.ts';
import { addOrganization, PLAIN_WORK } from '../../../../tests/support/publishers.ts';
import type { ArtworkFilter } from '../../records.ts';
import { Connection } from '../engine/connection.ts';
import { openPostgresStorage } from '../open.ts';
import type { PostgresStorage } from '../open.ts';
import { MAX_IDS } from './partial-match.ts';

const MANY = 2 * MAX_IDS;
let database: { url: string; drop(): Promise<void> };
let storage: PostgresStorage;
let organizationId: string;
// The longest list of values that a statement was sent with.
let longest = 0;

beforeAll(async () => {
  database = await freshRegistry(`postgres-${chosenPostgres()}`);
  storage = await openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL });
  ({ organizationId } = await addOrganization(storage, 'own'));
  for (let start = 0; start < MANY; start += 50) await publish(start, 50);
  for (const method of ['query', 'queryOnce'] as const) {
    const real = Connection.prototype[method] as (text: string, values?: unknown[]) => Promise<unknown[]>;
    const watched = async function (this: Connection, text: string, values: unknown[] = []) {
      const rows = await real.call(this, text, values);
      const lengths = values.map((value) => (Array.isArray(value) ? value.length : 1));
      longest = Math.max(longest, rows.length, ...lengths);
      return rows;
    };
    vi.spyOn(Connection.prototype, method).mockImplementation(watched);
  }
});
afterAll(async () => {
  vi.restoreAllMocks();
  await storage.close();
  await database.drop();
});

/** Each third work is by an artist of its own whose name is rare in the middle. */
const artistOf = (index: number) => `Sola ${index % 3 === 0 ? 'Rara' : 'Communis'} ${index}`;
async function publish(from: number, count: number): Promise<void> {
  const inputs = Array.from({ length: count }, (_, offset) => ({
    organizationId,
    fields: { ...PLAIN_WORK, title: `Work ${from + offset}`, medium: `Oil on board ${from + offset}` },
    artistName: artistOf(from + offset),
    source: null,
    idempotency: null,
  }));
  await storage.publishArtworks(inputs);
}
async function titles(filter: Partial<ArtworkFilter>) {
  const { total, artworks } = await storage.listPublicArtworks({ limit: 3, offset: 0, ...filter });
  return { total, titles: artworks.map((work) => work.title) };
}
const newest = (...numbers: number[]) => numbers.map((number) => `Work ${number}`);

it('finds the same works, newest first, with an exact total, and sends no list of ids', async () => {
  const last = MANY - 1;
  const all = { total: MANY, titles: newest(last, last - 1, last - 2) };
  expect(await titles({ artist: 'sola' })).toEqual(all);
  expect(await titles({ artist: 'Sola' })).toEqual(all);
  expect(await titles({ medium: 'board' })).toEqual(all);
  const communis = { total: (MANY / 3) * 2, titles: newest(last, last - 1, last - 3) };
  expect(await titles({ artist: 'communis' })).toEqual(communis);
  expect(await titles({ artist: 'communis', medium: 'oil on' })).toEqual(communis);
  expect(await titles({ artist: 'communis', offset: communis.total - 1 })).toEqual({
    total: communis.total,
    titles: newest(1),
  });
  expect(await titles({ artist: 'communis', medium: `board ${last}` })).toEqual({
    total: 1,
    titles: newest(last),
  });
  expect(longest).toBeLessThanOrEqual(MAX_IDS + 1);
});

it('goes by ids where there are few, and by names as soon as there are many', async () => {
  expect((await titles({ artist: 'rara' })).total).toBe(MANY / 3);
  await publish(MANY, MAX_IDS);
  const { total } = await titles({ artist: 'rara' });
  expect(total).toBe((MANY + MAX_IDS) / 3);
  await publish(MANY + MAX_IDS, 2 * MAX_IDS);
  expect((await titles({ artist: 'rara' })).total).toBe((MANY + 3 * MAX_IDS) / 3);
  // The artist is not found under the former name any more.
  await storage.renameArtist(`sola-rara-0`, 'Nemo');
  expect((await titles({ artist: 'rara' })).total).toBe((MANY + 3 * MAX_IDS) / 3 - 1);
  expect((await titles({ artist: 'nobody' })).total).toBe(0);
});
