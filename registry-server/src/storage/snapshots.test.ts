// Every read of the storage, on both engines, sees the database at one moment: it is one statement, or a transaction that
// reads one snapshot.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readSamples } from '../../tests/data/read-samples.ts';
import { openStorageOn } from '../../tests/support/engines.ts';
import type { OpenedStorage } from '../../tests/support/engines.ts';
import { addOrganization, PLAIN_WORK } from '../../tests/support/publishers.ts';
import { recordStatements } from '../../tests/support/statements.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import { Connection } from './postgres/engine/connection.ts';
import * as postgres from './postgres/operations.ts';
import * as sqlite from './sqlite/operations.ts';
import type { Storage } from './storage.ts';

const READS = {
  sqlite: { ...sqlite.READS, ...sqlite.POINT_READS },
  'postgres-15': { ...postgres.READS, ...postgres.POINT_READS },
};
let folder: string;
let opened: OpenedStorage;
const clock = testClock();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-snapshots-'));
});
afterEach(async () => {
  await opened.storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const BEGIN = { sqlite: 'BEGIN', 'postgres-15': 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' };

/** Whether these statements see the database at one moment. `inspect` makes a database in memory by transactions of its own. */
function isOfOneMoment(begin: string, statements: string[]): boolean {
  if (statements.length <= 1) return true;
  if (statements[0]?.startsWith(begin) !== true) return false;
  let open = 0;
  return statements.every((text, index) => {
    if (text.startsWith('BEGIN')) open += 1;
    if (text === 'COMMIT') open -= 1;
    return open > 0 || index === statements.length - 1;
  });
}

describe.each(['sqlite', 'postgres-15'] as const)('on %s', (engine) => {
  it('every read is one statement or reads one snapshot', async () => {
    opened = await openStorageOn(engine, folder, clock);
    const { storage } = opened;
    const samples = await readSamples(storage, 'own');
    const methods = storage as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const recorder = recordStatements();
    const torn: string[] = [];
    try {
      for (const name of Object.keys(READS[engine]) as (keyof typeof samples)[]) {
        for (const args of samples[name]) {
          // Once before: a connection is opened with statements of its own, and names are looked up.
          await methods[name]!(...args);
          const { statements } = await recorder.during(() => methods[name]!(...args));
          if (!isOfOneMoment(BEGIN[engine], statements)) torn.push(`${name}: ${statements.join(' · ')}`);
        }
      }
    } finally {
      recorder.stop();
    }
    expect(torn).toEqual([]);
  });

  it('a page of the feed that says that it is full has all its steps, whatever is written between its statements', async () => {
    opened = await openStorageOn(engine, folder, clock);
    const { storage } = opened;
    const { organizationId } = await addOrganization(storage, 'own');
    const publish = async (other: Storage, count: number) => {
      const inputs = Array.from({ length: count }, (_, index) => ({
        organizationId,
        fields: { ...PLAIN_WORK, title: `${count} ${index}` },
        artistName: 'Ana',
        source: null,
        idempotency: null,
      }));
      for (const outcome of await other.publishArtworks(inputs)) expect(outcome.ok).toBe(true);
    };
    await publish(storage, 8);
    const size = (await storage.findFeedEnd()) + 2;
    const writer = await opened.openAgain(clock);
    let isWritten = false;
    const stop =
      engine === 'sqlite'
        ? afterStatement('all', 'FROM changes WHERE seq >= +?', () => {
            isWritten = true;
            insertSteps(join(folder, 'registry.db'), 4);
          })
        : beforeStatement('SELECT max(seq) FROM changes', async () => {
            isWritten = true;
            await publish(writer, 4);
          });
    const { changes, after } = await storage.listFeedRange(0, size);
    stop();
    await writer.close();
    expect(isWritten).toBe(true);
    expect(await storage.findFeedEnd()).toBeGreaterThan(size);
    // A page after which the feed continues is kept for a day.
    expect({ last: changes.at(-1)?.seq, after }).toEqual({ last: size - 2, after: null });
  });
});

it('a work on SQLite names its artist, even where the artist is merged between the statements that read them', async () => {
  opened = await openStorageOn('sqlite', folder, clock);
  const { storage } = opened;
  const { organizationId } = await addOrganization(storage, 'own');
  const inputs = ['Ana', 'Bea'].map((artistName) => ({
    organizationId,
    fields: { ...PLAIN_WORK, title: artistName },
    artistName,
    source: null,
    idempotency: null,
  }));
  const [first] = await storage.publishArtworks(inputs);
  const id = first?.ok ? first.body.registry_id : '';
  // Names that were looked up before are kept, so another process asks.
  const reader = await opened.openAgain(clock);
  const stop = afterStatement('get', 'FROM artworks w WHERE w.registry_id', () => {
    const db = new BetterSqlite(join(folder, 'registry.db'));
    db.exec(`UPDATE artworks SET artist_id = (SELECT id FROM artists WHERE slug = 'bea') WHERE registry_id = '${id}';
      DELETE FROM artists WHERE slug = 'ana'`);
    db.close();
  });
  const json = await reader.findPublicJson(id);
  stop();
  await reader.close();
  expect((JSON.parse(json ?? '') as { artist: unknown }).artist).toMatchObject({ slug: 'bea' });
});

/** Calls `write` once, after the first statement of SQLite with this text. */
function afterStatement(method: 'all' | 'get', text: string, write: () => void): () => void {
  const memory = new BetterSqlite(':memory:');
  const prepared = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<
    'all' | 'get',
    (this: { source: string }, ...values: unknown[]) => unknown
  >;
  memory.close();
  const real = prepared[method];
  let isDone = false;
  const spy = vi.spyOn(prepared, method).mockImplementation(function (this: { source: string }, ...values) {
    const rows = real.apply(this, values);
    if (!isDone && this.source.includes(text)) {
      isDone = true;
      write();
    }
    return rows;
  });
  return () => spy.mockRestore();
}

/** Steps of the feed, as another process writes them. */
function insertSteps(file: string, count: number): void {
  const db = new BetterSqlite(file);
  const insert = db.prepare(
    `INSERT INTO changes (op, subject, updated_at, written_at, payload) VALUES ('upsert', ?, 1, 1, NULL)`,
  );
  for (let index = 0; index < count; index += 1) insert.run(`AREG-NEW${index}`);
  db.close();
}

/** Waits for `write` once, before the first statement of PostgreSQL with this text is sent. */
function beforeStatement(text: string, write: () => Promise<void>): () => void {
  const real = Connection.prototype.query as (text: string, values?: unknown[]) => Promise<never>;
  let isDone = false;
  const spy = vi.spyOn(Connection.prototype, 'query').mockImplementation(async function (
    this: Connection,
    asked,
    values,
  ) {
    if (!isDone && asked.includes(text)) {
      isDone = true;
      await write();
    }
    return real.call(this, asked, values);
  });
  return () => spy.mockRestore();
}
