// Moves the registry from PostgreSQL to an embedded database. A process that is killed at any step leaves at most one
// database that opens, and the same move run again finishes. The steps, each of them atomic:
//
//   drafted   a file of another name is filled and proven row by row; the source is locked meanwhile
//   placed    the file has its name and says that it is not the registry yet, so nobody serves it
//   retired   the source says that the registry was moved, in the transaction that locked it
//   unmarked  the file is the registry
//
// Once COMMIT was sent to the source, only the source tells whether it was retired, so the file is not removed by this run.
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { SqliteError } from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import type pg from 'pg';
import { sync } from '#kit/sync-to-disk';
import { TOLD_AGAIN } from '../postgres/after-restore.ts';
import { LOCK_FOR_MOVING } from '../postgres/engine/move-lock.ts';
import { openPostgresStorage, placeOf } from '../postgres/open.ts';
import type { MoveState } from '../shared/registry-identity.ts';
import { openReader, openWriter } from '../sqlite/engine/connection.ts';
import { migrate } from '../sqlite/engine/migrate.ts';
import { draftOf, readFacts } from '../sqlite/open-checks.ts';
import { claimed } from './claimed.ts';
import {
  attemptOf,
  begunMove,
  finishOf,
  interruptionOf,
  isCopyOf,
  Meter,
  movedAway,
  MoveRefused,
  prove,
  reportOf,
  resealed,
} from './copying.ts';
import type { MoveOptions, MoveReport } from './copying.ts';
import * as postgres from './postgres-side.ts';
import type { TableProof } from './proof.ts';
import * as sqlite from './sqlite-side.ts';
import { TABLES } from './tables.ts';

/**
 * Into a new file. The tables of the source are locked meanwhile: its instances answer reads, and 503 to writes. The caller holds the
 * lock of the file's folder.
 */
export async function moveToSqlite(options: MoveOptions): Promise<MoveReport> {
  const { file, url } = options;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    return await claimed(url, async (client) => {
      const source = await postgres.readState(client);
      if (source.movedTo !== undefined)
        return finish(client, file, { ...source, movedTo: source.movedTo }, placeOf(url));
      await refuseLostWrites(url);
      const id = attemptOf(begunMove(source) ?? (await postgres.beginMove(client, randomUUID())));
      const mark = { id, from: placeOf(url), clock: (await postgres.readIssued(client)).clock };
      refuseOther(file, mark);
      return reportOf(await moveAll(client, options, mark), file, placeOf(url));
    });
  } catch (error) {
    throw interruptionOf(error);
  }
}

type SourceMark = Pick<postgres.Mark, 'id' | 'from' | 'clock'>;

/** The copy would give out again what the database does not know of, and no command could tell it. */
async function refuseLostWrites(url: string): Promise<void> {
  const storage = await openPostgresStorage({ url, mustExist: true, listenUrl: () => '' });
  try {
    const refusal = await storage.findWriteRefusal();
    if (refusal !== null) throw new MoveRefused('database_restored', refusal);
  } finally {
    await storage.close();
  }
}

/** Whether the file is the copy of a former attempt of this move, and nothing in it is newer than the source. */
function isBehind(file: string, mark: SourceMark): boolean {
  const state = stateOf(file);
  if (state === undefined || !postgres.isOf(state, mark)) return false;
  const db = openReader(file);
  try {
    return sqlite.readIssued(db).clock <= mark.clock;
  } finally {
    db.close();
  }
}

/** Any other one may be the only one left of its registry. */
function refuseOther(file: string, mark: SourceMark): void {
  if (!existsSync(file) || isBehind(file, mark)) return;
  throw new MoveRefused(
    'target_exists',
    `${file} exists already, and a move overwrites nothing; name another folder, or move that file away`,
  );
}

async function moveAll(client: pg.Client, options: MoveOptions, mark: SourceMark): Promise<TableProof[]> {
  const { file } = options;
  const { id } = mark;
  const draft = draftOf(file);
  removeDatabase(draft);
  const db = openWriter(draft);
  try {
    migrate(db);
    // Not on disk before it is whole: a broken-off move starts again anyway.
    db.pragma('synchronous = OFF');
    await postgres.beginLocked(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ', [
      LOCK_FOR_MOVING,
      `LOCK TABLE ${TABLES.map(({ name }) => name).join(', ')} IN SHARE MODE`,
    ]);
    await refuseHalfTold(client);
    const proofs = await fill(db, client, options, mark);
    db.close();
    sync(draft);
    // The copy of a move that did not come as far as the source, which has changed since. What was put there meanwhile is none.
    refuseOther(file, mark);
    removeDatabase(file);
    renameSync(draft, file);
    sync(dirname(file));
    await postgres.retire(client, { id, to: file });
    letIn(file);
    await postgres.endMove(client);
    return proofs;
  } finally {
    if (db.open) db.close();
    removeDatabase(draft);
  }
}

/** Nothing would continue the telling in the copy. */
async function refuseHalfTold(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM counters WHERE name = $1', [TOLD_AGAIN]);
  if (rowCount === 0) return;
  throw new MoveRefused('database_restored', 'after-restore did not come to its end; run it again first');
}

async function fill(
  db: Database,
  client: pg.Client,
  { sourceKeys, targetKey, onProgress }: MoveOptions,
  mark: SourceMark,
): Promise<TableProof[]> {
  db.exec('BEGIN');
  const meter = new Meter(await postgres.countRows(client), onProgress);
  await sqlite.withoutTriggers(db, async () => {
    for (const table of TABLES) {
      const write = sqlite.rowWriter(db, table);
      const rows = meter.counted(`copying ${table.name}`, postgres.readRows(client, table));
      for await (const row of resealed(table, rows, sourceKeys, targetKey)) write(row);
    }
    meter.begin('copying words');
    sqlite.indexWords(db);
  });
  await moveFacts(client, db);
  sqlite.mark(db, mark);
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
  return proofs;
}

async function moveFacts(client: pg.Client, db: Database): Promise<void> {
  const facts = await client.query<{ name: string; value: string }>(
    `SELECT name, value FROM registry_facts WHERE name IN ('id_prefix', 'public_url')`,
  );
  const write = db.prepare('INSERT INTO registry_facts (name, value) VALUES (?, ?)');
  for (const { name, value } of facts.rows) write.run(name, value);
  const { number, clock } = await postgres.readIssued(client);
  const count = db.prepare('INSERT INTO counters (name, value) VALUES (?, ?)');
  count.run('registry_number', number);
  count.run('clock', clock);
}

/** The source was retired for this very copy, by a move that did not come to its end. */
async function finish(
  client: pg.Client,
  file: string,
  source: MoveState & { movedTo: string },
  place: string,
): Promise<MoveReport> {
  const copy = existsSync(file) ? stateOf(file) : undefined;
  if (copy === undefined && source.movedTo === file)
    throw movedAway(
      file,
      ', and no registry is there; put it back from where it was moved to, or restore a backup of it',
    );
  const isIn = copy !== undefined && copy.movingFrom === undefined && copy.movedTo === undefined;
  if (isIn && source.movedTo === file && source.moveId === undefined)
    throw movedAway(
      file,
      ', and the move has ended; unset DATABASE_URL, and start the server on that folder',
    );
  if (copy === undefined || !isCopyOf(copy, source, file))
    throw movedAway(source.movedTo, '; use that one, never both');
  if (copy.movingFrom !== undefined) letIn(file);
  await postgres.endMove(client);
  const db = openReader(file);
  try {
    const works = db.prepare<[], number>('SELECT count(*) FROM artworks').pluck().get() ?? 0;
    return finishOf(works, sqlite.countRows(db), file, place);
  } finally {
    db.close();
  }
}

/** The file is the registry from now on. */
function letIn(file: string): void {
  const db = openWriter(file, { mustExist: true });
  try {
    sqlite.unmark(db);
  } finally {
    db.close();
  }
}

/** Undefined where the file is not a database of a registry. */
function stateOf(file: string): MoveState | undefined {
  // A journal is of one who was killed as he let it in: a reader may not undo what that had begun.
  const db = existsSync(`${file}-journal`) ? openWriter(file, { mustExist: true }) : openReader(file);
  try {
    return readFacts(db);
  } catch (error) {
    if (error instanceof SqliteError && /^SQLITE_(NOTADB|ERROR|CORRUPT)/.test(error.code)) return undefined;
    throw error;
  } finally {
    db.close();
  }
}

function removeDatabase(file: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
}
