// A move that broke off, and what is found where it is run again: only a copy of the same registry that is behind it is replaced, and only
// what was retired for it is let in.
import { randomBytes } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { freshRegistry, PUBLIC_URL } from '../../../tests/support/engines.ts';
import { addOrganization } from '../../../tests/support/publishers.ts';
import { breakAt, fillToMove, numberIn } from '../../../tests/support/registry-to-move.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
import { openPostgresStorage, placeOf } from '../postgres/open.ts';
import type { StoredFacts } from '../shared/registry-identity.ts';
import { backupDatabase } from '../sqlite/backup.ts';
import { openReader, openWriter } from '../sqlite/engine/connection.ts';
import { migrate } from '../sqlite/engine/migrate.ts';
import { readFacts } from '../sqlite/open-checks.ts';
import { restoreDatabase } from '../sqlite/restore.ts';
import type { MoveOptions } from './copying.ts';
import { moveToPostgres } from './to-postgres.ts';
import { moveToSqlite } from './to-sqlite.ts';

let folder: string;
let database: { url: string; drop(): Promise<void> };
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-half-moved-'));
  database = await freshRegistry('postgres-15');
});
afterEach(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const [oldKey, newKey] = [randomBytes(32), randomBytes(32)];
const clock = testClock();
const there = (more: Partial<MoveOptions> = {}): MoveOptions => ({
  file: join(folder, 'registry.db'),
  url: database.url,
  sourceKeys: [oldKey],
  targetKey: newKey,
  nowMs: clock.ms,
  onProgress: () => undefined,
  ...more,
});

async function storeNumber(url: string, number: string | undefined): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`INSERT INTO registry_facts (name, value) VALUES ('move_id', $1)`, [number]);
  await client.end();
}

const PUT = 'INSERT OR REPLACE INTO registry_facts (name, value) VALUES (?, ?)';

function putFacts(file: string, facts: Record<string, string>): void {
  const db = openWriter(file, { mustExist: true });
  for (const [name, value] of Object.entries(facts)) db.prepare(PUT).run(name, value);
  db.close();
}

function factsIn(file: string): StoredFacts {
  const db = openReader(file);
  const facts = readFacts(db);
  db.close();
  return facts;
}

describe('a move that broke off', () => {
  it('of a registry overwrites no move of another one that has the same path on its own machine', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'registry-elsewhere-'));
    for (const storage of [openTestStorage(folder, clock), openTestStorage(elsewhere, clock)]) {
      await fillToMove(storage, oldKey, clock);
      await storage.close();
    }
    await expect(moveToPostgres(there(breakAt('copying artworks')))).rejects.toThrow('killed');
    // The other machine, on which the folder has the same name.
    const kept = `${folder}-kept`;
    renameSync(folder, kept);
    renameSync(elsewhere, folder);
    await expect(moveToPostgres(there())).rejects.toMatchObject({ code: 'target_exists' });
    renameSync(folder, elsewhere);
    renameSync(kept, folder);
    expect((await moveToPostgres(there())).works).toBe(40);
    rmSync(elsewhere, { recursive: true });
  });

  it('that ended elsewhere is not finished at a target that it had begun to fill before', async () => {
    const source = openTestStorage(folder, clock);
    await fillToMove(source, oldKey, clock);
    await source.close();
    await expect(moveToPostgres(there(breakAt('copying artworks')))).rejects.toThrow('killed');
    const other = await freshRegistry('postgres-15');
    // Killed before the source had another name.
    const kept = join(folder, 'kept');
    cpSync(there().file, kept);
    const { place } = await moveToPostgres(there({ url: other.url }));
    // With another number the database of the first attempt is none of it.
    putFacts(kept, { moved_to: place, move_id: (await numberIn(other.url)) ?? '' });
    cpSync(kept, there().file);
    await expect(moveToPostgres(there())).rejects.toMatchObject({ code: 'database_moved' });
    const open = () => openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL });
    await expect(open()).rejects.toThrow(/has not ended/);
    expect(await moveToPostgres(there({ url: other.url }))).toMatchObject({ isFinish: true, works: 40 });
    await other.drop();
  });

  it('to a file that ended in another one is not finished', async () => {
    const source = await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
    await fillToMove(source, oldKey, clock);
    await source.close();
    await expect(moveToSqlite(there(breakAt('comparing artworks')))).rejects.toThrow('killed');
    const series = await numberIn(database.url);
    // As an attempt that was killed once its file was placed.
    const first = openWriter(there().file);
    migrate(first);
    const insert = first.prepare('INSERT INTO registry_facts (name, value) VALUES (?, ?)');
    insert.run('moving_from', placeOf(database.url));
    insert.run('move_id', `${series}/earlier`);
    first.close();
    const second = join(folder, 'second', 'registry.db');
    expect((await moveToSqlite(there({ file: second }))).works).toBe(40);
    // No copy of the second as it was before it was let in can be let in, too.
    expect(await numberIn(database.url)).toBeUndefined();
    await expect(moveToSqlite(there())).rejects.toMatchObject({ code: 'database_moved' });
    await expect(moveToSqlite(there({ file: second }))).rejects.toThrow(/has ended/);
    // One that was let in before it was told so is told, and no copy of it is taken for it.
    await storeNumber(database.url, factsIn(second).moveId);
    const clone = join(folder, 'clone.db');
    cpSync(second, clone);
    await expect(moveToSqlite(there({ file: clone }))).rejects.toMatchObject({ code: 'database_moved' });
    expect(await moveToSqlite(there({ file: second }))).toMatchObject({ isFinish: true, works: 40 });
    expect(await numberIn(database.url)).toBeUndefined();
    const numberless = openWriter(there().file);
    numberless.exec(`DELETE FROM registry_facts WHERE name = 'move_id'`);
    numberless.close();
    await expect(moveToSqlite(there())).rejects.toMatchObject({ code: 'database_moved' });
    // Nor is a file a source that is a target itself.
    const other = await freshRegistry('postgres-15');
    await expect(moveToPostgres(there({ url: other.url }))).rejects.toMatchObject({
      code: 'database_moving',
    });
    await other.drop();
  });

  it('takes no other file for the one that waits, and no backup is restored over that', async () => {
    const source = await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
    await fillToMove(source, oldKey, clock);
    await source.close();
    const { file } = there();
    const backup = join(folder, 'backup.db');
    await moveToSqlite(there());
    await backupDatabase(file, backup);
    // As it was once its source was retired.
    const { moveId } = factsIn(file);
    putFacts(file, { moving_from: placeOf(database.url) });
    await storeNumber(database.url, moveId);
    const restore = () =>
      restoreDatabase(backup, file, { nowMs: clock.ms, eraseAgain: async () => undefined });
    await expect(restore()).rejects.toMatchObject({ code: 'database_moving' });

    const kept = join(folder, 'kept.db');
    renameSync(file, kept);
    await expect(moveToSqlite(there())).rejects.toThrow(/no registry is there/);
    await restore();
    await expect(moveToSqlite(there())).rejects.toMatchObject({ code: 'database_moved' });
    // Moved on, and killed before it had another name.
    cpSync(kept, file);
    putFacts(file, { moved_to: 'elsewhere.example/registry' });
    await expect(moveToSqlite(there())).rejects.toMatchObject({ code: 'database_moved' });
    renameSync(kept, file);
    expect(await moveToSqlite(there())).toMatchObject({ isFinish: true, works: 40 });
    // What was let in begins a move of its own.
    const other = await freshRegistry('postgres-15');
    expect((await moveToPostgres(there({ url: other.url, sourceKeys: [newKey] }))).works).toBe(40);
    expect(await numberIn(other.url)).not.toContain(moveId?.split('/')[0]);
    await other.drop();
  });

  it('over whose retired file a backup is restored is finished first', async () => {
    const source = openTestStorage(folder, clock);
    await fillToMove(source, oldKey, clock);
    await source.close();
    const [backup, { file }] = [join(folder, 'backup.db'), there()];
    await backupDatabase(file, backup);
    await moveToPostgres(there());
    const moved = join(
      folder,
      readdirSync(folder).find((name) => name.includes('.moved-'))!,
    );
    const restore = (from: string) =>
      restoreDatabase(from, file, { nowMs: clock.ms, eraseAgain: async () => undefined });
    await expect(restore(moved)).rejects.toMatchObject({ code: 'database_moved' });
    // Killed before it had another name.
    renameSync(moved, file);
    await expect(restore(backup)).rejects.toThrow(/move the present file away, keep it, and restore/);
    expect(await moveToPostgres(there())).toMatchObject({ isFinish: true, works: 40 });
    await restore(backup);
  });

  it('to a database whose tables the role is not shown is refused in these words', async () => {
    const source = openTestStorage(folder, clock);
    await fillToMove(source, oldKey, clock);
    await source.close();
    await moveToPostgres(there());
    const moved = readdirSync(folder).find((name) => name.includes('.moved-'))!;
    renameSync(join(folder, moved), there().file);
    const url = new URL(database.url);
    url.searchParams.set('options', '-c search_path=elsewhere');
    await expect(moveToPostgres(there({ url: url.href }))).rejects.toThrow(/sees no tables of it there/);
    expect(await moveToPostgres(there())).toMatchObject({ isFinish: true, works: 40 });
  });

  it('whose target was made empty since is not finished, and its source keeps its name', async () => {
    const source = openTestStorage(folder, clock);
    await fillToMove(source, oldKey, clock);
    await source.close();
    const kept = join(folder, 'kept');
    await moveToPostgres(there());
    cpSync(
      join(
        folder,
        readdirSync(folder).find((name) => name.includes('.moved-'))!,
      ),
      kept,
    );
    cpSync(kept, there().file);
    await database.drop();
    database = await freshRegistry('postgres-15');
    putFacts(there().file, { moved_to: placeOf(database.url) });
    await expect(moveToPostgres(there())).rejects.toThrow(/is not whole there/);
    // Nor is one that was begun there since, whose clock is ahead.
    const other = await openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL });
    await addOrganization(other, 'other');
    await other.close();
    await expect(moveToPostgres(there())).rejects.toThrow(/is not whole there/);
    expect(existsSync(there().file)).toBe(true);
  });

  it('and whose target lost what had filled it, as in a failover, lets nothing in', async () => {
    const source = openTestStorage(folder, clock);
    await fillToMove(source, oldKey, clock);
    await source.close();
    await expect(moveToPostgres(there(breakAt('comparing artworks')))).rejects.toThrow('killed');
    const move_id = (await numberIn(database.url)) ?? '';
    putFacts(there().file, { moved_to: placeOf(database.url), move_id });
    await expect(moveToPostgres(there())).rejects.toThrow(/is not whole there/);
    const open = () => openPostgresStorage({ url: database.url, listenUrl: () => PUBLIC_URL });
    await expect(open()).rejects.toThrow(/has not ended/);
    expect(existsSync(there().file)).toBe(true);
  });

  it.each<[string, { from?: string; id?: string; ahead?: number }]>([
    ['of another database', { from: 'elsewhere.example/registry' }],
    ['of another registry at a database of the same name', { id: 'another' }],
    ['that is newer than the database, which was restored since', { ahead: 1 }],
  ])('deletes no file that waits for the end of a move %s', async (_, more) => {
    const source = await openPostgresStorage({ url: database.url, clock, listenUrl: () => PUBLIC_URL });
    await fillToMove(source, oldKey, clock);
    await source.close();
    await expect(moveToSqlite(there(breakAt('comparing artworks')))).rejects.toThrow('killed');
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query<{ id: string; clock: string }>(
      `SELECT value AS id, (SELECT clock FROM issued) AS clock FROM registry_facts WHERE name = 'move_id'`,
    );
    await client.end();
    const [begun] = rows;
    const db = openWriter(there().file);
    migrate(db);
    const insert = db.prepare('INSERT INTO registry_facts (name, value) VALUES (?, ?)');
    insert.run('moving_from', more.from ?? placeOf(database.url));
    insert.run('move_id', more.id ?? begun?.id);
    const last = Number(begun?.clock) + (more.ahead ?? 0);
    db.prepare(`INSERT OR REPLACE INTO counters (name, value) VALUES ('clock', ?)`).run(last);
    db.close();
    await expect(moveToSqlite(there())).rejects.toMatchObject({ code: 'target_exists' });
    expect(existsSync(there().file)).toBe(true);
    rmSync(there().file);
    expect((await moveToSqlite(there())).works).toBe(40);
  });
});
