import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedCluster } from '../../../tests/support/postgres-shared.ts';
import { PUBLIC_URL } from '../../../tests/support/engines.ts';
import { Connection } from './engine/connection.ts';
import { listMigrations, migrate, PROGRAM, readSchema } from './engine/migrate.ts';
import { openPostgresStorage } from './open.ts';
import { writePublicUrl } from './open-checks.ts';

const LONG = { timeout: 40_000 };

let folder: string;
let database: { url: string; drop(): Promise<void> };
let connection: Connection;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-migrations-'));
  database = await (await sharedCluster(15)).freshDatabase();
  connection = new Connection({ url: database.url, purpose: 'test' });
});
afterEach(async () => {
  await connection.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const steps = () => listMigrations(folder);
const migrateAll = () => migrate(database.url, { migrations: steps() });
const indexes = async () =>
  (
    await connection.query<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indisvalid AND indrelid = 'works'::regclass`,
    )
  ).map(({ name }) => name);

describe('migrations', () => {
  beforeEach(() => write('0001-works.sql', 'CREATE TABLE works (number bigint, title text);'));

  it('are applied once each, in order, also by two processes at the same time', async () => {
    write('0002-year.sql', '-- min_program: 2\nALTER TABLE works ADD COLUMN year text;');
    const applied = await Promise.all([migrateAll(), migrateAll()]);
    expect(applied.flat()).toEqual(['0001-works.sql', '0002-year.sql']);
    expect(await readSchema(connection)).toEqual({ version: 2, minProgram: 2 });
    expect(await migrateAll()).toEqual([]);
  });

  it('leave nothing of a step that fails', async () => {
    write('0002-broken.sql', 'ALTER TABLE works ADD COLUMN year text; SELECT nonsense;');
    await expect(migrateAll()).rejects.toThrow(
      /migrating the database failed at 0002-broken.sql: .*nonsense/,
    );
    expect(await readSchema(connection)).toEqual({ version: 1, minProgram: 0 });
    write('0002-broken.sql', 'ALTER TABLE works ADD COLUMN year text;');
    expect(await migrateAll()).toEqual(['0002-broken.sql']);
  });

  it('build indexes beside writes, and drop first what a broken-off build has left', async () => {
    await migrateAll();
    await connection.command(`INSERT INTO works VALUES (1, 'a'), (1, 'b')`);
    // A unique index over equal rows fails and stays behind, not valid.
    await expect(
      connection.command('CREATE UNIQUE INDEX CONCURRENTLY works_by_number ON works (number)'),
    ).rejects.toThrow();
    await connection.command(`DELETE FROM works WHERE title = 'b'`);
    write(
      '0002-index.concurrently.sql',
      `-- Two indexes; a comment may hold a semicolon.
       CREATE UNIQUE INDEX CONCURRENTLY works_by_number ON works (number);
       CREATE INDEX CONCURRENTLY works_by_title ON works (title);`,
    );
    expect(await indexes()).toEqual([]);
    await migrateAll();
    expect((await indexes()).sort()).toEqual(['works_by_number', 'works_by_title']);
  });

  it('must be numbered without a gap', () => {
    write('0003-late.sql', 'SELECT 1;');
    expect(() => steps()).toThrow(/should have number 2/);
  });
});

describe('a new version that is started beside others', () => {
  let holder: Connection;
  let reader: Connection;
  let waits: string[];
  const open = async () => {
    const migrations = steps();
    await openPostgresStorage({
      url: database.url,
      listenUrl: () => PUBLIC_URL,
      migrations,
      onWait: (what) => waits.push(what),
    }).then((storage) => storage.close());
    expect(await readSchema(connection)).toMatchObject({ version: migrations.length });
  };
  /** Milliseconds of the two longest reads of the table until `done` has settled, the longest first. */
  const readUntil = async (done: Promise<unknown>): Promise<[number, number]> => {
    let [isDone, longest, second] = [false, 0, 0];
    const ended = done.finally(() => (isDone = true));
    while (!isDone) {
      const began = performance.now();
      await reader.query('SELECT count(*) FROM profiles');
      [longest = 0, second = 0] = [longest, second, performance.now() - began].sort((a, b) => b - a);
      await sleep(20);
    }
    await ended;
    return [longest, second];
  };
  /** A single one may have waited for a busy machine, and no longer than for a lock. */
  const expectNoWait = ([longest, second]: [number, number]) => {
    expect(longest).toBeLessThan(2000);
    expect(second).toBeLessThan(500);
  };
  const next = (end: string, text: string) =>
    write(`${String(PROGRAM + 1).padStart(4, '0')}-next${end}`, text);

  beforeEach(async () => {
    cpSync(join(import.meta.dirname, 'migrations'), folder, { recursive: true });
    waits = [];
    await open();
    holder = new Connection({ url: database.url, purpose: 'test' });
    reader = new Connection({ url: database.url, purpose: 'test' });
  });
  afterEach(async () => {
    await holder.close();
    await reader.close();
  });

  it('waits for pg_dump to end, and no read waits longer than the lock may', LONG, async () => {
    await holder.command('BEGIN; LOCK TABLE profiles IN ACCESS SHARE MODE');
    next('.sql', 'ALTER TABLE profiles ADD COLUMN motto text;');
    const ended = sleep(7000).then(() => holder.command('COMMIT'));
    expect((await readUntil(open()))[0]).toBeLessThan(2000);
    await ended;
    expect(waits[0]).toMatch(/^migrating: waiting for a table that another session uses/);
  });

  it('waits for another one that migrates', LONG, async () => {
    await holder.query('SELECT pg_advisory_lock(7236001)');
    next('.sql', 'ALTER TABLE profiles ADD COLUMN motto text;');
    const ended = sleep(8000).then(() => holder.query('SELECT pg_advisory_unlock(7236001)'));
    expectNoWait(await readUntil(open()));
    await ended;
    expect(waits[0]).toMatch(/^migrating: waiting for another process/);
  });

  it('changes every row of a large table, however long that takes', LONG, async () => {
    next('.sql', 'SELECT pg_sleep(6); UPDATE profiles SET website = website;');
    expectNoWait(await readUntil(open()));
  });

  it(
    'builds an index in more time than a read or a lock may take, beside an open transaction',
    LONG,
    async () => {
      await holder.command('BEGIN; UPDATE profiles SET name = name');
      await holder.query('SELECT pg_current_xact_id()');
      next('.concurrently.sql', 'CREATE INDEX CONCURRENTLY profiles_by_name ON profiles (name);');
      const ended = sleep(6500).then(() => holder.command('COMMIT'));
      expectNoWait(await readUntil(open()));
      await ended;
      expect(
        await connection.query(
          `SELECT indisvalid FROM pg_index WHERE indexrelid = 'profiles_by_name'::regclass`,
        ),
      ).toEqual([{ indisvalid: true }]);
    },
  );

  it(
    'says in a sentence that another session holds the address, instead of waiting for it',
    LONG,
    async () => {
      await holder.command(
        `INSERT INTO registry_facts (name, value) VALUES ('public_url', 'https://a.example')`,
      );
      await holder.command(`BEGIN; UPDATE registry_facts SET value = value WHERE name = 'public_url'`);
      await expect(writePublicUrl(database.url, 'https://b.example')).rejects.toThrow(
        'another instance holds the database',
      );
      await holder.command('ROLLBACK');
      await writePublicUrl(database.url, 'https://b.example');
    },
  );
});
