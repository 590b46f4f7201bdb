// The whole content of a PostgreSQL database, read and put back table by table: quicker than a new database for each run.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
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
    close: () => client.end(),
  };
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
