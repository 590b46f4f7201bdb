// Brings a database to the newest schema: numbered files in migrations/, applied once each, in order. A plain file runs in
// one transaction; one that ends in .concurrently.sql builds indexes beside running instances, statement by statement.
// Never changes a file that was released. Expand first, contract later: an instance of the version before works on beside
// a migrated database, until a file says otherwise in its first line (`-- min_program: 7`).
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { StorageUnavailable } from '../../storage.ts';
import type { Connection } from './connection.ts';
import { codeOf } from './storage-error.ts';

const FOLDER = join(import.meta.dirname, '..', 'migrations');
const CONCURRENTLY = '.concurrently.sql';

// Any number that no other program takes.
const ADVISORY_LOCK = 7_236_001;
const LOCK_RETRIES = 20;

export type Migration = {
  version: number;
  name: string;
  text: string;
  hash: string;
  minProgram: number | undefined;
};

export function listMigrations(folder = FOLDER): Migration[] {
  const files = readdirSync(folder).filter((name) => /^\d{4}-.+\.sql$/.test(name));
  return files.sort().map((name, index) => {
    const version = index + 1;
    if (Number(name.slice(0, 4)) !== version)
      throw new Error(`migration ${name} should have number ${version}`);
    const text = readFileSync(join(folder, name), 'utf8');
    const minProgram = /^-- min_program: (\d+)$/m.exec(text)?.[1];
    return {
      version,
      name,
      text,
      hash: createHash('sha256').update(text).digest('hex'),
      minProgram: minProgram === undefined ? undefined : Number(minProgram),
    };
  });
}

/** The newest schema that this program knows. It is the program's own number, too. */
export const PROGRAM = listMigrations().length;

export type SchemaState = {
  /** 0: there is no schema yet. */
  version: number;
  /** The oldest program that may work with it. */
  minProgram: number;
};

export async function readSchema(connection: Connection): Promise<SchemaState> {
  const [found] = await connection.query<{ is_there: boolean }>(
    `SELECT to_regclass('schema_version') IS NOT NULL AS is_there`,
  );
  if (!found?.is_there) return { version: 0, minProgram: 0 };
  const [row] = await connection.query<SchemaState>(
    'SELECT version, min_program AS "minProgram" FROM schema_version',
  );
  return row ?? { version: 0, minProgram: 0 };
}

/** Safe beside another process doing the same: one waits for the other. Answers the names of the files applied. */
export async function migrate(connection: Connection, migrations = listMigrations()): Promise<string[]> {
  await connection.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
  try {
    await prepare(connection);
    const applied: string[] = [];
    for (const migration of migrations) {
      if ((await readSchema(connection)).version >= migration.version) continue;
      await withRetries(() => apply(connection, migration));
      applied.push(migration.name);
    }
    return applied;
  } finally {
    await connection.query('SELECT pg_advisory_unlock($1)', [ADVISORY_LOCK]).catch(() => undefined);
  }
}

async function prepare(connection: Connection): Promise<void> {
  if ((await readSchema(connection)).version > 0) return;
  await connection.command(`BEGIN;
    -- The one row: how far the schema has come, and the oldest program that works with it.
    CREATE TABLE IF NOT EXISTS schema_version (version integer NOT NULL, min_program integer NOT NULL);
    INSERT INTO schema_version (version, min_program) SELECT 0, 0 WHERE NOT EXISTS (SELECT 1 FROM schema_version);
    -- A row is a file that was applied.
    CREATE TABLE IF NOT EXISTS schema_migrations (version integer PRIMARY KEY, name text NOT NULL, hash text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT clock_timestamp());
    COMMIT`);
}

async function apply(connection: Connection, migration: Migration): Promise<void> {
  const { name, text } = migration;
  if (name.endsWith(CONCURRENTLY)) {
    await buildConcurrently(connection, text);
    await connection.command(`BEGIN; ${record(migration)}; COMMIT`);
    return;
  }
  try {
    await connection.command(`BEGIN; ${text}; ${record(migration)}; COMMIT`);
  } catch (error) {
    await connection.command('ROLLBACK');
    throw error;
  }
}

/** Name and hash are of our own files. */
function record({ version, name, hash, minProgram }: Migration): string {
  return `UPDATE schema_version SET version = ${version}, min_program = ${minProgram ?? 'min_program'};
    INSERT INTO schema_migrations (version, name, hash) VALUES (${version}, '${name}', '${hash}')`;
}

/** An index whose build was broken off is there but not valid; it is dropped first, because its name is taken. */
async function buildConcurrently(connection: Connection, text: string): Promise<void> {
  const invalid = await connection.query<{ name: string }>(
    'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT indisvalid',
  );
  for (const { name } of invalid) await connection.command(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  const statements = text.replace(/--.*$/gm, '').split(';');
  for (const statement of statements) {
    if (statement.trim() !== '') await connection.command(statement);
  }
}

/** A table in use gives its lock after a moment; waiting in line for it would stop everybody behind. */
async function withRetries(run: () => Promise<void>): Promise<void> {
  for (let left = LOCK_RETRIES; ; left -= 1) {
    try {
      await run();
      return;
    } catch (error) {
      const cause = error instanceof StorageUnavailable ? error.cause : error;
      if (codeOf(cause) !== '55P03' || left === 0) throw error;
    }
  }
}
