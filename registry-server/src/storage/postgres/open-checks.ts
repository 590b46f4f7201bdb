// Opens the way to a database: whether it is one that can be used, whether it has the tables of this program, and whether
// it is the registry that this process takes it for. Whatever is wrong is said in one sentence, and nothing is written.
import { DatabaseRefused, DEFAULT_PREFIX, isLocal, refuseInMove } from '../shared/registry-identity.ts';
import { refuseOtherIdentity, storedFacts } from '../shared/registry-identity.ts';
import type { RegistryIdentity, StoredFacts, GivenIdentity } from '../shared/registry-identity.ts';
import { StorageUnavailable } from '../storage.ts';
import { Connection } from './engine/connection.ts';
import { listMigrations, migrate, readSchema } from './engine/migrate.ts';
import type { MigrateOptions } from './engine/migrate.ts';
import { LOCK_FOR_WRITING } from './engine/move-lock.ts';
import { codeOf } from './engine/storage-error.ts';

const MIN_SERVER = 150_000;
const SHORT = { lock_timeout: '3s', statement_timeout: '5s' };

export type PrepareOptions = MigrateOptions & {
  url: string;
  /** The tables must be there and up to date; else they are made and updated. */
  mustExist: boolean;
  given: GivenIdentity;
  /** Connections that this process will open. */
  connections: number;
};

export async function prepare(connection: Connection, options: PrepareOptions): Promise<RegistryIdentity> {
  const { url, migrations = listMigrations(), onWait } = options;
  const program = migrations.length;
  await refuseUnusable(connection, options.connections);
  const schema = await readSchema(connection);
  // Before the version: what was moved away says that it is too new for every program.
  if (schema.version > 0) await refuseMoved(connection);
  if (schema.minProgram > program) {
    throw new DatabaseRefused(
      'database_newer',
      `the database needs a program that knows schema ${schema.minProgram}, this one knows ${program}; update the program`,
    );
  }
  if (schema.version > 0) refuseOtherIdentity(await readFacts(connection), options.given);
  if (schema.version < program) {
    if (options.mustExist) {
      throw new DatabaseRefused(
        schema.version === 0 ? 'database_not_found' : 'database_outdated',
        schema.version === 0
          ? 'the database that DATABASE_URL names has no tables of the registry; make them with migrate, or start the server'
          : `the database has schema ${schema.version}, this program needs ${program}; run migrate or start the server`,
      );
    }
    await migrate(url, { migrations, onWait });
    // It may have waited for a move.
    await refuseMoved(connection);
  }
  let stored = await readFacts(connection);
  if (!options.mustExist && isNew(stored, options.given)) {
    await insertIdentity(connection, options.given);
    stored = await readFacts(connection);
  }
  refuseOtherIdentity(stored, options.given);
  return {
    idPrefix: stored.idPrefix ?? DEFAULT_PREFIX,
    publicUrl: stored.publicUrl ?? options.given.publicUrl ?? null,
  };
}

/** Another public address, as the operator orders it. Throws StorageUnavailable where another session holds the row. */
export async function writePublicUrl(url: string, publicUrl: string): Promise<void> {
  const connection = new Connection({ url, purpose: 'migrate', session: SHORT });
  try {
    await beforeMoves(connection, () =>
      connection.run(
        `INSERT INTO registry_facts (name, value) VALUES ('public_url', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
        [publicUrl],
      ),
    );
  } finally {
    await connection.close();
  }
}

/** Throws DatabaseRefused where the registry is elsewhere, or on its way here. */
export async function refuseMoved(connection: Connection): Promise<void> {
  refuseInMove(await readFacts(connection));
}

/** Whether the settings say more of the registry than the database. */
const isNew = (stored: StoredFacts, { publicUrl }: GivenIdentity): boolean =>
  stored.idPrefix === undefined ||
  (stored.publicUrl === undefined && publicUrl !== undefined && !isLocal(publicUrl));

async function insertIdentity(connection: Connection, { idPrefix, publicUrl }: GivenIdentity): Promise<void> {
  const insert = (name: string, value: string) =>
    connection.run('INSERT INTO registry_facts (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      name,
      value,
    ]);
  await beforeMoves(connection, async () => {
    await insert('id_prefix', idPrefix ?? DEFAULT_PREFIX);
    if (publicUrl !== undefined && !isLocal(publicUrl)) await insert('public_url', publicUrl);
  });
}

/** A transaction that no move runs beside, in a registry that is still here. */
function beforeMoves(connection: Connection, write: () => Promise<unknown>): Promise<void> {
  return connection.inTransaction(async () => {
    await connection.command('BEGIN');
    try {
      await connection.command(`SET LOCAL lock_timeout = '${SHORT.lock_timeout}'`);
      await connection.command(LOCK_FOR_WRITING);
      await refuseMoved(connection);
      await write();
      await connection.commit();
    } catch (error) {
      await connection.command('ROLLBACK').catch(() => connection.drop());
      throw error;
    }
  });
}

async function readFacts(connection: Connection): Promise<StoredFacts> {
  const rows = await connection.query<{ name: string; value: string }>(
    'SELECT name, value FROM registry_facts',
  );
  return storedFacts((name) => rows.find((row) => row.name === name)?.value);
}

/** `version` as the server counts it: 150003 is 15.3. */
export function refuseOldServer(version: number): void {
  if (version >= MIN_SERVER) return;
  throw new DatabaseRefused(
    'database_too_old',
    `the database server has version ${Math.floor(version / 10_000)}; the registry needs PostgreSQL 15 or newer`,
  );
}

type Server = { version: number; max_connections: number; reserved: number; encoding: string };

async function refuseUnusable(connection: Connection, connections: number): Promise<void> {
  const server = await reach(connection);
  refuseOldServer(server.version);
  if (server.encoding !== 'UTF8') {
    throw new DatabaseRefused(
      'database_encoding',
      `the database has the encoding ${server.encoding}; make one with UTF8 (createdb --encoding UTF8 --template template0)`,
    );
  }
  if (server.max_connections - server.reserved < connections) {
    throw new DatabaseRefused(
      'too_few_connections',
      `the database server takes ${server.max_connections} connections, this instance needs ${connections}; raise max_connections`,
    );
  }
  await refusePooled(connection);
}

async function reach(connection: Connection): Promise<Server> {
  try {
    const [server] = await connection.query<Server>(
      `SELECT current_setting('server_version_num')::int AS version, current_setting('max_connections')::int AS max_connections,
         current_setting('superuser_reserved_connections')::int AS reserved,
         pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()`,
    );
    if (server === undefined) throw new Error('the server says nothing of its database');
    return server;
  } catch (error) {
    throw unreachable(error);
  }
}

/** The message of the server names neither the password nor the whole address. */
export function unreachable(error: unknown): unknown {
  const cause = error instanceof StorageUnavailable ? (error.cause ?? error) : error;
  const said = (cause as Error).message;
  const code = codeOf(cause) ?? '';
  const refused = (name: string, text: string) => new DatabaseRefused(name, text);
  if (/^28/.test(code)) {
    return refused(
      'database_login',
      `the database server refuses the user or the password of DATABASE_URL: ${said}`,
    );
  }
  if (code === '3D000') {
    return refused(
      'database_not_found',
      `the database server has no such database: ${said}; make it with createdb`,
    );
  }
  if (code === '53300')
    return refused('too_few_connections', `the database server takes no more connections: ${said}`);
  if (/standby/.test(said)) return refused('database_standby', said);
  if (/unrecognized configuration parameter|unsupported startup parameter/.test(said))
    return refused('database_pooled', POOLED);
  return refused(
    'database_unreachable',
    `the database server that DATABASE_URL names cannot be reached: ${said}`,
  );
}

const POOLED =
  'DATABASE_URL leads to a connection pooler that hands out a connection for each transaction; name the server itself, or a pooler in session mode';

/** A pooler in transaction mode may run each transaction in another session, so locks, LISTEN and prepared statements are lost. */
export async function refusePooled(connection: Connection): Promise<void> {
  const pids = new Set<number>();
  await connection.command(`SET application_name = 'artwork-registry check'`);
  for (let round = 0; round < 3; round += 1) {
    const [row] = await connection.queryOnce<{ pid: number; name: string }>(
      `SELECT pg_backend_pid() AS pid, current_setting('application_name') AS name`,
      [],
    );
    if (row !== undefined) pids.add(row.pid);
    if (row?.name !== 'artwork-registry check') pids.add(-1);
  }
  if (pids.size > 1) throw new DatabaseRefused('database_pooled', POOLED);
}
