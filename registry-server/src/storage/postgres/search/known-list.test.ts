// Lists by words or by a part of a medium: what they ask once they were counted.
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { chosenPostgres, freshRegistry, PUBLIC_URL } from '../../../../tests/support/engines.ts';
import { addOrganization, PLAIN_WORK } from '../../../../tests/support/publishers.ts';
import type { ArtworkFilter } from '../../records.ts';
import { Connection } from '../engine/connection.ts';
import type { PostgresContext } from '../engine/context.ts';
import { openPostgresStorage } from '../open.ts';
import type { PostgresStorage } from '../open.ts';
import { listKnown } from './known-list.ts';
import { MediumSets } from './medium-sets.ts';

// A search that finds more is counted and kept, not gathered each time.
const MANY = 1050;
let database: { url: string; drop(): Promise<void> };
let storage: PostgresStorage;
let organizationId: string;
let asked: string[] = [];

beforeAll(async () => {
  database = await freshRegistry(`postgres-${chosenPostgres()}`);
  storage = await openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL });
  ({ organizationId } = await addOrganization(storage, 'own'));
  for (let from = 0; from < MANY; from += 50) await publish(from, 50);
  for (const method of ['query', 'queryOnce', 'command'] as const) {
    const real = Connection.prototype[method] as (text: string, values?: unknown[]) => Promise<never>;
    vi.spyOn(Connection.prototype, method).mockImplementation(function (
      this: Connection,
      text: string,
      values?: unknown[],
    ) {
      asked.push(text);
      return real.call(this, text, values);
    });
  }
}, 60_000);
afterAll(async () => {
  vi.restoreAllMocks();
  await storage.close();
  await database.drop();
});

async function publish(from: number, count: number): Promise<void> {
  const inputs = Array.from({ length: count }, (_, at) => ({
    organizationId,
    fields: {
      ...PLAIN_WORK,
      title: `Common ${from + at}`,
      medium: (from + at) % 100 === 0 ? 'Rare bronze' : `Oil on board ${(from + at) % 400}`,
    },
    artistName: 'Ana',
    source: null,
    idempotency: null,
  }));
  await storage.publishArtworks(inputs);
}

/** The total, the titles of the page, and how many statements they took. */
async function list(filter: Partial<ArtworkFilter>) {
  asked = [];
  const { total, json } = await storage.listPublicJson({ limit: 2, offset: 0, ...filter });
  const works = JSON.parse(new TextDecoder().decode(json)) as { title: string }[];
  return { total, titles: works.map(({ title }) => title), statements: asked.length };
}

const page = (total: number, ...numbers: number[]) => ({
  total,
  titles: numbers.map((number) => `Common ${number}`),
});

it('takes one statement for a further page of a part of a medium, walked or gathered', async () => {
  const [oil, bronze] = [MANY - 11, 11];
  expect(await list({ medium: 'OIL' })).toMatchObject(page(oil, MANY - 1, MANY - 2));
  expect(await list({ medium: 'OIL', offset: 2 })).toEqual({
    ...page(oil, MANY - 3, MANY - 4),
    statements: 1,
  });
  expect(await list({ medium: 'OIL', offset: oil - 1 })).toEqual({ ...page(oil, 1), statements: 1 });
  expect(await list({ medium: 'OIL', offset: oil + 5 })).toEqual({ ...page(oil), statements: 1 });
  expect(await list({ medium: 'rare' })).toMatchObject(page(bronze, 1000, 900));
  expect(await list({ medium: 'rare', offset: 8 })).toEqual({ ...page(bronze, 200, 100), statements: 1 });
  expect(asked[0]).toContain('ANY(ARRAY(');
  expect(await list({ medium: 'lead' })).toMatchObject(page(0));
});

it('takes one statement for a further page of a search that finds very much', async () => {
  for (const offset of [0, 2]) await list({ q: 'common', offset });
  expect(await list({ q: 'common', offset: 4 })).toEqual({
    ...page(MANY, MANY - 5, MANY - 6),
    statements: 1,
  });
  expect(await list({ q: 'common', offset: MANY - 1 })).toEqual({ ...page(MANY, 0), statements: 1 });
});

it('counts again once a work was published or withdrawn', async () => {
  await publish(MANY, 2);
  expect(await list({ medium: 'oil' })).toMatchObject(page(MANY - 9, MANY + 1, MANY));
  expect(await list({ q: 'common' })).toMatchObject(page(MANY + 2, MANY + 1, MANY));
  const { artworks } = await storage.listPublicArtworks({ q: 'common', limit: 1, offset: 0 });
  await storage.withdrawArtwork(artworks[0]?.registry_id ?? '');
  expect(await list({ medium: 'oil' })).toMatchObject(page(MANY - 10, MANY, MANY - 1));
  expect(await list({ q: 'common' })).toMatchObject(page(MANY + 1, MANY, MANY - 1));
});

it('passes nothing for a page that is too far away', async () => {
  const sent: string[] = [];
  const connection = { query: async (text: string) => (sent.push(text), []) };
  const context = { connection, publicUrl: PUBLIC_URL } as unknown as PostgresContext;
  const state = { version: 1, newest: 1, names_version: 1, restored_at: 0, public_count: 200_000 };
  const known = { state, total: 100_000, asked: { words: `'common':*` } };
  const listAt = (offset: number) => listKnown(context, { q: 'common', limit: 20, offset }, known);
  await listAt(5000);
  expect(sent.length).toBe(1);
  expect(await listAt(15_000)).toBeUndefined();
  // Here it would be quicker to gather all of the list.
  expect(
    await listKnown(context, { q: 'common', limit: 20, offset: 45_000 }, { ...known, total: 50_000 }),
  ).toBeUndefined();
  expect(sent.length).toBe(1);
});

it('reads no medium where there are too many for a set', async () => {
  const reader = new Connection({ url: database.url, purpose: 'test' });
  const answers: unknown[] = [];
  const query = async (text: string, values?: unknown[]) => {
    const rows = await reader.query(text, values);
    answers.push(rows);
    return rows;
  };
  const context = { connection: { query } } as unknown as PostgresContext;
  await reader.command('BEGIN');
  await reader.run(`INSERT INTO mediums (id, key) VALUES (500001, 'oil on the last board')`);
  expect(await new MediumSets().find(context, 'oil', 0)).toBeUndefined();
  expect(answers).toEqual([[{ newest: 500_001, ids: null }]]);
  await reader.command('ROLLBACK');
  await reader.close();
});
