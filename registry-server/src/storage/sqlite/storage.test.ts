import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { linesOfFile } from '../../../tests/support/counts.ts';
import { START_MS, testClock } from '../../../tests/support/test-clock.ts';
import { PUBLIC_URL } from '../../../tests/support/engines.ts';
import { warmThread } from '../../../tests/support/warm-threads.ts';
import { openSqliteStorage } from './open.ts';
import { actionConformance } from '../../../tests/conformance/actions.ts';
import { countConformance } from '../../../tests/conformance/counts.ts';
import { farPageConformance } from '../../../tests/conformance/far-pages.ts';
import { erasureConformance } from '../../../tests/conformance/erasure.ts';
import { operatorConformance } from '../../../tests/conformance/operator.ts';
import { readConformance } from '../../../tests/conformance/reads.ts';
import { sourceConformance } from '../../../tests/conformance/sources.ts';
import { storageConformance } from '../../../tests/conformance/storage.ts';
import { waitsConformance } from '../../../tests/conformance/waits.ts';
import { NameTaken, StorageUnavailable } from '../storage.ts';
import { openWriter } from './engine/connection.ts';
import { makeContext } from './engine/context.ts';
import type { SqliteContext } from './engine/context.ts';
import { commitGroup } from './engine/group-commit.ts';
import { ENGINE_OPERATIONS } from './operations.ts';
import { migrate } from './engine/migrate.ts';
import type { Job } from '../shared/job.ts';
import { WriteLine } from '../shared/write-line.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-sqlite-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

for (const [name, readers] of [
  ['SQLite in one thread', 0],
  ['SQLite with its threads', 2],
] as const) {
  const factory = async () => {
    const clock = testClock();
    const file = join(folder, 'registry.db');
    const storage = openSqliteStorage({
      file,
      clock,
      listenUrl: () => PUBLIC_URL,
      readers,
      ...(readers > 0 && { startThread: warmThread }),
    });
    const readLines = linesOfFile(file);
    return { storage, clock, readLines, close: () => storage.close() };
  };
  storageConformance(name, factory);
  readConformance(name, factory);
  operatorConformance(name, factory);
  actionConformance(name, factory);
  if (readers === 0 || isLong) {
    countConformance(name, factory);
    farPageConformance(name, factory);
  } else it.skip(`${name}: counts and far pages under random writes (only with ARTWORK_REGISTRY_LONG=1)`);
  sourceConformance(name, factory);
  erasureConformance(name, factory);
  waitsConformance(name, factory);
}

describe('the schema', () => {
  it('of a newer program is refused', () => {
    const db = new BetterSqlite(':memory:');
    db.pragma('user_version = 999');
    expect(() => migrate(db)).toThrow(/newer version/);
  });
});

describe('a group commit', () => {
  const moment = { nowMs: START_MS, publicUrl: 'https://registry.test' };
  const insert = (slug: string): Job => ({ name: 'insertOrganization', args: [{ slug, name: slug }] });
  const commit = (context: SqliteContext, jobs: Job[]) =>
    commitGroup(context, moment, jobs, ENGINE_OPERATIONS.write);
  function openContext(): SqliteContext {
    const db = openWriter(join(folder, 'group.db'));
    migrate(db);
    return makeContext(db, 'AREG');
  }

  it('commits what waits in one transaction and undoes a failing job alone', async () => {
    const context = openContext();
    const settled = await commit(context, [insert('a'), insert('a'), insert('b')]);
    expect(settled.map((entry) => entry.ok)).toEqual([true, false, true]);
    expect(settled[1]).toMatchObject({ error: expect.any(NameTaken) as unknown });
    const slugs = context.sql<{ slug: string }>('SELECT slug FROM organizations ORDER BY slug').all();
    expect(slugs.map((row) => row.slug)).toEqual(['a', 'b', 'public-readers']);
    context.db.close();
  });
  it('waits for another process that holds the lock, and continues as soon as it is free', async () => {
    const context = openContext();
    const holder = spawn(process.execPath, ['-e', HOLD_LOCK, join(folder, 'group.db')], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => holder.stdout.once('data', resolve));
    const before = performance.now();
    expect(await commit(context, [insert('a')])).toMatchObject([{ ok: true }]);
    expect(performance.now() - before).toBeGreaterThan(50);
    context.db.close();
  });
  it('answers unavailable to all when the disk is full, while reads continue; with room again writes continue too', async () => {
    const context = openContext();
    const pages = context.db.pragma('page_count', { simple: true }) as number;
    context.db.pragma(`max_page_count = ${pages}`);
    const jobs = Array.from({ length: 300 }, (_, index) => insert(`full-${index}`));
    const settled = await commit(context, jobs);
    expect(settled).toHaveLength(300);
    for (const entry of settled)
      expect(entry).toMatchObject({ ok: false, error: { name: 'StorageUnavailable' } });
    expect(context.sql('SELECT slug FROM organizations').all()).toEqual([{ slug: 'public-readers' }]);
    context.db.pragma('max_page_count = 1000000');
    expect(await commit(context, [insert('room')])).toMatchObject([{ ok: true }]);
    context.db.close();
  });
  it('ends after 50 ms, so that other processes get their turn; the rest is left for the next group', async () => {
    const context = openContext();
    const jobs = Array.from({ length: 20_000 }, (_, index) => insert(`many-${index}`));
    const settled = await commit(context, jobs);
    expect(settled.length).toBeGreaterThan(0);
    expect(settled.length).toBeLessThan(20_000);
    context.db.close();
  });
});

// A second process that holds the write lock for 100 ms.
const HOLD_LOCK = `
  const db = require('better-sqlite3')(process.argv[1]);
  db.exec('BEGIN IMMEDIATE');
  console.log('held');
  setTimeout(() => db.exec('COMMIT'), 100);
`;

describe('the write line', () => {
  it('refuses more when too many writes wait, instead of letting everybody wait', async () => {
    let release: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const line = new WriteLine(async (jobs) => {
      await gate;
      return jobs.map(() => ({ ok: true, value: 'done' }));
    }, 1);
    const writes = Array.from({ length: 2001 }, () => line.run({ name: 'x', args: [] }));
    await expect(writes[2000]).rejects.toThrow(StorageUnavailable);
    release();
    expect(await Promise.all(writes.slice(0, 2000))).toHaveLength(2000);
    await line.whenIdle();
  });
});
