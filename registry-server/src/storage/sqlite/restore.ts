// Puts a backup in the place of the database. What was given out since the backup was made is not known to it, so no
// number that could have been given out is given out again: Art IDs and the feed skip a million and more, times only rise. What was
// taken from the public since stays taken, readers of the feed hear what differs, and receivers stay paused until the
// operator has looked.
import {
  closeSync,
  existsSync,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite, { SqliteError } from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { fileStamp } from '../../file-names.ts';
import type { OnProgress } from '../../on-progress.ts';
import { sync } from '#kit/sync-to-disk';
import type { NewAction } from '../operator-records.ts';
import { overwriteWhatIsDeleted } from './engine/connection.ts';
import { makeContext } from './engine/context.ts';
import { isCurrent, migrate } from './engine/migrate.ts';
import { readSchema } from '#kit/migrations';
import { DUMPS_ON_HOLD, RESTORED_AT } from '../tables/texts/dumps.ts';
import { carryOver } from './carry-over.ts';
import type { CarriedOver } from './carry-over.ts';
import { hasFacts, readFacts } from './open-checks.ts';
import { findLastPublished, readShown, republishDifferences } from './restore-steps.ts';
import { lockFolder } from './serve-lock.ts';
import { DEFAULT_PREFIX } from '../shared/registry-identity.ts';
import { SKIPPED, skippedUnseen } from '../shared/restore-skip.ts';

const PIECE_BYTES = 8 * 1024 * 1024;

const NOTHING_CARRIED: CarriedOver = { rows: {}, eraseAgain: [], lostCertificates: 0 };

/** Why a restore was refused; nothing has changed. */
export class RestoreRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'RestoreRefused';
    this.code = code;
  }
}

export type RestoreReport = {
  works: number;
  /** The next Art ID has a greater number. */
  skippedTo: number;
  pausedWebhooks: number;
  /** Art IDs begin with this. */
  idPrefix: string;
  /** What the replaced database had taken away or made known, and what is therefore so in this one too. */
  carriedOver: CarriedOver;
  /** Whether the replaced database was a later state of the backup. Else what was taken away since is not known. */
  isLater: boolean;
  /** No dump is written until the operator has looked. */
  areDumpsOnHold: boolean;
  /** Steps in the feed for what this database shows otherwise; null where there was none to compare with. */
  steps: number | null;
  /** Where the replaced database was put; null when there was none. */
  replaced: string | null;
};

export type RestoreOptions = {
  nowMs: number;
  isDryRun?: boolean;
  action?: NewAction;
  onProgress?: OnProgress;
  /** Erases these organisations in the database `file`, by their slugs, before it becomes the live one. */
  eraseAgain: (file: string, slugs: string[]) => Promise<void>;
};

/**
 * `file` is the place of the live database. Throws RestoreRefused while anybody has it open, and DatabaseRefused while a server runs
 * on its folder, unless it is a dry run, which says what a
 * restore would do and changes nothing.
 */
export async function restoreDatabase(
  backup: string,
  file: string,
  { nowMs, isDryRun = false, action, onProgress = () => undefined, eraseAgain }: RestoreOptions,
): Promise<RestoreReport> {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.restore`;
  let live: Database | undefined;
  let closeKept = () => undefined as void;
  let unlock = () => undefined as void;
  try {
    refuseSource(backup, file);
    const copy = openCopy(backup, draft, onProgress);
    let report: Omit<RestoreReport, 'replaced'>;
    try {
      // Where its database was removed, the lock alone tells of a running server.
      if (!isDryRun) unlock = lockFolder(dirname(file));
      live = existsSync(file) ? (isDryRun ? openToRead(file) : takeAlone(file)) : undefined;
      if (live !== undefined) {
        refuseHalfMoved(live, 'the present database');
        refuseOtherTables(live, file);
      }
      report = applyRules(copy, live, { nowMs, action, onProgress });
    } finally {
      copy.close();
    }
    if (isDryRun) return { ...report, replaced: null };
    if (report.carriedOver.eraseAgain.length > 0) await eraseAgain(draft, report.carriedOver.eraseAgain);
    intoOneFile(draft);
    sync(draft);
    const replaced = live === undefined ? null : `${file}.before-restore-${fileStamp(nowMs)}`;
    // A log that was left behind belongs to another database; SQLite would try to apply it to this one.
    for (const end of ['-wal', '-shm', '-journal']) rmSync(`${file}${end}`, { force: true });
    // The old database gets a second name before the new one takes its first: whenever this breaks off, there is one. The
    // lock on the old file is held until then.
    if (replaced !== null) closeKept = keepAs(file, replaced);
    renameSync(draft, file);
    sync(dirname(file));
    return { ...report, replaced };
  } finally {
    live?.close();
    closeKept();
    unlock();
    for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${draft}${end}`, { force: true });
  }
}

/** What is taken away from it again must not stay in free pages, which the next backup copies. */
function openDraft(draft: string): Database {
  const db = new BetterSqlite(draft);
  overwriteWhatIsDeleted(db);
  return db;
}

/** What an erasure wrote may still be in its log. */
function intoOneFile(draft: string): void {
  const db = openDraft(draft);
  db.pragma('journal_mode = DELETE');
  db.close();
}

/** Gives the file a second name. Returns what to call once no lock on the file is needed any more. */
function keepAs(file: string, name: string): () => void {
  try {
    linkSync(file, name);
    return () => undefined;
  } catch {
    // Not every file system has links. The copy's source stays open: closing it drops SQLite's lock on the file (POSIX).
    const source = openSync(file, 'r');
    copyInPieces(source, name, () => undefined);
    sync(name);
    return () => closeSync(source);
  }
}

function refuseSource(backup: string, file: string): void {
  const source = statSync(backup, { throwIfNoEntry: false });
  if (source === undefined) throw new RestoreRefused('backup_not_found', `there is no file ${backup}`);
  if (!source.isFile()) throw new RestoreRefused('not_a_backup', `${backup} is no file`);
  const live = statSync(file, { throwIfNoEntry: false });
  if (live !== undefined && live.ino === source.ino && live.dev === source.dev) {
    throw new RestoreRefused(
      'backup_is_database',
      `${backup} is the database itself; name a file made by backup`,
    );
  }
}

function openCopy(backup: string, draft: string, onProgress: OnProgress): Database {
  if (existsSync(`${backup}-wal`)) {
    throw new RestoreRefused(
      'backup_in_use',
      `${backup} is a database in use (a -wal file lies beside it), no backup; make one with the command backup`,
    );
  }
  const source = openSync(backup, 'r');
  try {
    copyInPieces(source, draft, (done, total) => onProgress('copying the backup', done, total));
  } finally {
    closeSync(source);
  }
  onProgress('checking it', 0, 0);
  const copy = openDraft(draft);
  try {
    const found = copy.pragma('quick_check(1)', { simple: true });
    if (found !== 'ok') throw new RestoreRefused('backup_damaged', `${backup} is damaged: ${String(found)}`);
    const isOurs = copy.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'artworks'`).get() !== undefined;
    if (!isOurs) throw new RestoreRefused('not_a_backup', `${backup} is not a backup of a registry`);
    refuseHalfMoved(copy, 'the backup');
    migrate(copy);
    return copy;
  } catch (error) {
    copy.close();
    if (error instanceof SqliteError && error.code === 'SQLITE_NOTADB')
      throw new RestoreRefused('not_a_backup', `${backup} is not a backup of a registry`);
    throw error;
  }
}

function copyInPieces(source: number, to: string, onPiece: (done: number, total: number) => void): void {
  const target = openSync(to, 'w', 0o600);
  try {
    const total = fstatSync(source).size;
    const piece = Buffer.allocUnsafe(PIECE_BYTES);
    for (let done = 0; ;) {
      const read = readSync(source, piece);
      if (read === 0) return;
      writeFileSync(target, piece.subarray(0, read));
      onPiece((done += read), total);
    }
  } finally {
    closeSync(target);
  }
}

/** Beside a running server, as it is at this moment. */
function openToRead(file: string): Database {
  const live = new BetterSqlite(file, { readonly: true, timeout: 5000 });
  live.exec('BEGIN');
  return live;
}

/** Leaving WAL mode succeeds only while nobody else has the file open, so a running server is noticed. */
function takeAlone(file: string): Database | undefined {
  const live = new BetterSqlite(file, { timeout: 0 });
  try {
    live.pragma('journal_mode = DELETE');
    live.pragma('locking_mode = EXCLUSIVE');
    live.exec('BEGIN EXCLUSIVE');
    return live;
  } catch (error) {
    live.close();
    const code = error instanceof SqliteError ? error.code : '';
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
      throw new RestoreRefused(
        'database_in_use',
        'a server or another command has the database open; stop it first, then restore',
      );
    }
    if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT')) {
      throw new RestoreRefused(
        'database_unreadable',
        `the present database ${file} cannot be read, so it cannot say which Art IDs it gave out; move it away, then restore`,
      );
    }
    throw error;
  }
}

function applyRules(
  copy: Database,
  live: Database | undefined,
  { nowMs, action, onProgress }: { nowMs: number; action: NewAction | undefined; onProgress: OnProgress },
): Omit<RestoreReport, 'replaced'> {
  const facts = readFacts(copy);
  const idPrefix = facts.idPrefix ?? DEFAULT_PREFIX;
  const livePrefix = live && readFacts(live).idPrefix;
  if (livePrefix !== undefined && livePrefix !== idPrefix) {
    throw new RestoreRefused(
      'other_registry',
      `the backup issues Art IDs that begin with ${idPrefix}, the present database ${livePrefix}: they are two registries`,
    );
  }
  const last = (name: string) => Math.max(counterOf(copy, name), live ? counterOf(live, name) : 0);
  const times = { clock: counterOf(copy, 'clock'), sweepTime: counterOf(copy, 'sweep_time') };
  const skipped = live ? SKIPPED : skippedUnseen(times, nowMs);
  const skippedTo = last('registry_number') + skipped;
  const isLater = live !== undefined && isLaterThan(live, copy);
  const end = lastChangeOf(copy);
  const lastChange = Math.max(end, live ? lastChangeOf(live) : 0);
  const lastPublished = live ? findLastPublished(copy, live, end) : end;
  const apply = copy.transaction(() => {
    const setCounter = copy.prepare('UPDATE counters SET value = ? WHERE name = ?');
    setCounter.run(skippedTo, 'registry_number');
    // Times rise by a microsecond each while the clock is behind them, after it was ahead once: those of a lost database are passed, too.
    const clock = Math.max(last('clock') + SKIPPED, nowMs * 1000);
    setCounter.run(clock, 'clock');
    setCounter.run(clock, RESTORED_AT);
    // A row is missing as long as nothing was ever written to the feed.
    copy.prepare(`DELETE FROM sqlite_sequence WHERE name = 'changes'`).run();
    copy.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('changes', ?)`).run(lastChange + skipped);
    copy.prepare('DELETE FROM rate_windows').run();
    // What an attempt of a move has copied may be newer than this, and must not be taken for an older copy.
    copy.prepare(`DELETE FROM registry_facts WHERE name = 'move_id'`).run();
    copy.prepare('UPDATE deliveries SET lease_until_ms = NULL WHERE lease_until_ms IS NOT NULL').run();
    const pause = copy.prepare(`UPDATE webhook_endpoints SET status = 'paused' WHERE status = 'active'`);
    const context = makeContext(copy, idPrefix);
    Object.assign(context, { nowMs, publicUrl: '' });
    // Nothing says who asked since to be left out of the dumps. A replaced database that was restored itself may wait for an answer still.
    if (!isLater || counterOf(live, DUMPS_ON_HOLD) > 0)
      copy
        .prepare('INSERT INTO counters (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING')
        .run(DUMPS_ON_HOLD, nowMs);
    const before = readShown(copy);
    // Before the action of this restore, whose number follows those of the replaced database.
    const carriedOver = live ? carryOver(context, live, isLater) : NOTHING_CARRIED;
    if (action !== undefined) insertAction(copy, nowMs, action);
    return {
      pausedWebhooks: pause.run().changes,
      carriedOver,
      isLater,
      areDumpsOnHold: counterOf(copy, DUMPS_ON_HOLD) > 0,
      steps: live ? republishDifferences(context, live, { lastPublished, before }, onProgress) : null,
    };
  });
  const works = copy.prepare<[], number>('SELECT count(*) FROM artworks').pluck().get() ?? 0;
  return { works, skippedTo, idPrefix, ...apply.immediate() };
}

/** A statement of its own: those of tables/ are asynchronous, and a transaction of better-sqlite3 is not. */
function insertAction(copy: Database, nowMs: number, action: NewAction): void {
  const { operator, via, action: name, details, organizationId, requestId } = action;
  copy
    .prepare(
      `INSERT INTO operator_actions (begun_at, operator, via, action, details, outcome, organization_id, access_request_id)
       VALUES (?, ?, ?, ?, ?, 'done', ?, ?)`,
    )
    .run(nowMs * 1000, operator, via, name, details, organizationId, requestId);
}

/**
 * It knows every organisation, the last action of an operator and the last step of the feed, and has given out as many numbers and as late a
 * time: the server continued with it. Numbers and times alone say nothing of one that ran on, or was restored itself, which skips a million.
 */
function isLaterThan(live: Database, copy: Database): boolean {
  const known = new Set(live.prepare<[], string>('SELECT id FROM organizations').pluck().all());
  const organizations = copy.prepare<[], string>('SELECT id FROM organizations').pluck().all();
  return (
    organizations.every((id) => known.has(id)) &&
    knowsLastAction(live, copy) &&
    knowsLastStep(live, copy) &&
    ['registry_number', 'clock'].every((name) => counterOf(live, name) >= counterOf(copy, name))
  );
}

/** What an operator sets moves no number of the registry; that somebody set it is written down. */
function knowsLastAction(live: Database, copy: Database): boolean {
  const last = copy
    .prepare<[], [number, number, string]>(
      'SELECT seq, begun_at, action FROM operator_actions ORDER BY seq DESC LIMIT 1',
    )
    .raw()
    .get();
  if (last === undefined) return true;
  const known = live.prepare('SELECT 1 FROM operator_actions WHERE seq = ? AND begun_at = ? AND action = ?');
  return known.get(...last) !== undefined;
}

/** The sweep removes one that a later step of its subject has replaced. Where it has not come so far, the step was never there. */
function knowsLastStep(live: Database, copy: Database): boolean {
  const last = copy
    .prepare<[], [number, string, number]>(
      'SELECT seq, subject, written_at FROM changes ORDER BY seq DESC LIMIT 1',
    )
    .raw()
    .get();
  if (last === undefined) return true;
  const [seq, subject, writtenAt] = last;
  const known = live
    .prepare<[number], [string, number]>('SELECT subject, written_at FROM changes WHERE seq = ?')
    .raw()
    .get(seq);
  if (known !== undefined) return known[0] === subject && known[1] === writtenAt;
  if (counterOf(live, 'changes_swept') < seq) return false;
  return live.prepare('SELECT 1 FROM changes WHERE subject = ? AND seq > ?').get(subject, seq) !== undefined;
}

const KEPT = 'move the present file away, keep it, and restore without it';

/**
 * Of the present database the other half may be the registry, or this may be all that is left of it. Before versions are compared: what
 * was moved away says that it is too new for every program.
 */
function refuseHalfMoved(db: Database, what: 'the backup' | 'the present database'): void {
  if (!hasFacts(db)) return;
  const { movingFrom, movedTo } = readFacts(db);
  if (movedTo !== undefined)
    throw new RestoreRefused(
      'database_moved',
      `${what} was moved to ${movedTo}, which is the registry now; run the same move again where it may not have ended, and restore there. ` +
        `Where that one is lost, ${what === 'the backup' ? 'take a backup that was made before the move' : KEPT}`,
    );
  if (movingFrom === undefined) return;
  throw new RestoreRefused(
    'database_moving',
    what === 'the backup'
      ? 'the backup is of a move that had not ended; copy it into the place of the database and run the same move again, or take a later backup if that move has ended since'
      : `the present database is of a move from ${movingFrom} that has not ended, and may be all that is left of the registry; run the same move again, then restore. Where that one is lost, or still opens and is to stay the registry, ${KEPT}`,
  );
}

function refuseOtherTables(live: Database, file: string): void {
  if (isCurrent(readSchema(live))) return;
  throw new RestoreRefused(
    'database_outdated',
    `the present database ${file} was made by another version of the registry, so what it took away cannot be read; run the version ` +
      'that made it, or move it away and restore without it',
  );
}

function counterOf(db: Database, name: string): number {
  return db.prepare<[string], number>('SELECT value FROM counters WHERE name = ?').pluck().get(name) ?? 0;
}

function lastChangeOf(db: Database): number {
  const last = db.prepare<[], number>(`SELECT seq FROM sqlite_sequence WHERE name = 'changes'`).pluck();
  return last.get() ?? 0;
}
