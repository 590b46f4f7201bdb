import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sharedCluster } from '../../../tests/support/postgres-shared.ts';
import { Connection } from './engine/connection.ts';
import { listMigrations, migrate, readSchema } from './engine/migrate.ts';

let folder: string;
let database: { url: string; drop(): Promise<void> };
let connection: Connection;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-migrations-'));
  database = await (await sharedCluster(15)).freshDatabase();
  connection = new Connection({ url: database.url, purpose: 'test', session: { lock_timeout: `'200ms'` } });
});
afterEach(async () => {
  await connection.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
const steps = () => listMigrations(folder);
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
    const other = new Connection({ url: database.url, purpose: 'test' });
    const applied = await Promise.all([migrate(connection, steps()), migrate(other, steps())]);
    expect(applied.flat()).toEqual(['0001-works.sql', '0002-year.sql']);
    expect(await readSchema(connection)).toEqual({ version: 2, minProgram: 2 });
    expect(await migrate(other, steps())).toEqual([]);
    await other.close();
  });

  it('leave nothing of a step that fails', async () => {
    write('0002-broken.sql', 'ALTER TABLE works ADD COLUMN year text; SELECT nonsense;');
    await expect(migrate(connection, steps())).rejects.toThrow(/nonsense/);
    expect(await readSchema(connection)).toEqual({ version: 1, minProgram: 0 });
    write('0002-broken.sql', 'ALTER TABLE works ADD COLUMN year text;');
    expect(await migrate(connection, steps())).toEqual(['0002-broken.sql']);
  });

  it('build indexes beside writes, and drop first what a broken-off build has left', async () => {
    await migrate(connection, steps());
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
    await migrate(connection, steps());
    expect((await indexes()).sort()).toEqual(['works_by_number', 'works_by_title']);
  });

  it('wait for a table in use without making others wait behind them', async () => {
    await migrate(connection, steps());
    const holder = new Connection({ url: database.url, purpose: 'test' });
    const reader = new Connection({ url: database.url, purpose: 'test' });
    await holder.command('BEGIN; LOCK TABLE works IN ACCESS SHARE MODE');
    write('0002-year.sql', 'ALTER TABLE works ADD COLUMN year text;');
    const migrated = migrate(connection, steps());
    for (let look = 0; look < 10; look += 1) {
      const began = performance.now();
      await reader.query('SELECT count(*) FROM works');
      expect(performance.now() - began).toBeLessThan(2000);
    }
    await holder.command('COMMIT');
    expect(await migrated).toEqual(['0002-year.sql']);
    await holder.close();
    await reader.close();
  });

  it('must be numbered without a gap', () => {
    write('0003-late.sql', 'SELECT 1;');
    expect(() => steps()).toThrow(/should have number 2/);
  });
});
