// Opens the journal's SQLite file and brings its schema up to date with the numbered migrations beside this file.
import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { readSchema } from '#kit/migrations';
import { migrate, newestSchema, refuseNewer, type Migrations } from './migrate.ts';
import { isoTime, systemClock } from '#kit/clock';

const MIGRATIONS: Migrations = {
  folder: join(import.meta.dirname, 'migrations'),
  newerText: (file, schema, known) =>
    `The journal ${file} was written by a newer version of the sync service (schema ${schema}; this one knows ${known}). ` +
    'Install the newer version again. To stay with this one, stop the service, move the journal away with its -wal and -shm files, ' +
    'and start: a new journal is rebuilt from the shop and the registry, and nothing is registered twice.',
};

/** Opens or creates the journal. Commits wait for no disk: see `flushed` of the journal. */
export function openDatabase(file: string): Database.Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new Database(file, { timeout: 10_000 });
  // Also in a folder that others may enter; the side files take their mode from it.
  if (file !== ':memory:') chmodSync(file, 0o600);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  // 16 MiB: a work that is taken in, sent and reported within seconds is written to the file once, not three times.
  db.pragma('wal_autocheckpoint = 4000');
  db.pragma('foreign_keys = ON');
  migrate(db, MIGRATIONS);
  return db;
}

/**
 * Opens the journal for the service. One that is damaged is moved aside, with its side files, and a new one begun: the registry
 * and the shop know everything that was in it (audit.ts). `onMoved` hears the new name of the damaged file.
 */
export function openSoundDatabase(file: string, onMoved: (movedTo: string, reason: string) => void) {
  let db: Database.Database | undefined;
  try {
    db = openDatabase(file);
    const verdict = db.pragma('quick_check(1)', { simple: true });
    if (verdict === 'ok') return db;
    throw Object.assign(new Error(String(verdict)), { code: 'SQLITE_CORRUPT' });
  } catch (error) {
    db?.close();
    if (!isDamage(error)) throw error;
    const movedTo = `${file}.corrupt-${isoTime(systemClock.now()).replace(/[:.]/g, '-')}`;
    for (const suffix of ['', '-wal', '-shm']) {
      if (existsSync(file + suffix)) renameSync(file + suffix, movedTo + suffix);
    }
    onMoved(movedTo, (error as Error).message);
    return openDatabase(file);
  }
}

/** True where opening the journal in `file` would change its schema. */
export const isOutdated = (file: string): boolean => schemaOf(file) < newestSchema(MIGRATIONS);

/** Throws NewerData where the journal in `file` belongs to a newer version; one that is damaged or missing is not a matter of this. */
export function refuseNewerJournal(file: string): void {
  if (!existsSync(file)) return;
  try {
    refuseNewer(MIGRATIONS, file, schemaOf(file));
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
}

function schemaOf(file: string): number {
  const db = new Database(file, { readonly: true });
  try {
    return readSchema(db);
  } finally {
    db.close();
  }
}

const isDamage = (error: unknown) => /^SQLITE_(CORRUPT|NOTADB)/.test((error as { code?: string }).code ?? '');
