// Databases of a test cluster: made from templates in milliseconds. A template is prepared once, even where many processes ask for it.
import { Client } from 'pg';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a statement's columns are the test's business
export type Row = Record<string, any>;
export type Address = { socketFolder: string; port: number };

/** Answers a row for each session of this database that waits for a lock. */
export const LOCK_WAITERS = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

export type DatabaseOptions = {
  /** A database to copy; nobody may be connected to it. Default: an empty one. */
  template?: string;
  /** Sorts by the rules of a language, such as `en-US`, as most real databases do. Default: by bytes. */
  icuLocale?: string;
};

export async function connect(address: Address, database: string): Promise<Client> {
  const client = new Client({ host: address.socketFolder, port: address.port, user: 'postgres', database });
  // A server that is killed ends its connections with an error event, which would end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** One statement on a connection of its own, as superuser. */
export async function query(
  address: Address,
  database: string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = await connect(address, database);
  try {
    return (await client.query(sql, values)).rows as Row[];
  } finally {
    await client.end();
  }
}

/** A database that the user `registry` owns. */
export async function createDatabase(
  address: Address,
  name: string,
  { template, icuLocale }: DatabaseOptions = {},
): Promise<void> {
  const locale =
    icuLocale === undefined ? '' : ` TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE '${icuLocale}'`;
  const from = template === undefined ? '' : ` TEMPLATE ${quoted(template)}`;
  const client = await connect(address, 'postgres');
  try {
    const { rows } = await client.query("SELECT current_setting('fsync')::boolean AS fsync");
    // Copied as files, which takes half of the time but two checkpoints: they cost nothing where nothing waits for the disk.
    const strategy = rows[0].fsync ? '' : ' STRATEGY file_copy';
    await client.query(`CREATE DATABASE ${quoted(name)} OWNER registry${strategy}${from}${locale}`);
  } finally {
    await client.end();
  }
}

/** Ends the connections to it; nothing happens where it does not exist. */
export async function dropDatabase(address: Address, name: string): Promise<void> {
  await query(address, 'postgres', `DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);
}

/** Over the socket, for the user `registry`, who owns the databases and is not a superuser. */
export function urlOf({ socketFolder, port }: Address, database: string): string {
  return `postgres://registry@${encodeURIComponent(socketFolder)}:${port}/${encodeURIComponent(database)}`;
}

/**
 * Makes the template `name` unless it is there, and fills it by `prepare`. Other processes that ask for it wait for the first.
 * Where `prepare` fails, nothing is left.
 */
export async function ensureTemplate(
  address: Address,
  name: string,
  prepare: () => Promise<void>,
): Promise<void> {
  const client = await connect(address, 'postgres');
  try {
    await client.query('SELECT pg_advisory_lock(hashtext($1))', [name]);
    const { rows } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate', [
      name,
    ]);
    if (rows.length > 0) return;
    await client.query(`DROP DATABASE IF EXISTS ${quoted(name)} WITH (FORCE)`);
    await createDatabase(address, name);
    await prepare();
    await client.query(`ALTER DATABASE ${quoted(name)} IS_TEMPLATE true`);
  } finally {
    await client.end();
  }
}

export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
