// Moves a whole registry from one engine to the other. The source is read-only meanwhile, the target is filled in one
// transaction, and only what is proven to be equal is committed: a move that was broken off has left nothing behind and
// starts again. Afterwards the source refuses to be opened, because two registries would give out the same Art IDs.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { openSecret, sealSecret } from '../../domain/signing-secret.ts';
import { fileStamp } from '../../file-names.ts';
import type { OnProgress } from '../../on-progress.ts';
import { sync } from '../../sync-to-disk.ts';
import { openPostgresStorage, placeOf } from '../postgres/open.ts';
import { openReader, openWriter } from '../sqlite/engine/connection.ts';
import { migrate } from '../sqlite/engine/migrate.ts';
import { refuseOutdated } from '../sqlite/settings.ts';
import { connect } from './postgres-side.ts';
import * as postgres from './postgres-side.ts';
import { differences, Proof } from './proof.ts';
import type { TableProof } from './proof.ts';
import * as sqlite from './sqlite-side.ts';
import { TABLES } from './tables.ts';
import type { Row, Table } from './tables.ts';

const TOLD_EVERY = 1000;

export type MoveOptions = {
  file: string;
  url: string;
  /** Those that open the source's secrets, and the one that seals the target's. */
  sourceKeys: readonly Buffer[];
  targetKey: Buffer;
  nowMs: number;
  onProgress: OnProgress;
};

export type MoveReport = { works: number; rows: number; proofs: TableProof[]; place: string; source: string };

/** Why nothing was moved. */
export class MoveRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'MoveRefused';
    this.code = code;
  }
}

/** The source file is renamed at the end. The caller holds the lock of its folder. */
export async function moveToPostgres(options: MoveOptions): Promise<MoveReport> {
  const { file, url, nowMs, onProgress } = options;
  if (!existsSync(file)) throw new MoveRefused('database_not_found', `there is no database ${file}`);
  const holder = openWriter(file);
  const source = openReader(file);
  const client = await prepareTarget(source, file, url);
  try {
    // Commands beside the server must not write either. Readers see the state before this transaction.
    holder.exec('BEGIN IMMEDIATE');
    const isEmptyTarget = await isEmpty(client);
    const meter = new Meter(sqlite.countRows(source), isEmptyTarget, onProgress);
    if (isEmptyTarget) await fillPostgres(source, client, options, meter);
    const proofs = await prove(
      (table) => sqlite.readRows(source, table),
      (table) => postgres.readRows(client, table),
      meter,
    );
    await client.query('COMMIT');
    const kept = `${file}.moved-${fileStamp(nowMs)}`;
    holder.exec('ROLLBACK');
    holder.pragma('wal_checkpoint(TRUNCATE)');
    closeAll(source, holder);
    renameSync(file, kept);
    for (const end of ['-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    sync(dirname(file));
    return reportOf(proofs, placeOf(url), kept);
  } finally {
    closeAll(source, holder);
    await client.end().catch(() => undefined);
  }
}

/** The tables are made and the transaction is begun. Nothing is written where the target is another registry. */
async function prepareTarget(source: Database, file: string, url: string) {
  refuseOutdated(source, file);
  const find = source.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck();
  const settings = { idPrefix: find.get('id_prefix'), publicUrl: find.get('public_url') };
  await (await openPostgresStorage({ url, settings, listenUrl: () => '' })).close();
  const client = await connect(url);
  await client.query('BEGIN');
  return client;
}

async function isEmpty(client: Awaited<ReturnType<typeof connect>>): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT (SELECT count(*) FROM artworks) + (SELECT count(*) FROM profiles) + (SELECT count(*) FROM changes) AS count`,
  );
  return rows[0]?.count === 0;
}

async function fillPostgres(
  source: Database,
  client: Awaited<ReturnType<typeof connect>>,
  { sourceKeys, targetKey }: MoveOptions,
  meter: Meter,
): Promise<void> {
  await postgres.withoutTriggers(client, async () => {
    for (const table of TABLES) {
      const rows = meter.counted(`copying ${table.name}`, sqlite.readRows(source, table));
      await postgres.copyRows(client, table, resealed(table, rows, sourceKeys, targetKey));
    }
    meter.begin('copying words');
    await postgres.indexWords(client, sqlite.readTexts(source));
  });
  const counter = source.prepare<[string], number>('SELECT value FROM counters WHERE name = ?').pluck();
  await client.query('UPDATE issued SET registry_number = $1, clock = $2', [
    counter.get('registry_number'),
    counter.get('clock'),
  ]);
  await postgres.writeSequences(client, sqlite.readSequences(source));
  await client.query('ANALYZE');
}

/** Into a new file. The tables of the source are locked meanwhile: its instances answer reads, and 503 to writes. */
export async function moveToSqlite(options: MoveOptions): Promise<MoveReport> {
  const { file, url, sourceKeys, targetKey, onProgress } = options;
  if (existsSync(file))
    throw new MoveRefused('target_exists', `${file} exists already; a move overwrites nothing`);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  await (await openPostgresStorage({ url, mustExist: true, listenUrl: () => '' })).close();
  const client = await connect(url);
  const draft = `${file}.moving`;
  const clean = () =>
    ['', '-wal', '-shm', '-journal'].forEach((end) => rmSync(`${draft}${end}`, { force: true }));
  clean();
  const db = openWriter(draft);
  try {
    migrate(db);
    // Not on disk before it is whole: a broken-off move starts again anyway.
    db.pragma('synchronous = OFF');
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await client.query(`LOCK TABLE issued, ${TABLES.map(({ name }) => name).join(', ')} IN SHARE MODE`);
    db.exec('BEGIN');
    const meter = new Meter(await postgres.countRows(client), true, onProgress);
    await sqlite.withoutTriggers(db, async () => {
      for (const table of TABLES) {
        const write = sqlite.rowWriter(db, table);
        const rows = meter.counted(`copying ${table.name}`, postgres.readRows(client, table));
        for await (const row of resealed(table, rows, sourceKeys, targetKey)) write(row);
      }
      meter.begin('copying words');
      sqlite.indexWords(db);
    });
    await moveSettings(client, db);
    sqlite.writeSequences(db, await postgres.readSequences(client));
    const proofs = await prove(
      (table) => postgres.readRows(client, table),
      (table) => sqlite.readRows(db, table),
      meter,
    );
    db.exec('COMMIT');
    db.exec('ANALYZE');
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.pragma('journal_mode = DELETE');
    db.close();
    sync(draft);
    // From here on no instance writes to the source any more, and then the file appears.
    await client.query(`INSERT INTO settings (name, value) VALUES ('moved_to', $1)`, [file]);
    await client.query('UPDATE schema_version SET min_program = 2147483647');
    await client.query('COMMIT');
    renameSync(draft, file);
    sync(dirname(file));
    return reportOf(proofs, file, placeOf(url));
  } finally {
    if (db.open) db.close();
    clean();
    await client.end().catch(() => undefined);
  }
}

async function moveSettings(client: Awaited<ReturnType<typeof connect>>, db: Database): Promise<void> {
  const settings = await client.query<{ name: string; value: string }>(
    `SELECT name, value FROM settings WHERE name IN ('id_prefix', 'public_url')`,
  );
  const write = db.prepare('INSERT INTO settings (name, value) VALUES (?, ?)');
  for (const { name, value } of settings.rows) write.run(name, value);
  const issued = await client.query<{ registry_number: number; clock: number }>(
    'SELECT registry_number, clock FROM issued',
  );
  const count = db.prepare('INSERT INTO counters (name, value) VALUES (?, ?)');
  for (const [name, value] of Object.entries(issued.rows[0] ?? {})) count.run(name, value);
}

/** Secrets are sealed with the key of the target. Throws where none of the source's keys opens one. */
async function* resealed(
  table: Table,
  rows: Iterable<Row> | AsyncIterable<Row>,
  sourceKeys: readonly Buffer[],
  targetKey: Buffer,
): AsyncGenerator<Row> {
  const at = table.columns.indexOf(table.sealed ?? '');
  for await (const row of rows) {
    const secret = row[at];
    yield typeof secret !== 'string'
      ? row
      : row.with(at, sealSecret(openSecret(secret, sourceKeys), targetKey));
  }
}

/** Counts the rows that pass: each is copied once and read twice for the proof. */
class Meter {
  #done = 0;
  readonly #total: number;
  readonly #onProgress: OnProgress;
  constructor(rows: number, isCopied: boolean, onProgress: OnProgress) {
    this.#total = rows * (isCopied ? 3 : 2);
    this.#onProgress = onProgress;
  }
  begin(what: string): void {
    this.#onProgress(what, this.#done, this.#total);
  }
  async *counted(what: string, rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Row> {
    this.begin(what);
    for await (const row of rows) {
      this.#done += 1;
      if (this.#done % TOLD_EVERY === 0) this.begin(what);
      yield row;
    }
  }
}

type Read = (table: Table) => Iterable<Row> | AsyncIterable<Row>;

/** Throws MoveRefused where a table is not the same on both sides. */
async function prove(from: Read, to: Read, meter: Meter): Promise<TableProof[]> {
  const proofOf = async (read: Read, table: Table) => {
    const proof = new Proof(table);
    for await (const row of meter.counted(`comparing ${table.name}`, read(table))) proof.add(row);
    return proof.finish(table);
  };
  const [ours, theirs]: [TableProof[], TableProof[]] = [[], []];
  for (const table of TABLES) {
    ours.push(await proofOf(from, table));
    theirs.push(await proofOf(to, table));
  }
  const found = differences(ours, theirs);
  if (found.length > 0) throw new MoveRefused('not_equal', `the copy is not the same: ${found.join('; ')}`);
  return ours;
}

function reportOf(proofs: TableProof[], place: string, source: string): MoveReport {
  return {
    works: proofs.find(({ table }) => table === 'artworks')?.rows ?? 0,
    rows: proofs.reduce((sum, { rows }) => sum + rows, 0),
    proofs,
    place,
    source,
  };
}

function closeAll(...databases: InstanceType<typeof BetterSqlite>[]): void {
  for (const db of databases) if (db.open) db.close();
}
