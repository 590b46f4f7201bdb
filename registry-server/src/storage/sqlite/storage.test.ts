import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testClock } from '../../testing/test-clock.ts';
import { openTestStorage } from '../../testing/test-registry.ts';
import { storageConformance } from '../conformance.ts';
import { dumpSchema, migrate } from './migrate.ts';
import { WriteQueue } from './write-queue.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-sqlite-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

storageConformance('SQLite', async () => {
  const clock = testClock();
  const storage = openTestStorage(folder, clock);
  return { storage, clock, close: () => storage.close() };
});

describe('the schema', () => {
  it('made by the migrations is the committed schema.sql', () => {
    const db = new BetterSqlite(':memory:');
    migrate(db);
    migrate(db);
    expect(dumpSchema(db)).toBe(readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8'));
  });
  it('of a newer program is refused', () => {
    const db = new BetterSqlite(':memory:');
    db.pragma('user_version = 999');
    expect(() => migrate(db)).toThrow(/newer version/);
  });
});

describe('the write queue', () => {
  it('commits what waits in one transaction and undoes a failing job alone', async () => {
    const db = new BetterSqlite(join(folder, 'q.db'));
    db.exec('CREATE TABLE t (v INTEGER PRIMARY KEY) STRICT');
    let commits = 0;
    const queue = new WriteQueue(db, () => (commits += 1));
    const insert = (v: number) => queue.run(() => db.prepare('INSERT INTO t VALUES (?)').run(v).changes);
    const results = await Promise.allSettled([insert(1), insert(1), insert(2)]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(commits).toBe(1);
    expect(db.prepare('SELECT count(*) FROM t').pluck().get()).toBe(2);
    db.close();
  });
  it('fails every waiting job when the transaction cannot begin', async () => {
    const db = new BetterSqlite(join(folder, 'busy.db'), { timeout: 50 });
    const blocker = new BetterSqlite(join(folder, 'busy.db'));
    blocker.exec('CREATE TABLE t (v INTEGER) STRICT; BEGIN IMMEDIATE');
    const queue = new WriteQueue(db, () => undefined);
    await expect(queue.run(() => 1)).rejects.toMatchObject({ code: 'SQLITE_BUSY' });
    blocker.exec('ROLLBACK');
    await expect(queue.run(() => 2)).resolves.toBe(2);
    db.close();
    blocker.close();
  });
  it('loses nothing it has answered for when the process is killed', async () => {
    const writer = join(import.meta.dirname, '..', '..', 'testing', 'write-until-killed.ts');
    const child = spawn(process.execPath, [writer, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
    let answered = '';
    child.stdout.on('data', (chunk: Buffer) => (answered += chunk.toString()));
    while (answered.split('\n').length < 60) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('close', resolve));
    const promised = answered.slice(0, answered.lastIndexOf('\n')).split('\n');
    const db = new BetterSqlite(join(folder, 'registry.db'));
    const kept = new Set(db.prepare('SELECT registry_id FROM artworks').pluck().all());
    expect(promised.filter((id) => !kept.has(id))).toEqual([]);
    const [works, keys, events] = ['artworks', 'idempotency', 'events'].map((name) =>
      db.prepare(`SELECT count(*) FROM ${name}`).pluck().get(),
    );
    expect([keys, events]).toEqual([works, works]);
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  });
});
