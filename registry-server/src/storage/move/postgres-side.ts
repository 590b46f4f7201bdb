// The rows of a PostgreSQL database, read and written as a move does it: streamed, in one transaction, without triggers.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { canonicalJson } from '@artwork-registry/contract';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import QueryStream from 'pg-query-stream';
import { systemClock } from '#kit/clock';
import { CLIENT_IS_GONE, makeClient } from '../postgres/engine/client.ts';
import { types } from '../postgres/engine/connection.ts';
import { MIN_PROGRAM, NO_PROGRAM } from '../postgres/engine/migrate.ts';
import { LOCK_FOR_MOVING } from '../postgres/engine/move-lock.ts';
import { isLockedOut } from '../postgres/engine/storage-error.ts';
import { unreachable } from '../postgres/open-checks.ts';
import { searchWords } from '../postgres/search/text-index.ts';
import { storedFacts } from '../shared/registry-identity.ts';
import type { MoveState, StoredFacts } from '../shared/registry-identity.ts';
import { NOTHING_GIVEN_OUT, seriesOf } from './copying.ts';
import type { GivenOut } from './copying.ts';
import { TABLES } from './tables.ts';
import type { Row, Table, Value } from './tables.ts';
import type { Sequences } from './sqlite-side.ts';

const ROWS_AT_ONCE = 1000;

// Any number that no other program takes.
const ADVISORY_LOCK = 7_236_002;
const PATIENCE_MS = 10_000;
const LOOK_MS = 250;
/** Whatever the role or the database has as default: while the other side is read or put on disk, this one idles. */
const SESSION = {
  ...CLIENT_IS_GONE,
  // Some seconds of trouble in the network should not end a move of an hour.
  tcp_user_timeout: '60s',
  statement_timeout: '0',
  transaction_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  // What a forgotten session holds is told, not waited for while all writes are refused.
  lock_timeout: '10s',
};
/** Less than what writers wait for a lock (open.ts), and more than `deadlock_timeout`, after which PostgreSQL ends a vacuum of its own. */
const MAX_LOCK_MS = 2_500;
const VACUUM_MS = 500;

/**
 * A connection that no other move of this database has beside it. While the connection of a move that broke off is alive at the
 * server, its COMMIT may still be under way, so nobody may decide what became of it. Undefined where it does not end in time.
 */
export async function claim(url: string): Promise<pg.Client | undefined> {
  const client = makeClient({ connectionString: url, application_name: 'artwork-registry move', types });
  await client.connect().catch((error: unknown) => {
    throw unreachable(error);
  });
  try {
    // Only those that the server knows: some came with later versions.
    await client.query(
      'SELECT set_config(name, wanted, false) FROM json_each_text($1) AS w (name, wanted) JOIN pg_settings USING (name)',
      [JSON.stringify(SESSION)],
    );
    // What is retired must stay so after a crash: the other side is let in at once.
    await client.query(
      `SELECT set_config('synchronous_commit', 'on', false)
       WHERE current_setting('synchronous_commit') IN ('off', 'local', 'remote_write')`,
    );
    if (await isClaimed(client)) return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  await client.end();
  return undefined;
}

async function isClaimed(client: pg.Client): Promise<boolean> {
  for (const until = systemClock.elapsed() + PATIENCE_MS; ;) {
    const { rows } = await client.query<{ is_ours: boolean }>('SELECT pg_try_advisory_lock($1) AS is_ours', [
      ADVISORY_LOCK,
    ]);
    if (rows[0]?.is_ours) return true;
    if (systemClock.elapsed() >= until) return false;
    await systemClock.sleep(LOOK_MS);
  }
}

/**
 * Begins a transaction with these locks. Writers queue behind a lock that is waited for, and give up after 3 s, so it is tried for
 * less at a time. Throws where another session keeps its own lock, as one that idles in a transaction does.
 */
export async function beginLocked(client: pg.Client, begin: string, locks: string[]): Promise<void> {
  const until = systemClock.elapsed() + PATIENCE_MS;
  const { rows } = await client.query<{ ms: number }>(
    `SELECT setting::int AS ms FROM pg_settings WHERE name = 'deadlock_timeout'`,
  );
  const lockMs = Math.min(MAX_LOCK_MS, (rows[0]?.ms ?? MAX_LOCK_MS) + VACUUM_MS);
  for (;;) {
    await client.query(begin);
    try {
      await client.query(`SET LOCAL lock_timeout = '${lockMs}ms'`);
      for (const lock of locks) await client.query(lock);
      return;
    } catch (error) {
      if (!isLockedOut(error)) throw error;
      await client.query('ROLLBACK');
      if (systemClock.elapsed() >= until) throw error;
      await systemClock.sleep(LOOK_MS);
    }
  }
}

export async function readIssued(client: pg.Client): Promise<GivenOut> {
  const { rows } = await client.query<GivenOut>('SELECT clock, registry_number AS number FROM issued');
  return rows[0] ?? NOTHING_GIVEN_OUT;
}

/** The file was let in: nothing is left to be finished, and no copy of the file as it was before may be. */
export async function endMove(client: pg.Client): Promise<void> {
  await client.query(`DELETE FROM registry_facts WHERE name = 'move_id'`);
}

/** Kept until the source is retired: by it the file of a move that broke off is told from that of another registry. */
export async function beginMove(client: pg.Client, id: string): Promise<string> {
  await client.query(
    `INSERT INTO registry_facts (name, value) VALUES ('move_id', $1)
     ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
    [id],
  );
  return id;
}

/** False where the database has no tables yet, and where the role is shown another schema than the one that they are in. */
export async function hasTables(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ are_there: boolean }>(
    `SELECT to_regclass('registry_facts') IS NOT NULL AND to_regclass('issued') IS NOT NULL AS are_there`,
  );
  return rows[0]?.are_there === true;
}

export async function readState(client: pg.Client): Promise<MoveState> {
  if (!(await hasTables(client))) return storedFacts(() => undefined);
  const { rows } = await client.query<{ name: string; value: string }>(
    'SELECT name, value FROM registry_facts',
  );
  return storedFacts((name) => rows.find((row) => row.name === name)?.value);
}

/** `idPrefix` and `publicUrl` as the source has them now; a move that broke off may have found others. */
export type Mark = {
  id: string;
  from: string;
  /** Time of the source's last write: a target that is ahead of it is not a copy of it. */
  clock: number;
} & Pick<StoredFacts, 'idPrefix' | 'publicUrl'>;

/** Two sources may have one path, each on its machine, and a copy has the number of its original. */
export const isOf = (state: MoveState, { id, from }: Pick<Mark, 'id' | 'from'>): boolean =>
  state.movingFrom === from && state.moveId !== undefined && seriesOf(state.moveId) === seriesOf(id);

/**
 * Until `unmark` no process opens the database, and instances that run already refuse to write. Atomic by itself. Returns what the
 * database has, where that is another registry or a part of one: then nothing was done.
 */
export async function mark(client: pg.Client, mark: Mark): Promise<string | undefined> {
  const { id, from, idPrefix, publicUrl } = mark;
  // Before it is looked at: an instance that runs on it may just have begun to write.
  await beginLocked(client, 'BEGIN', [LOCK_FOR_MOVING]);
  const found = await findOther(client, mark);
  if (found !== undefined) {
    await client.query('ROLLBACK');
    return found;
  }
  const facts = { id_prefix: idPrefix, public_url: publicUrl, moving_from: from, move_id: id };
  for (const [name, value] of Object.entries(facts)) {
    await client.query('DELETE FROM registry_facts WHERE name = $1', [name]);
    if (value !== undefined)
      await client.query('INSERT INTO registry_facts (name, value) VALUES ($1, $2)', [name, value]);
  }
  await client.query(`UPDATE schema_version SET min_program = ${NO_PROGRAM}`);
  await client.query('COMMIT');
  return undefined;
}

async function findOther(client: pg.Client, mark: Mark): Promise<string | undefined> {
  const state = await readState(client);
  const { movingFrom } = state;
  // It may be whole, and the only one that opens once its source is told.
  if (movingFrom !== undefined && isOf(state, mark))
    return (await readIssued(client)).clock <= mark.clock
      ? undefined
      : 'newer works than the source, which was restored since: keep one of them, and make an empty database';
  if (movingFrom !== undefined)
    return `a registry that was not moved here to the end, from ${movingFrom}: run that move again, or make an empty database`;
  return (await isEmpty(client)) ? undefined : 'a registry already';
}

/**
 * The copy is the registry from now on. Atomic by itself, and nothing where it was done. By the number that it keeps a run that is not
 * told so finds it.
 */
export async function unmark(client: pg.Client): Promise<void> {
  await client.query('BEGIN');
  await client.query(`DELETE FROM registry_facts WHERE name = 'moving_from'`);
  await client.query(`UPDATE schema_version SET min_program = ${MIN_PROGRAM}`);
  await client.query('COMMIT');
}

/** Commits the transaction that is open. From then on no process opens the database or writes to it. */
export async function retire(client: pg.Client, { id, to }: { id: string; to: string }): Promise<void> {
  const put = `INSERT INTO registry_facts (name, value) VALUES ('moved_to', $1), ('move_id', $2)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
  await client.query(put, [to, id]);
  await client.query(`UPDATE schema_version SET min_program = ${NO_PROGRAM}`);
  await client.query('COMMIT');
}

/** Whether it has nothing that was not there when its tables were made. */
async function isEmpty(client: pg.Client): Promise<boolean> {
  const own = `organizations WHERE slug <> 'public-readers'`;
  const any = ['artworks', 'profiles', 'changes', 'access_requests', 'operators', own].map(
    (rows) => `EXISTS (SELECT 1 FROM ${rows})`,
  );
  const { rows } = await client.query<{ has_any: boolean }>(`SELECT ${any.join(' OR ')} AS has_any`);
  return rows[0]?.has_any === false;
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
function orderOf({ order, isTextOrder, numbersInOrder = [] }: Table): string {
  if (!isTextOrder) return order;
  return order
    .split(', ')
    .map((column) => (numbersInOrder.includes(column) ? column : `${column} COLLATE "C"`))
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
  // What the tables are made with, and what a move that broke off has left.
  await client.query(`TRUNCATE ${TABLES.map(({ name }) => name).join(', ')}, artworks_text CASCADE`);
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

/** Every table continues after what it has, and after what was ever given out. */
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
