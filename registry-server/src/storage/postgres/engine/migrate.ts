// Brings a database to the newest schema: numbered files in migrations/, applied once each, in order. A plain file runs in
// one transaction; one that ends in .concurrently.sql builds indexes beside running instances, statement by statement.
// It has a connection of its own: a statement may take as long as it needs, but must not wait long for a lock, because every
// read of the table would wait behind it. It tries again, without end, and says that it waits.
// Never changes a file that was released. Expand first, contract later: an instance of the version before works on beside
// a migrated database, until a file says otherwise in its first line (`-- min_program: 7`).
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listSteps } from '#kit/migrations';
import { DatabaseRefused } from '../../shared/registry-identity.ts';
import { StorageUnavailable } from '../../storage.ts';
import { Connection } from './connection.ts';
import { codeOf, isLost } from './storage-error.ts';

const FOLDER = join(import.meta.dirname, '..', 'migrations');
const CONCURRENTLY = '.concurrently.sql';

// Any number that no other program takes.
const ADVISORY_LOCK = 7_236_001;

/** How long a step may wait for a lock, with all reads of the table behind it, and how long the table is left alone then. */
const LOCK_TIMEOUT = '1500ms';
const PAUSE_MS = 2000;
const POLL_MS = 200;
const TOLD_EVERY_MS = 5000;

export type Migration = {
  version: number;
  name: string;
  text: string;
  hash: string;
  minProgram: number | undefined;
};

export function listMigrations(folder = FOLDER): Migration[] {
  return listSteps(folder).map((name, index) => {
    const version = index + 1;
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

/** The oldest program that works with the newest schema, and what stands there while no program may: see storage/move. */
export const MIN_PROGRAM = Math.max(0, ...listMigrations().map(({ minProgram }) => minProgram ?? 0));
export const NO_PROGRAM = 2_147_483_647;

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

export type MigrateOptions = {
  /** Default: those of this program. */
  migrations?: Migration[] | undefined;
  /** Told every few seconds while it waits for others, in a sentence. */
  onWait?: ((what: string) => void) | undefined;
};

/**
 * Safe beside another process doing the same: one waits for the other. Returns the names of the files applied. Throws
 * DatabaseRefused for a step that fails; those before it stay, and the next run continues with it.
 */
export async function migrate(
  url: string,
  { migrations = listMigrations(), onWait = () => undefined }: MigrateOptions = {},
): Promise<string[]> {
  const connection = new Connection({
    url,
    purpose: 'migrates',
    session: { statement_timeout: '0', lock_timeout: LOCK_TIMEOUT, tcp_user_timeout: '60s' },
    answerMs: Infinity,
  });
  try {
    const tell = seldom(onWait);
    await lock(connection, tell);
    await prepare(connection);
    const applied: string[] = [];
    for (const migration of migrations) {
      if ((await readSchema(connection)).version >= migration.version) continue;
      await withRetries(() => apply(connection, migration), tell).catch((error: unknown) => {
        throw failed(migration, error);
      });
      applied.push(migration.name);
    }
    return applied;
  } finally {
    // Its lock ends with it.
    await connection.close();
  }
}

/** Polled: a session that waits in a statement has a snapshot, for which the index build of the other one would wait. */
async function lock(connection: Connection, tell: (what: string) => void): Promise<void> {
  for (;;) {
    const [row] = await connection.query<{ is_locked: boolean }>(
      'SELECT pg_try_advisory_lock($1) AS is_locked',
      [ADVISORY_LOCK],
    );
    if (row?.is_locked) return;
    tell('migrating: waiting for another process that migrates this database');
    await sleep(POLL_MS);
  }
}

function seldom(onWait: (what: string) => void): (what: string) => void {
  let toldAt = -Infinity;
  return (what) => {
    if (performance.now() < toldAt + TOLD_EVERY_MS) return;
    toldAt = performance.now();
    onWait(what);
  };
}

function failed({ name }: Migration, error: unknown): DatabaseRefused {
  const { message } = (error instanceof StorageUnavailable ? (error.cause ?? error) : error) as Error;
  const refused = new DatabaseRefused(
    'database_migration_failed',
    `migrating the database failed at ${name}: ${message}; the steps before it are done, and the next run continues with it`,
  );
  refused.cause = error;
  return refused;
}

/** Since PostgreSQL 15 a user who is not the owner of a database may make no table in it, whatever else was granted. */
async function refuseWithoutRight(connection: Connection): Promise<void> {
  const [found] = await connection.query<{ role: string; schema: string | null; may: boolean | null }>(
    `SELECT current_user AS role, current_schema() AS schema, has_schema_privilege(current_schema(), 'CREATE') AS may`,
  );
  if (found?.may === true) return;
  const { role = '', schema } = found ?? {};
  throw new DatabaseRefused(
    'database_rights',
    `the user ${role} may make no tables in the schema ${schema ?? 'public'}; make it the owner of the database, or run as its owner: ` +
      `GRANT USAGE, CREATE ON SCHEMA ${schema ?? 'public'} TO "${role}"`,
  );
}

async function prepare(connection: Connection): Promise<void> {
  if ((await readSchema(connection)).version > 0) return;
  await refuseWithoutRight(connection);
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
    if (!isLost(error)) await connection.command('ROLLBACK');
    throw error;
  }
}

/** Name and hash are of our own files. */
function record({ version, name, hash, minProgram }: Migration): string {
  // A move that it waited for says that no program may write here any more.
  return `UPDATE schema_version SET version = ${version}, min_program = greatest(min_program, ${minProgram ?? 0});
    INSERT INTO schema_migrations (version, name, hash) VALUES (${version}, '${name}', '${hash}')`;
}

/**
 * An index whose build was broken off is there but not valid; it is dropped first, because its name is taken. A build waits
 * for every transaction that is older, however long: nothing waits behind it, and one that gives up leaves such an index.
 */
async function buildConcurrently(connection: Connection, text: string): Promise<void> {
  await connection.command('SET lock_timeout = 0');
  const code = text.replace(/--.*$/gm, '');
  const built = [...code.matchAll(/INDEX\s+CONCURRENTLY\s+(?:IF\s+NOT\s+EXISTS\s+)?(\w+)/gi)].map(
    ([, name]) => name,
  );
  // Those of an operator, or of a tool that rebuilds indexes at this moment, are not ours to drop.
  const invalid = await connection.query<{ name: string }>(
    `SELECT indexrelid::regclass::text AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
     WHERE NOT indisvalid AND c.relname = ANY($1) AND pg_table_is_visible(c.oid)`,
    [built],
  );
  for (const { name } of invalid) await connection.command(`DROP INDEX CONCURRENTLY IF EXISTS ${name}`);
  const statements = code.split(';');
  for (const statement of statements) {
    if (statement.trim() !== '') await connection.command(statement);
  }
  await connection.command(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
}

/** A table in use gives its lock after a moment, or when a dump of it has ended. */
async function withRetries(run: () => Promise<void>, tell: (what: string) => void): Promise<void> {
  for (;;) {
    try {
      await run();
      return;
    } catch (error) {
      const cause = error instanceof StorageUnavailable ? error.cause : error;
      if (codeOf(cause) !== '55P03') throw error;
    }
    tell('migrating: waiting for a table that another session uses, such as pg_dump');
    await sleep(PAUSE_MS);
  }
}
