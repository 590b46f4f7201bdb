// Holds both schemas, and what restore, move and export do, to the lines of table-lines.ts. What an erasure leaves is looked for in all
// tables by cli/personal-data.test.ts; what a restore takes over is tried table by table in storage/sqlite/carry-over.test.ts.
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../src/storage/sqlite/engine/migrate.ts';
import { CARRIED } from '../../src/storage/sqlite/carry-over.ts';
import { sqliteName, TABLES } from '../../src/storage/move/tables.ts';
import { PAGED_DATA, WHOLE_DATA } from '../../src/storage/shared/personal-data.ts';
import { freshRegistry } from '../support/engines.ts';
import { TABLE_LINES } from './table-lines.ts';

// Of the search and of the migrations; sqlite_sequence and schema_* hold no data of the registry.
const NOT_OURS = /^(sqlite_|schema_)|_trigram|^artworks_text_/;

function sqliteColumns(): [table: string, column: string][] {
  const db = new BetterSqlite(':memory:');
  migrate(db);
  const found = db
    .prepare<[], [string, string]>(
      `SELECT t.name, c.name FROM sqlite_schema t, pragma_table_xinfo(t.name) c WHERE t.type = 'table'`,
    )
    .raw()
    .all();
  db.close();
  // Of an FTS5 table, the columns that bear its own name and "rank" are its commands.
  return found.filter(
    ([table, column]) =>
      !NOT_OURS.test(table) && !(table === 'artworks_text' && /^(artworks_text|rank)$/.test(column)),
  );
}

async function postgresColumns(): Promise<[table: string, column: string][]> {
  const { url, drop } = await freshRegistry('postgres-15');
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query<{ table: string; column: string }>(
    `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE'`,
  );
  await client.end();
  await drop();
  return rows.filter(({ table }) => !NOT_OURS.test(table)).map(({ table, column }) => [table, column]);
}

const linesOf = (engine: 'sqlite' | 'postgres') =>
  Object.entries(TABLE_LINES).filter(([, { only = engine }]) => only === engine);

describe('a table and a column of', () => {
  it.each([
    ['SQLite', 'sqlite', sqliteColumns],
    ['PostgreSQL', 'postgres', postgresColumns],
  ] as const)('%s has a line, and no line is of one that is not there', async (_name, engine, read) => {
    const found = await read();
    const tables = new Set(found.map(([table]) => table));
    expect([...tables].sort()).toEqual(
      linesOf(engine)
        .map(([table]) => table)
        .sort(),
    );
    const missing = found.filter(([table, column]) => TABLE_LINES[table]?.columns[column] === undefined);
    expect(missing).toEqual([]);
  });

  it('some engine is there for each column that has a line', async () => {
    const found = new Set([...sqliteColumns(), ...(await postgresColumns())].map((pair) => pair.join('.')));
    const lines = Object.entries(TABLE_LINES).flatMap(([table, { columns }]) =>
      Object.keys(columns).map((column) => `${table}.${column}`),
    );
    expect(lines.filter((line) => !found.has(line))).toEqual([]);
  });
});

it('a move takes every table that its line says is moved, and all columns but those that are computed', () => {
  const moved = Object.entries(TABLE_LINES).filter(([, { move }]) => move === 'moved');
  expect(TABLES.map(({ name }) => name).sort()).toEqual(moved.map(([table]) => table).sort());
  const COMPUTED = /^(is_next|due_ms|lease_until_ms|owner|owner_until_ms|is_public|public_json|number)$/;
  for (const table of TABLES) {
    const known = Object.keys(TABLE_LINES[table.name]?.columns ?? {});
    const left = known.filter((column) => !table.columns.includes(column) && !COMPUTED.test(column));
    // Deliveries that ended are rows of the same table on SQLite.
    const others =
      sqliteName(table) === 'deliveries' && table.name === 'deliveries' ? ['status', 'finished_at'] : [];
    expect([table.name, left]).toEqual([table.name, others]);
  }
});

it('a restore takes over exactly the tables whose line says so', () => {
  const lines = Object.entries(TABLE_LINES).filter(([, { restore }]) => restore === 'taken over');
  expect(Object.keys(CARRIED).sort()).toEqual(lines.map(([table]) => table).sort());
});

it('an export gives out every column whose line says so, and no other', () => {
  const texts: Record<string, string> = { ...PAGED_DATA, ...WHOLE_DATA };
  // The organisation itself is read by its slug.
  const objects = new Set(
    Object.values(TABLE_LINES).flatMap(({ columns }) => Object.values(columns).flatMap(objectOf)),
  );

  for (const object of [...objects].filter((name) => name !== 'organization')) {
    const given = fieldsOf(texts[object] ?? '');
    const said = Object.values(TABLE_LINES)
      .flatMap(({ columns }) => Object.values(columns))
      .flatMap(({ exported }) =>
        exported?.startsWith(`${object}.`) ? [exported.slice(object.length + 1)] : [],
      );
    expect([object, given.filter((field) => field !== 'registry_id' || object === 'artwork').sort()]).toEqual(
      [object, said.filter((field) => field !== 'profile').sort()],
    );
  }
});

const objectOf = ({ exported }: { exported: string | null }) => exported?.split('.')[0] ?? [];

/** Names of the columns that a SELECT answers, but for its place and what it shows of another table. */
function fieldsOf(text: string): string[] {
  const [, list = ''] = /^SELECT ([^]*?)\s+FROM/.exec(text.trim()) ?? [];
  return list
    .split(',')
    .map((part) =>
      part
        .trim()
        .replace(/^.* AS /, '')
        .replace(/^\w+\./, ''),
    )
    .filter((field) => field !== 'place' && field !== 'profile');
}
