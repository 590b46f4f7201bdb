// The rows of an embedded database, read and written as a move does it: all columns, no trigger, no rule.
import { canonicalJson } from '@artwork-registry/contract';
import type { Database } from 'better-sqlite3';
import { makeContext } from '../sqlite/engine/context.ts';
import { writeText } from '../sqlite/search/text-index.ts';
import { NO_PROGRAM } from '../postgres/engine/migrate.ts';
import type { ArtworkRow } from '../artwork-facts.ts';
import { storableText } from '../shared/storable-text.ts';
import type { GivenOut } from './copying.ts';
import { sqliteName, TABLES } from './tables.ts';
import type { Row, Table, Value } from './tables.ts';

export function* readRows(db: Database, table: Table): Generator<Row> {
  const { columns, sqlite, order, json = [] } = table;
  const selected = columns.map((name) => `${sqlite?.columns?.[name] ?? name} AS ${name}`);
  const isJson = columns.map((name) => json.includes(name));
  const rows = db
    .prepare<[], Row>(`SELECT ${selected.join(', ')} FROM ${sqlite?.from ?? table.name} ORDER BY ${order}`)
    .raw();
  for (const row of rows.iterate()) {
    yield row.map((value, index) =>
      isJson[index] ? canonicalJson(JSON.parse(String(value))) : clean(value),
    );
  }
}

/** Kept until the source is retired: by it the target of a move that broke off is told from that of another registry. */
export function beginMove(db: Database, id: string): string {
  db.prepare(`INSERT OR REPLACE INTO registry_facts (name, value) VALUES ('move_id', ?)`).run(id);
  return id;
}

export function readIssued(db: Database): GivenOut {
  const counter = db.prepare<[string], number>('SELECT value FROM counters WHERE name = ?').pluck();
  return { clock: counter.get('clock') ?? 0, number: counter.get('registry_number') ?? 0 };
}

/** Inside the transaction that fills the copy: until `unmark` no process opens it. */
export function mark(db: Database, { id, from }: { id: string; from: string }): void {
  const insert = db.prepare('INSERT INTO registry_facts (name, value) VALUES (?, ?)');
  insert.run('moving_from', from);
  insert.run('move_id', id);
}

/** The copy is the registry from now on. By the number that it keeps a run that is not told so finds it. */
export function unmark(db: Database): void {
  db.exec(`DELETE FROM registry_facts WHERE name = 'moving_from'`);
}

/** Commits the transaction that is open. From then on no process opens the database, and those that have it open refuse to write. */
export function retire(db: Database, { id, to }: { id: string; to: string }): void {
  const put = db.prepare('INSERT OR REPLACE INTO registry_facts (name, value) VALUES (?, ?)');
  put.run('moved_to', to);
  put.run('move_id', id);
  db.pragma(`user_version = ${NO_PROGRAM}`);
  db.exec('COMMIT');
}

/** Of all tables that are moved. */
export function countRows(db: Database): number {
  const count = (table: Table) =>
    db
      .prepare<[], number>(`SELECT count(*) FROM ${table.sqlite?.from ?? table.name}`)
      .pluck()
      .get() ?? 0;
  return TABLES.reduce((sum, table) => sum + count(table), 0);
}

const clean = (value: Value) => (typeof value === 'string' ? storableText(value) : value);

// They keep what the words of names contain; all others count, and the counts are moved as they are.
const KEPT_TRIGGERS = ['artists_trigram_insert', 'mediums_trigram_insert'];

/** Runs `fill` without the triggers that count. */
export async function withoutTriggers(db: Database, fill: () => Promise<void>): Promise<void> {
  const triggers = db
    .prepare<[], { name: string; sql: string }>(
      `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid`,
    )
    .all()
    .filter(({ name }) => !KEPT_TRIGGERS.includes(name));
  for (const { name } of triggers) db.exec(`DROP TRIGGER ${name}`);
  for (const table of TABLES) db.exec(`DELETE FROM ${sqliteName(table)}`);
  await fill();
  for (const { sql } of triggers) db.exec(sql);
}

export function rowWriter(db: Database, table: Table): (row: Row) => void {
  const columns = table.columns.map((name) => table.sqlite?.columns?.[name] ?? name);
  const extra = table.name === 'deliveries' ? [['status', `'pending'`]] : [];
  const names = [...columns, ...extra.map(([name]) => name)];
  const values = [...columns.map(() => '?'), ...extra.map(([, value]) => value)];
  const insert = db.prepare(
    `INSERT INTO ${sqliteName(table)} (${names.join(', ')}) VALUES (${values.join(', ')})`,
  );
  return (row) => void insert.run(...row);
}

const TEXTS = `SELECT w.number, w.title, a.name AS artist_name, w.medium FROM artworks w JOIN artists a ON a.id = w.artist_id
  WHERE w.is_public = 1 ORDER BY w.number`;
type TextRow = Pick<ArtworkRow, 'number' | 'title' | 'artist_name' | 'medium'>;

/** What is searched of each public work. */
export function* readTexts(db: Database): Generator<[number: number, text: string]> {
  for (const { number, title, artist_name, medium } of db.prepare<[], TextRow>(TEXTS).iterate()) {
    yield [number, `${title} ${artist_name} ${medium ?? ''}`];
  }
}

/** Fills the index of words again. */
export function indexWords(db: Database): void {
  const context = makeContext(db, '');
  const works = db.prepare<[number], TextRow>(
    TEXTS.replace('WHERE', 'WHERE w.number > ? AND') + ' LIMIT 1000',
  );
  for (let after = 0; ;) {
    const piece = works.all(after);
    for (const work of piece) writeText(context, work);
    const last = piece.at(-1);
    if (last === undefined) return;
    after = last.number;
  }
}

export type Sequences = Record<string, number>;

/** The highest number ever given out, for tables whose numbers are never used twice. */
export function readSequences(db: Database): Sequences {
  const rows = db.prepare<[], { name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence').all();
  return Object.fromEntries(rows.map(({ name, seq }) => [name, seq]));
}

export function writeSequences(db: Database, sequences: Sequences): void {
  const remove = db.prepare('DELETE FROM sqlite_sequence WHERE name = ?');
  const insert = db.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)');
  for (const [name, seq] of Object.entries(sequences)) {
    remove.run(name);
    insert.run(name, seq);
  }
}
