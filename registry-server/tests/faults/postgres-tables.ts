// The whole content of a PostgreSQL database, read and put back table by table: quicker than a new database for each run.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Storage } from '../../src/storage/storage.ts';
import type { Tables } from './whole-database.ts';

export type KeptTables = { rows: Tables; sequences: { name: string; last: string | null }[] };

/** By a superuser, whom no trigger and no foreign key stops. */
export async function openTables(url: string) {
  const address = new URL(url);
  address.username = 'postgres';
  const client = new pg.Client({ connectionString: address.href, application_name: 'test' });
  await client.connect();
  await client.query('SET session_replication_role = replica');
  const columns = await columnsOf(client);
  const names = Object.keys(columns);
  const all = names
    .map((name) => `SELECT '${name}' AS name, to_jsonb(t)::text AS row FROM "${name}" t`)
    .join(' UNION ALL ');

  async function read(): Promise<Tables> {
    await untilIdle(client);
    const { rows } = await client.query<{ name: string; row: string }>(all);
    const tables: Tables = Object.fromEntries(names.map((name) => [name, []]));
    for (const { name, row } of rows) tables[name]?.push(row);
    for (const name of names) tables[name]?.sort();
    return tables;
  }

  const sequences = async () =>
    (
      await client.query<{ name: string; last: string | null }>(
        `SELECT schemaname || '.' || sequencename AS name, last_value::text AS last FROM pg_sequences`,
      )
    ).rows;

  return {
    read,
    keep: async (): Promise<KeptTables> => ({ rows: await read(), sequences: await sequences() }),
    /** `but`: stay as they are, for programs that run and know them. */
    restore: async (kept: KeptTables, but: readonly string[] = []): Promise<void> => {
      const now = await read();
      const wanted = names.filter((name) => !but.includes(name));
      const changed = wanted.filter((name) => now[name]?.join('\n') !== kept.rows[name]?.join('\n'));
      await client.query('BEGIN');
      for (const name of changed) {
        const list = columns[name]?.join(', ');
        await client.query(`DELETE FROM "${name}"`);
        await client.query(
          `INSERT INTO "${name}" (${list}) OVERRIDING SYSTEM VALUE
           SELECT ${list} FROM jsonb_populate_recordset(NULL::"${name}", $1::jsonb)`,
          [`[${kept.rows[name]?.join(',')}]`],
        );
      }
      for (const { name, last } of kept.sequences)
        await client.query('SELECT setval($1, $2, $3)', [name, last ?? 1, last !== null]);
      await client.query('COMMIT');
    },
    /** Of each table those that a write of it reads or writes without naming them: by triggers, and by foreign keys in either direction. */
    readBehind: async (): Promise<Map<string, string[]>> => {
      const { rows } = await client.query<{ name: string; source: string }>(
        `SELECT t.tgrelid::regclass::text AS name, p.prosrc AS source FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
           WHERE NOT t.tgisinternal
         UNION ALL SELECT conrelid::regclass::text, confrelid::regclass::text FROM pg_constraint WHERE contype = 'f'
         UNION ALL SELECT confrelid::regclass::text, conrelid::regclass::text FROM pg_constraint WHERE contype = 'f'`,
      );
      const sources = Map.groupBy(rows, ({ name }) => name);
      return new Map(
        [...sources].map(([name, texts]) => [
          name,
          names.filter((other) => texts.some(({ source }) => new RegExp(`\\b${other}\\b`).test(source))),
        ]),
      );
    },
    close: () => client.end(),
  };
}

/** A program that finds less than it has given out takes the database for one that was restored. */
const GIVEN_OUT = ['issued'];

/** Puts a state back under a storage that stays open. */
export async function restoreUnder(
  storage: Storage,
  tables: Awaited<ReturnType<typeof openTables>>,
  kept: KeptTables,
): Promise<void> {
  await tables.restore(kept, GIVEN_OUT);
  // Forgets the keys that were looked up.
  await storage.revokeApiKey('none');
}

/** Opens the connections of a storage, which sends statements of its own. */
export async function warm(storage: Storage): Promise<void> {
  const every = storage as unknown as Record<string, () => Promise<unknown>>;
  await Promise.all([storage.ping(), every['compareTimeline']!(), storage.countRequest('none', 1000)]);
  await Promise.all([storage.listOrganizations(), storage.listOrganizations()]);
}

/** Of each table, those that are not computed. */
async function columnsOf(client: pg.Client): Promise<Record<string, string[]>> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `SELECT c.table_name AS table, array_agg('"' || c.column_name || '"')::text[] AS columns
     FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
     GROUP BY 1`,
  );
  return Object.fromEntries(rows.map(({ table, columns }) => [table, columns]));
}

const LONGEST_MS = 10_000;

/** A session whose client is gone may still be at its last statement. */
async function untilIdle(client: pg.Client): Promise<void> {
  for (const until = performance.now() + LONGEST_MS; ;) {
    const { rows } = await client.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state <> 'idle'
         AND application_name LIKE 'artwork-registry%'`,
    );
    if (rows.length === 0) return;
    if (performance.now() > until) throw new Error('a session stays in its transaction');
    await sleep(1);
  }
}
