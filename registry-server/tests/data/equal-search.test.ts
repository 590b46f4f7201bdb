import { copyFileSync, createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '#kit/clock';
import { ApiError } from '../../src/http/api-error.ts';
import { readCreate } from '../../src/http/artwork-bodies.ts';
import { moveToPostgres } from '../../src/storage/move/to-postgres.ts';
import { openPostgresStorage } from '../../src/storage/postgres/open.ts';
import type { ArtworkFilter } from '../../src/storage/records.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { chosenPostgres, PUBLIC_URL } from '../support/engines.ts';
import { sharedCluster } from '../support/postgres-shared.ts';
import { addOrganization } from '../support/publishers.ts';
import { openTestStorage } from '../support/test-registry.ts';

// Minutes: runs with `npm run test:long`, and says so where the data is not there. The works are those of main.ts.
const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const FILE = join(import.meta.dirname, '../../../../shared/data/dev-artworks.ndjson.gz');

type Row = { title: string; artist_name: string; year_created: string | null; medium: string | null };
type Question = Partial<ArtworkFilter>;

const COLLECTIONS = ['north', 'south'];
const AVAILABILITIES = ['for_sale', 'not_for_sale', 'open_to_offers', 'sold', 'on_loan', 'fully_private'];
const BATCH = 200;

describe.skipIf(!isLong)(
  'both engines answer the same about all works of the Tate Collection (test:long)',
  () => {
    const rows: Row[] = [];
    const folder = mkdtempSync(join(tmpdir(), 'registry-equal-'));
    let engines: Storage[] = [];

    beforeAll(async () => {
      if (!existsSync(FILE)) return;
      for await (const line of createInterface({ input: createReadStream(FILE).pipe(createGunzip()) })) {
        rows.push(JSON.parse(line) as Row);
      }
      const sqlite = openTestStorage(folder, systemClock);
      await publishAll(sqlite, rows);
      await sqlite.close();
      const moved = join(folder, 'moved.db');
      copyFileSync(join(folder, 'registry.db'), moved);
      const cluster = await sharedCluster(chosenPostgres());
      const { url } = await cluster.freshDatabase();
      const key = Buffer.alloc(32);
      await moveToPostgres({
        file: moved,
        url,
        sourceKeys: [key],
        targetKey: key,
        nowMs: Date.now(),
        onProgress: () => undefined,
      });
      engines = [
        openTestStorage(folder, systemClock, 1),
        await openPostgresStorage({ url, mustExist: true, listenUrl: () => PUBLIC_URL }),
      ];
    }, 900_000);
    afterAll(async () => {
      for (const storage of engines) await storage.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const kinds: [string, () => Question[]][] = [
      ['one to four words', () => questionsOf(rows, wordsAsked)],
      ['beginnings of one to three letters', () => questionsOf(rows, beginningsAsked)],
      ['parts of artists’ names', () => questionsOf(rows, artistsAsked)],
      ['parts of mediums', () => questionsOf(rows, mediumsAsked)],
      ['pairs of filters', () => pairsOf(rows)],
      ['pages far into the list', () => offsetsOf(rows)],
    ];
    it.each(kinds)(
      'for %s',
      async (_kind, ask) => {
        if (engines.length === 0) expect.fail(`the data are missing: ${FILE}`);
        const questions = ask();
        expect(questions.length).toBeGreaterThan(50);
        let found = 0;
        for (const question of questions) {
          const [one, other] = await Promise.all(
            engines.map(async (storage) => {
              const { total, artworks } = await storage.listPublicArtworks({
                limit: 25,
                offset: 0,
                ...question,
              });
              return { total, ids: artworks.map(({ registry_id }) => registry_id) };
            }),
          );
          expect(other, JSON.stringify(question)).toEqual(one);
          if ((one?.total ?? 0) > 0) found += 1;
        }
        // A question that finds nothing proves little.
        expect(found).toBeGreaterThan(questions.length / 4);
      },
      600_000,
    );
  },
);

async function publishAll(storage: Storage, rows: Row[]): Promise<void> {
  const owners: string[] = [];
  for (const slug of COLLECTIONS) {
    owners.push((await addOrganization(storage, slug, { type: 'collection' })).organizationId);
  }
  const inputs = rows.flatMap((row, index) => {
    const availability =
      AVAILABILITIES[Math.floor((((index * 7919) % 1000) / 1000) ** 2 * AVAILABILITIES.length)];
    const price = availability === 'for_sale' ? { amount: (index * 31) % 5000, currency: 'EUR' } : null;
    try {
      // Two of three in the first collection.
      return [readCreate({ ...row, availability, price }, owners[index % 3 === 0 ? 1 : 0] ?? '', null)];
    } catch (error) {
      // A handful have no title or a size of nothing.
      if (error instanceof ApiError) return [];
      throw error;
    }
  });
  for (let at = 0; at < inputs.length; at += BATCH)
    await storage.publishArtworks(inputs.slice(at, at + BATCH));
}

const EVERY = 577;

/** What is asked because of a work, for works from all over the collection. */
function questionsOf(rows: Row[], asked: (row: Row, next: Row) => Question[]): Question[] {
  const questions = new Map<string, Question>();
  for (let at = 0; at + 1 < rows.length; at += EVERY) {
    const [row, next] = [rows[at], rows[(at * 7919 + 1) % rows.length]];
    if (row === undefined || next === undefined) continue;
    for (const question of asked(row, next)) questions.set(JSON.stringify(question), question);
  }
  return [...questions.values()];
}

const wordsIn = (text: string | null) => (text ?? '').split(/\s+/).filter((word) => word !== '');

function wordsAsked({ title, artist_name, medium }: Row, next: Row): Question[] {
  const words = wordsIn(title);
  const [first = '', second = ''] = words;
  const [artist = ''] = wordsIn(artist_name).slice(-1);
  const [material = ''] = wordsIn(medium);
  return [
    first,
    `${first} ${artist}`,
    `${material} ${artist} ${second}`,
    `${first} ${second} ${artist} ${material}`,
    `${first} ${wordsIn(next.title)[0] ?? ''}`,
  ].map((q) => ({ q }));
}

function beginningsAsked({ title, artist_name }: Row): Question[] {
  const [word = ''] = wordsIn(title).slice(-1);
  return [
    word.slice(0, 1),
    word.slice(0, 2),
    word.slice(0, 3),
    `${word.slice(0, 2)} ${artist_name.slice(0, 1)}`,
  ].map((q) => ({ q }));
}

function artistsAsked({ artist_name: name }: Row): Question[] {
  const [last = ''] = wordsIn(name).slice(-1);
  const parts = [
    name,
    last,
    `${last}, ${wordsIn(name)[0]}`,
    name.slice(1, 3),
    name.slice(2, 6),
    last.slice(0, 1),
  ];
  return parts.map((artist) => ({ artist }));
}

function mediumsAsked({ medium }: Row): Question[] {
  const text = medium ?? 'oil';
  return [text, wordsIn(text)[0] ?? '', text.slice(1, 2), text.slice(3, 6), wordsIn(text).at(-1) ?? ''].map(
    (part) => ({
      medium: part,
    }),
  );
}

const PAIRED = 8000;

function pairsOf(rows: Row[]): Question[] {
  const sample = rows.filter((_row, index) => index % PAIRED === 11);
  return sample.flatMap((row) => {
    const filters: Question[] = [
      { q: wordsIn(row.title)[0] ?? '' },
      { q: row.title.slice(0, 1) },
      { artist: row.artist_name.slice(1, 4) },
      { medium: wordsIn(row.medium)[0] ?? 'oil' },
      { year: row.year_created ?? '1900' },
      { availability: 'for_sale' },
      { availability: 'on_loan' },
      { collection: 'north' },
      { priceMin: 100, priceMax: 2500 },
      { updatedSince: 1 },
    ];
    return filters.flatMap((first, index) =>
      filters.slice(index + 1).map((second) => ({ ...first, ...second })),
    );
  });
}

function offsetsOf(rows: Row[]): Question[] {
  const filters: Question[] = [
    {},
    { q: 'o' },
    { q: 'paper' },
    { artist: 'turner' },
    { medium: 'graphite' },
    { availability: 'for_sale' },
    { collection: 'south' },
    { priceMin: 1 },
    { updatedSince: 1 },
    { q: 'a', medium: 'oil' },
  ];
  const offsets = [1, 24, 333, 5000, 15_000, rows.length - 20_000, rows.length];
  return filters.flatMap((filter) => offsets.map((offset) => ({ ...filter, offset })));
}
