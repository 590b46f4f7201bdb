// What a list may cost: no query is run once for each work, no question is kept whole, and what takes too long ends.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PLAIN_WORK, addInstallation, addOrganization } from '../../../../tests/support/publishers.ts';
import { testClock } from '../../../../tests/support/test-clock.ts';
import { multiply } from '../../../../bench/multiply.ts';
import { openTestStorage } from '../../../../tests/support/test-registry.ts';
import type { ArtworkFilter, PublishInput } from '../../records.ts';
import { BLOCK_SIZE } from '../../shared/list-blocks.ts';
import { ReadTooLong, StorageUnavailable } from '../../storage.ts';
import type { Storage } from '../../storage.ts';
import { openReader, openWriter } from '../engine/connection.ts';
import { makeContext } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { listPublicArtworks } from './list.ts';
import { openSqliteStorage, THREAD_PROGRAM } from '../open.ts';
import { makeKeptMatches } from './partial-match.ts';
import { matchExpression } from './text-index.ts';
import { keptCountsOf } from './totals.ts';
import { threadEngine } from '../engine/thread-engine.ts';
import { systemClock } from '#kit/clock';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-list-cost-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const PAIRABLE: Partial<ArtworkFilter>[] = [
  { q: 'wor' },
  { artist: 'ana' },
  { medium: 'oil' },
  { year: '1900' },
  { availability: 'for_sale' },
  { priceMin: 1 },
  { gallery: 'own' },
  { updatedSince: 0 },
];

/** Works by several artists called Ana, half of them with a price. */
async function publish(storage: Storage, count: number, from = 0): Promise<void> {
  const { id: organizationId } = (await storage.findOrganization('own')) ?? {
    id: (await addOrganization(storage, 'own')).organizationId,
  };
  const inputs = Array.from({ length: count }, (_, at): PublishInput => {
    const index = from + at;
    const fields = {
      ...PLAIN_WORK,
      title: `Work ${index}`,
      medium: ['Oil on canvas', 'Oil on wood', 'Bronze'][index % 3] ?? null,
      year_created: String(1900 + (index % 2)),
      ...(index % 2 === 0 && {
        availability: 'for_sale' as const,
        price: { amount: 1 + index, currency: 'EUR' },
      }),
    };
    return { organizationId, fields, artistName: `Ana ${index % 5}`, source: null, idempotency: null };
  });
  await storage.publishArtworks(inputs);
}

/** In a snapshot, as an engine runs it. */
function list(context: SqliteContext, filter: Partial<ArtworkFilter>, limit = 25): void {
  context.db.transaction(() => listPublicArtworks(context, { ...filter, limit, offset: 0 }))();
}

/** The statements that it prepares from now on. */
function noteTexts(context: SqliteContext): string[] {
  const texts: string[] = [];
  const note = <Prepare extends (text: string) => unknown>(prepare: Prepare): Prepare =>
    ((text: string) => {
      texts.push(text);
      return prepare(text);
    }) as Prepare;
  Object.assign(context, { pluck: note(context.pluck), rows: note(context.rows) });
  return texts;
}

describe('a list with two filters', () => {
  it('runs no query once for each work, whichever two they are', async () => {
    const storage = openTestStorage(folder, testClock());
    await publish(storage, 40);
    await storage.close();
    const db = openReader(join(folder, 'registry.db'));
    const context = makeContext(db, 'AREG');
    const texts = noteTexts(context);
    for (const a of PAIRABLE) {
      for (const b of PAIRABLE) list(context, { ...a, ...b });
    }
    const plans = new Map(
      texts.map((text) => [
        text,
        db
          .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text.replaceAll('?', 'NULL')}`)
          .all()
          .map((step) => step.detail)
          .join('\n'),
      ]),
    );
    expect(plans.size).toBeGreaterThan(20);
    for (const [text, plan] of plans) {
      expect(plan, text).not.toMatch(/CORRELATED/);
      // A seek for each pair of an artist and a found number.
      expect(plan, text).not.toMatch(/artworks_by_\w+ \(\w+=\? AND number=\?\)/);
    }
    db.close();
  });

  it('gathers no search that finds much beside a filter that passes most works', async () => {
    const storage = openTestStorage(folder, testClock());
    await publish(storage, 200);
    await storage.close();
    const db = openReader(join(folder, 'registry.db'));
    const context = makeContext(db, 'AREG');
    const texts = noteTexts(context);
    list(context, { q: 'work', availability: 'for_sale' }, 5);
    const page = texts.find((text) => text.includes(') page'));
    expect(page).toContain('FROM artworks_text t CROSS JOIN');
    expect(page).not.toContain('IN (SELECT');
    db.close();
  });

  it('looks up no works that a search finds one after the other where hardly one of them passes', async () => {
    const storage = openTestStorage(folder, testClock());
    await publish(storage, 400);
    const { id: organizationId } = (await storage.findOrganization('own')) ?? { id: '' };
    const fields = { ...PLAIN_WORK, title: 'Work of another' };
    await storage.publishArtworks([
      { organizationId, fields, artistName: 'Zoe', source: null, idempotency: null },
    ]);
    await storage.close();
    const db = openReader(join(folder, 'registry.db'));
    const context = makeContext(db, 'AREG');
    const texts = noteTexts(context);
    list(context, { q: 'work', artist: 'zoe' });
    expect(texts.find((text) => text.includes(') page'))).toContain(
      'FROM artworks w INDEXED BY artworks_by_artist',
    );
    db.close();
  });

  it('counts a search once, and is driven by its words where they find few, however few of those pass', async () => {
    const storage = openTestStorage(folder, testClock());
    await publish(storage, 400);
    const { id: organizationId } = (await storage.findOrganization('own')) ?? { id: '' };
    const needle = { ...PLAIN_WORK, title: 'Needle' };
    const sold = { availability: 'for_sale' as const, price: { amount: 9, currency: 'EUR' } };
    for (const fields of [{ ...needle, ...sold }, ...Array.from({ length: 30 }, () => needle)]) {
      await storage.publishArtworks([
        { organizationId, fields, artistName: 'Zoe', source: null, idempotency: null },
      ]);
    }
    await storage.close();
    const db = openReader(join(folder, 'registry.db'));
    const context = makeContext(db, 'AREG');
    const texts = noteTexts(context);
    list(context, { q: 'needle', priceMin: 1 });
    expect(texts.find((text) => text.includes(') page'))).toContain('FROM artworks_text t CROSS JOIN');
    texts.length = 0;
    list(context, { q: 'needle', priceMin: 1 });
    // One for each condition, one for both.
    expect(texts.filter((text) => text.includes('content_version'))).toHaveLength(3);
    db.close();
  });

  it('gathers no search to count what is newer, where the list is by update', async () => {
    const storage = openTestStorage(folder, testClock());
    await publish(storage, 40);
    const db = openReader(join(folder, 'registry.db'));
    const context = makeContext(db, 'AREG');
    list(context, { q: 'work', updatedSince: 0 });
    await publish(storage, 1, 40);
    const texts = noteTexts(context);
    list(context, { q: 'work', updatedSince: 0 });
    const counts = texts.filter((text) => text.includes('count(*)')).join('\n');
    expect(counts).toContain('FROM artworks_text t CROSS JOIN');
    expect(counts).not.toContain('IN (SELECT t.rowid');
    db.close();
    await storage.close();
  });

  it('gathers the works of a platform only where they are few, and finds the same', async () => {
    const storage = openTestStorage(folder, testClock());
    const { organizationId } = await addOrganization(storage, 'own');
    const shops = { woocommerce: 1001, shopify: 3 };
    for (const [platform, count] of Object.entries(shops)) {
      const installationId = await addInstallation(storage, organizationId, platform as 'shopify');
      const inputs = Array.from({ length: count }, (_, index): PublishInput => {
        const fields = { ...PLAIN_WORK, title: `${platform} ${index}` };
        const source = { installationId, externalId: String(index) };
        return { organizationId, fields, artistName: 'Ana', source, idempotency: null };
      });
      await storage.publishArtworks(inputs);
    }
    await storage.close();
    const db = openReader(join(folder, 'registry.db'));
    const context = makeContext(db, 'AREG');
    const texts = noteTexts(context);
    for (const [name, count] of Object.entries(shops)) {
      const platform = { platform: name, label: null, key: '' };
      const page = listPublicArtworks(context, { platform, limit: 2, offset: 1 } as ArtworkFilter);
      expect(page).toMatchObject({ total: count, count: 2 });
    }
    const pages = texts.filter((text) => text.includes(') page'));
    expect(pages.map((text) => text.includes('w.number IN (SELECT'))).toEqual([false, true]);
    db.close();
  });

  it('passes works of other mediums in the index alone', async () => {
    const storage = openTestStorage(folder, testClock());
    const { organizationId } = await addOrganization(storage, 'own');
    const inputs = ['Oil on canvas', 'Oil on wood', 'Bronze'].flatMap((medium) =>
      [1, 2, 3].map((serial): PublishInput => {
        const fields = { ...PLAIN_WORK, title: `${medium} ${serial}`, medium };
        return { organizationId, fields, artistName: 'Ana', source: null, idempotency: null };
      }),
    );
    await storage.publishArtworks(inputs);
    await storage.close();
    const db = openReader(join(folder, 'registry.db'));
    const context = makeContext(db, 'AREG');
    const texts = noteTexts(context);
    list(context, { medium: 'oil' }, 1);
    const [, walk = ''] = /\((SELECT .*INDEXED BY artworks_public.*)\) page/s.exec(texts.join('\n')) ?? [];
    const table = db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'artworks'`).pluck().get();
    const steps = db
      .prepare<unknown[], { opcode: string; p1: number; p2: number }>(
        `EXPLAIN ${walk.replaceAll('?', 'NULL')}`,
      )
      .all();
    const works = steps.find(({ opcode, p2 }) => opcode === 'OpenRead' && p2 === table);
    expect(works).toBeDefined();
    expect(steps.filter(({ opcode, p1 }) => opcode === 'Column' && p1 === works?.p1)).toEqual([]);
    db.close();
  });

  it('finds the works that both filters find alone', async () => {
    const storage = openTestStorage(folder, testClock());
    await publish(storage, 60);
    const idsOf = async (filter: Partial<ArtworkFilter>) => {
      const { total, artworks } = await storage.listPublicArtworks({ ...filter, limit: 100, offset: 0 });
      expect(artworks).toHaveLength(total);
      return artworks.map((work) => work.registry_id);
    };
    for (const a of PAIRABLE) {
      for (const b of PAIRABLE) {
        const inBoth = new Set(await idsOf(b));
        const expected = (await idsOf(a)).filter((id) => inBoth.has(id));
        expect((await idsOf({ ...a, ...b })).toSorted(), JSON.stringify([a, b])).toEqual(expected.toSorted());
      }
    }
    await storage.close();
  });
});

describe('a page far into a list', () => {
  const WORKS = 3 * BLOCK_SIZE + 200;
  let storage: Storage;
  let db: Database;
  let context: SqliteContext;
  /** Works passed on the way to a page, and questions that pass everything before it. */
  let passed: number[];
  let walks: number;
  let sorts = 0;
  let serial = 0;
  const filled = mkdtempSync(join(tmpdir(), 'registry-list-cost-'));
  beforeAll(async () => {
    const first = openTestStorage(filled, testClock());
    for (let have = 0; have < WORKS; have += 200) await publish(first, 200, have);
    await first.close();
  });
  afterAll(() => rmSync(filled, { recursive: true, force: true }));
  beforeEach(() => {
    cpSync(filled, folder, { recursive: true });
    storage = openTestStorage(folder, testClock());
    db = openReader(join(folder, 'registry.db'));
    context = makeContext(db, 'AREG');
    const { rows } = context;
    Object.assign(context, {
      rows: (text: string) => ({
        all: (...values: unknown[]) => {
          if (text.includes('OFFSET')) passed.push(values.at(-1) as number);
          if (text.includes('LIMIT ?) GROUP BY')) walks += 1;
          if (/DESC\s+LIMIT \?\) GROUP BY/.test(text)) sorts += 1;
          return rows(text).all(...values);
        },
        get: (...values: unknown[]) => rows(text).get(...values),
      }),
    });
  });
  afterEach(async () => {
    db.close();
    await storage.close();
  });
  const page = (filter: Partial<ArtworkFilter>, offset: number) => {
    [passed, walks] = [[], 0];
    db.transaction(() => listPublicArtworks(context, { ...filter, limit: 25, offset }))();
  };

  it('passes less than a block of works', () => {
    for (const [filter, offset] of [
      [{}, 3 * BLOCK_SIZE],
      [{ gallery: 'own' }, 3 * BLOCK_SIZE],
      [{ availability: 'for_sale' as const }, 1.5 * BLOCK_SIZE],
    ] as const) {
      page(filter, offset);
      expect(passed).toHaveLength(1);
      expect(passed[0]).toBeLessThan(BLOCK_SIZE);
      expect(walks).toBe(0);
    }
  });

  it.each<[Partial<ArtworkFilter>, number]>([
    [{ medium: 'oil' }, 1800],
    [{ priceMin: 1 }, 1500],
    [{ q: 'work' }, 2500],
    [{ q: 'work', medium: 'oil' }, 1800],
  ])('of %j counts what lies before it once, and a changed block again', async (filter, offset) => {
    page(filter, offset);
    expect(walks).toBe(1);
    page(filter, offset - 30);
    expect(walks).toBe(0);
    expect(passed[0]).toBeLessThan(BLOCK_SIZE);
    for (const expected of [1, 0]) {
      const { artworks } = await storage.listPublicArtworks({ limit: 1, offset: 10 });
      await storage.withdrawArtwork(artworks[0]?.registry_id ?? '');
      await publish(storage, 1, WORKS + 200 + expected);
      page(filter, offset - 30);
      // The rest of the list once, for its total.
      expect(walks).toBeLessThanOrEqual(expected);
      expect(passed[0]).toBeLessThan(BLOCK_SIZE);
    }
  });

  it('looks up no block after the other where each of them takes as long as the whole search', async () => {
    const writer = openWriter(join(folder, 'registry.db'));
    const ranges: unknown[][] = [];
    const { rows } = context;
    Object.assign(context, {
      rows: (text: string) => ({
        all: (...values: unknown[]) => {
          if (text.includes('json_each(?) asked')) ranges.push(JSON.parse(values[0] as string) as unknown[]);
          return rows(text).all(...values);
        },
        get: (...values: unknown[]) => rows(text).get(...values),
      }),
    });
    // A work in each of 48 blocks.
    for (let block = 0; block < 48; block += 1) {
      writer.exec(`UPDATE counters SET value = value + ${BLOCK_SIZE} WHERE name = 'registry_number'`);
      await publish(storage, 1, WORKS + 200 + block);
    }
    writer.close();
    page({ q: 'work' }, 2500);
    const { artworks } = await storage.listPublicArtworks({ limit: 12, offset: 0 });
    // In every other block.
    for (let at = 0; at < 12; at += 2) await storage.withdrawArtwork(artworks[at]?.registry_id ?? '');
    ranges.length = 0;
    page({ q: 'work' }, 2500);
    expect(ranges).toHaveLength(1);
    expect(ranges[0]).toHaveLength(1);
    expect(walks).toBe(0);
    const listed = db.transaction(() =>
      listPublicArtworks(context, { q: 'work', limit: 25, offset: 2500 } as ArtworkFilter),
    )();
    const whole = db.transaction(() =>
      listPublicArtworks(context, { q: 'work', limit: 4000, offset: 0 } as ArtworkFilter),
    )();
    const worksOf = ({ json }: typeof listed) => JSON.parse(new TextDecoder().decode(json)) as unknown[];
    expect(worksOf(listed)).toEqual(worksOf(whole).slice(2500, 2525));
  });

  it('or the total of a long list is counted again only where a work has changed', async () => {
    const { total: have } = await storage.listPublicArtworks({ limit: 1, offset: 0 });
    await storage.close();
    multiply(join(folder, 'registry.db'), have, 11 * have);
    storage = openTestStorage(folder, testClock());
    const totalOf = (filter: Partial<ArtworkFilter>) => {
      [passed, walks] = [[], 0];
      return db.transaction(() => listPublicArtworks(context, { ...filter, limit: 5, offset: 0 }))().total;
    };
    const counted = async (filter: Partial<ArtworkFilter>) => {
      const afresh = openTestStorage(folder, testClock());
      const { total } = await afresh.listPublicArtworks({ ...filter, limit: 1, offset: 0 });
      await afresh.close();
      return total;
    };
    sorts = 0;
    const lists = [{ q: 'work' }, { priceMin: 1 }, { q: 'work', medium: 'oil' }, { updatedSince: 0 }];
    for (const filter of [...lists, { updatedSince: 0, q: 'work' }]) {
      expect(totalOf(filter)).toBe(await counted(filter));
      for (const expected of [1, 0, 0]) {
        const { artworks } = await storage.listPublicArtworks({ ...filter, limit: 1, offset: 7 });
        await storage.withdrawArtwork(artworks[0]?.registry_id ?? '');
        await publish(storage, 3, (serial += 1) * 1_000_000);
        const total = totalOf(filter);
        expect(walks, JSON.stringify({ filter, expected })).toBe(expected);
        expect(total).toBe(await counted(filter));
      }
    }
    expect(sorts).toBe(0);
  });

  it('or its total, which was counted, passes only newer works that have the word', async () => {
    // Asked at each work whose number is a multiple of 1024 (inTime).
    let looks = 0;
    const timed = makeContext(db, 'AREG', { elapsed: () => ((looks += 1), 0), pause: () => undefined });
    timed.readUntil = 1;
    list(timed, { q: 'work' });
    expect(looks).toBeGreaterThan(1);
    await publish(storage, 1, WORKS + 200);
    looks = 0;
    list(timed, { q: 'work' });
    expect(looks).toBe(0);
  });
});

describe('a search', () => {
  it('looks for each word once, and for none that a longer one says already', () => {
    expect(matchExpression('o oil O a oil on a a')).toBe('"oil"* "on"* "a"*');
  });
  it('of a hundred words looks for the twelve longest', () => {
    const words = Array.from({ length: 100 }, (_, index) =>
      String.fromCodePoint(0x4e00 + index).repeat(1 + (index % 3)),
    );
    expect(matchExpression(words.join(' '))?.split(' ')).toHaveLength(12);
  });
});

describe('what a list keeps in memory', () => {
  it('is bounded in bytes, however many names a letter is part of', () => {
    const matches = makeKeptMatches();
    for (let part = 0; part < 100; part += 1) {
      matches.set(`artists ${part}`, { version: '1', ids: 'x'.repeat(400_000) });
    }
    expect(matches.size).toBeGreaterThan(1);
    expect(matches.calculatedSize).toBeLessThanOrEqual(8 * 1024 * 1024);
  });
  it('does not hold the ids of the artists that a total was counted for', async () => {
    const storage = openTestStorage(folder, testClock());
    await publish(storage, 10);
    await storage.close();
    const db = openWriter(join(folder, 'registry.db'));
    const context = makeContext(db, 'AREG');
    list(context, { artist: 'an', priceMin: 2 }, 1);
    const { keys } = keptCountsOf(context);
    expect(keys.length).toBeGreaterThan(0);
    expect(Math.max(...keys.map((key) => key.length))).toBeLessThan(50);
    db.close();
  });
});

describe('a list that takes too long', () => {
  it('is stopped, and the reader continues', async () => {
    const file = join(folder, 'registry.db');
    const storage = openSqliteStorage({
      file,
      clock: testClock(),
      listenUrl: () => 'https://registry.test',
      readers: 1,
      readMs: -1,
    });
    await publish(storage, 400);
    const page = { limit: 1, offset: 0 };
    await expect(storage.listPublicJson({ q: 'wor', priceMin: 1, ...page })).rejects.toThrow(ReadTooLong);
    expect(await storage.listPublicJson({ q: 'nothing', ...page })).toMatchObject({ total: 0 });
    await storage.close();
  });

  it('and cannot be stopped loses its thread; what waited behind it is answered by another', async () => {
    const file = join(folder, 'registry.db');
    await openTestStorage(folder, testClock()).close();
    const db = openWriter(file);
    // A statement of some seconds that asks nobody whether it may continue.
    db.exec(`ALTER TABLE webhook_endpoints RENAME TO endpoints;
      CREATE VIEW webhook_endpoints AS WITH RECURSIVE step (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM step LIMIT 40000000)
        SELECT n AS id, 's' AS secret FROM step WHERE n < 0;`);
    db.close();
    const faults: unknown[] = [];
    const engine = threadEngine(
      { program: THREAD_PROGRAM, file, idPrefix: 'AREG', readers: 1, stuckMs: 500 },
      {
        clock: systemClock,
        moment: () => ({ nowMs: 0, publicUrl: '' }),
        onDeliveries: () => undefined,
        onFault: (_error, what) => faults.push(what),
      },
    );
    await engine.read({ name: 'listOrganizations', args: [] });
    const stuck = engine.read({ name: 'listSealedSecrets', args: [] });
    const behind = engine.read({ name: 'listOrganizations', args: [] });
    await expect(stuck).rejects.toThrow(StorageUnavailable);
    expect(await behind).toMatchObject([{ slug: 'public-readers' }]);
    expect(faults).toEqual(['listSealedSecrets']);
    await engine.close().catch(() => undefined);
  });
});
