// Moves the registry from the embedded database to PostgreSQL. A process that is killed at any step leaves at most one
// database that opens, and the same move run again finishes. The steps, each of them atomic:
//
//   begun     the source has the number of its move
//   marked    the target says that it is not the registry yet, so nobody serves it, empty or filled
//   filled    the target has everything, proven row by row; the source is locked meanwhile
//   retired   the source says that the registry was moved, in the transaction that locked it
//   unmarked  the target is the registry
//   renamed   the source has another name, for those who look at the folder
import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import type pg from 'pg';
import { fileStamp } from '../../file-names.ts';
import { sync } from '#kit/sync-to-disk';
import { migrate } from '../postgres/engine/migrate.ts';
import { openPostgresStorage, placeOf } from '../postgres/open.ts';
import { refuseInMove } from '../shared/registry-identity.ts';
import { openReader, openWriter } from '../sqlite/engine/connection.ts';
import { readFacts, refuseOutdated } from '../sqlite/open-checks.ts';
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
import type { MoveState } from '../shared/registry-identity.ts';
import { claimed } from './claimed.ts';
import * as postgres from './postgres-side.ts';
import type { TableProof } from './proof.ts';
import * as sqlite from './sqlite-side.ts';
import { TABLES } from './tables.ts';

const RESTORE =
  'restore a backup of that database; or move this file away, keep it, and restore the backup that was made before the move';
const NOT_WHOLE = `, and is not whole there; ${RESTORE}`;

/** The source file is renamed at the end. The caller holds the lock of its folder. */
export async function moveToPostgres(options: MoveOptions): Promise<MoveReport> {
  const { file, url, nowMs } = options;
  if (!existsSync(file)) throw new MoveRefused('database_not_found', `there is no database ${file}`);
  const holder = openWriter(file, { mustExist: true });
  const kept = `${file}.moved-${fileStamp(nowMs)}`;
  try {
    const report = await claimed(url, async (client) => {
      const begun = readFacts(holder);
      if (begun.movedTo !== undefined) {
        await finish(client, holder, { ...begun, movedTo: begun.movedTo }, placeOf(url));
        return finishOf(countWorks(holder), sqlite.countRows(holder), placeOf(url), kept);
      }
      refuseInMove(begun);
      refuseOutdated(holder, file);
      return reportOf(await moveAll(holder, client, options), placeOf(url), kept);
    });
    holder.pragma('wal_checkpoint(TRUNCATE)');
    holder.close();
    renameSync(file, kept);
    // Where somebody still reads, the log is not empty yet, and has that it was retired.
    if (existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${kept}-wal`);
    rmSync(`${file}-shm`, { force: true });
    sync(dirname(file));
    return report;
  } catch (error) {
    throw interruptionOf(error);
  } finally {
    if (holder.open) holder.close();
  }
}

async function moveAll(holder: Database, client: pg.Client, options: MoveOptions): Promise<TableProof[]> {
  const { file, url, onProgress } = options;
  const facts = readFacts(holder);
  const { idPrefix, publicUrl } = facts;
  const id = attemptOf(begunMove(facts) ?? sqlite.beginMove(holder, randomUUID()));
  const mark = { id, from: file, idPrefix, publicUrl, clock: sqlite.readIssued(holder).clock };
  await prepareTarget(client, url, mark);
  const found = await postgres.mark(client, mark);
  if (found !== undefined)
    throw new MoveRefused('target_exists', `${placeOf(url)} has ${found}; a move overwrites nothing`);
  const source = openReader(file);
  try {
    // Commands beside the server must not write either. Readers see the state before this transaction.
    holder.exec('BEGIN IMMEDIATE');
    await client.query('BEGIN');
    const meter = new Meter(sqlite.countRows(source), onProgress);
    await fill(source, client, options, meter);
    const proofs = await prove(
      (table) => sqlite.readRows(source, table),
      (table) => postgres.readRows(client, table),
      meter,
    );
    await client.query('COMMIT');
    sqlite.retire(holder, { id, to: placeOf(url) });
    await postgres.unmark(client);
    return proofs;
  } finally {
    source.close();
  }
}

/** Makes the tables; those that this move has begun to fill may be of an older program. Of another one nothing is changed. */
async function prepareTarget(client: pg.Client, url: string, mark: postgres.Mark): Promise<void> {
  const state = await postgres.readState(client);
  if (state.movingFrom === undefined) {
    const identity = { idPrefix: mark.idPrefix, publicUrl: mark.publicUrl };
    await (await openPostgresStorage({ url, identity, listenUrl: () => '' })).close();
  } else if (postgres.isOf(state, mark)) await migrate(url);
}

/** The source was retired by a move that did not tell so, or has not let the target in. */
async function finish(
  client: pg.Client,
  holder: Database,
  source: MoveState & { movedTo: string },
  place: string,
): Promise<void> {
  const { movedTo } = source;
  if (!(await postgres.hasTables(client))) {
    if (movedTo !== place) throw movedAway(movedTo, '; move it there again');
    throw movedAway(
      movedTo,
      `, and this role sees no tables of it there; run the move as the role that began it, or look at its search_path. Where they are lost, ${RESTORE}`,
    );
  }
  const target = await postgres.readState(client);
  const [last, there] = [sqlite.readIssued(holder), await postgres.readIssued(client)];
  if (isCopyOf(target, source, place)) {
    if (target.movingFrom === undefined) return;
    // A standby may have been promoted that did not have it all.
    const isWhole =
      there.clock === last.clock &&
      there.number === last.number &&
      (await postgres.countRows(client)) === sqlite.countRows(holder);
    if (!isWhole) throw movedAway(movedTo, NOT_WHOLE);
    return postgres.unmark(client);
  }
  if (movedTo !== place) throw movedAway(movedTo, '; move it there again');
  // The number alone cannot tell whether the move had ended and the file was put back, or what is there was made again.
  const mayBeIt = target.movingFrom === undefined && there.clock >= last.clock && there.number >= last.number;
  throw movedAway(
    movedTo,
    mayBeIt ? '; where that is this registry, use it, never both, and move this file away' : NOT_WHOLE,
  );
}

async function fill(
  source: Database,
  client: pg.Client,
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
  const { number, clock } = sqlite.readIssued(source);
  await client.query('UPDATE issued SET registry_number = $1, clock = $2', [number, clock]);
  await postgres.writeSequences(client, sqlite.readSequences(source));
  await client.query('ANALYZE');
}

const countWorks = (db: Database): number =>
  db.prepare<[], number>('SELECT count(*) FROM artworks').pluck().get() ?? 0;
