// The rows of a PostgreSQL database, read and written as a move does it: streamed, in one transaction, without triggers.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { canonicalJson } from '@artwork-registry/contract';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import QueryStream from 'pg-query-stream';
import { types } from '../postgres/engine/connection.ts';
import { searchWords } from '../postgres/search/text-index.ts';
import { TABLES } from './tables.ts';
import type { Row, Table, Value } from './tables.ts';
import type { Sequences } from './sqlite-side.ts';

const ROWS_AT_ONCE = 1000;

/** A connection for one long transaction. Nobody else writes meanwhile. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'artwork-registry move', types });
  await client.connect();
  return client;
}

export async function* readRows(client: pg.Client, table: Table): AsyncGenerator<Row> {
  const { columns, name, json = [], booleans = [] } = table;
  const kinds = columns.map((column) =>
    json.includes(column) ? 'json' : booleans.includes(column) ? 'boolean' : 'plain',
  );
  const query = new QueryStream(`SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${orderOf(table)}`, [], {
    batchSize: ROWS_AT_ONCE,
    rowMode: 'array',
    types,
  });
  for await (const row of client.query(query) as AsyncIterable<unknown[]>) {
    yield row.map((value, index) => {
      if (kinds[index] === 'json') return canonicalJson(value);
      return kinds[index] === 'boolean' ? Number(value) : (value as Value);
    });
  }
}

/** Of all tables that are moved. */
export async function countRows(client: pg.Client): Promise<number> {
  const counts = TABLES.map(({ name }) => `(SELECT count(*) FROM ${name})`);
  const { rows } = await client.query<{ count: number }>(`SELECT ${counts.join(' + ')} AS count`);
  return rows[0]?.count ?? 0;
}

/** By bytes, as SQLite orders text, whatever the database's own language says. */
function orderOf({ order, isTextOrder }: Table): string {
  if (!isTextOrder) return order;
  return order
    .split(', ')
    .map((column) => `${column} COLLATE "C"`)
    .join(', ');
}

export async function copyRows(
  client: pg.Client,
  table: Table,
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<void> {
  await copyText(client, `${table.name} (${table.columns.join(', ')})`, rows);
}

async function copyText(
  client: pg.Client,
  into: string,
  rows: Iterable<Row> | AsyncIterable<Row>,
): Promise<void> {
  async function* lines() {
    let piece: string[] = [];
    for await (const row of rows) {
      piece.push(`${row.map(field).join('\t')}\n`);
      if (piece.length < ROWS_AT_ONCE) continue;
      yield piece.join('');
      piece = [];
    }
    yield piece.join('');
  }
  await pipeline(Readable.from(lines()), client.query(copyFrom(`COPY ${into} FROM STDIN`)));
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** https://www.postgresql.org/docs/15/sql-copy.html, Text Format */
function field(value: Value): string {
  if (value === null) return '\\N';
  return typeof value === 'number'
    ? String(value)
    : value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? '');
}

/** The words of all public works, which no table of the other side holds; `texts` are numbers and what is searched. */
export async function indexWords(
  client: pg.Client,
  texts: Iterable<[number: number, text: string]>,
): Promise<void> {
  function* rows(): Generator<Row> {
    for (const [number, text] of texts) {
      // Words hold letters, marks and digits only, so the quotes need no escape.
      yield [
        number,
        searchWords(text)
          .map((word) => `'${word}'`)
          .join(' '),
      ];
    }
  }
  await copyText(client, 'artworks_text (number, words)', rows());
}

export async function withoutTriggers(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const all = ['artworks', 'sources', 'artists', 'profiles', 'installations'];
  for (const name of all) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query('DELETE FROM counters');
  await client.query('DELETE FROM organizations');
  await fill();
  for (const name of all) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
}

export async function readSequences(client: pg.Client): Promise<Sequences> {
  const sequences: Sequences = {};
  for (const { name, identity, hasOwnSequence } of TABLES) {
    if (!hasOwnSequence || identity === undefined) continue;
    const { rows } = await client.query<{ last: number | null }>(
      `SELECT pg_sequence_last_value(pg_get_serial_sequence('${name}', '${identity}')::regclass) AS last`,
    );
    const last = rows[0]?.last;
    if (last != null) sequences[name] = last;
  }
  return sequences;
}

/** Every table goes on after what it has, and after what was ever given out. */
export async function writeSequences(client: pg.Client, sequences: Sequences): Promise<void> {
  for (const { name, identity } of TABLES) {
    if (identity === undefined) continue;
    await client.query(
      `SELECT setval(pg_get_serial_sequence('${name}', '${identity}'),
         greatest(1, $1::bigint, (SELECT max(${identity}) FROM ${name})))`,
      [sequences[name] ?? 0],
    );
  }
}
