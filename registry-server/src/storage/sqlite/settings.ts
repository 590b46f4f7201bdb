// Opens the way to a database: whether it is there, whether it has the tables of this program, and whether it is the
// registry that this process takes it for. Two processes with two prefixes would issue Art IDs of both, for good.
import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { DatabaseRefused, DEFAULT_PREFIX, isLocal, refuseOthers } from '../shared/settings.ts';
import type { Settings, StoredSettings, WantedSettings } from '../shared/settings.ts';
import { isCurrent, isNewer, migrate, readVersion } from './engine/migrate.ts';

export function refuseMissing(file: string): void {
  if (existsSync(file)) return;
  throw new DatabaseRefused(
    'database_not_found',
    `there is no database ${file}; set REGISTRY_DATA_DIR to the folder of the server, or make one with serve or migrate`,
  );
}

/** Before any table is read by a process that must not change them. */
export function refuseOutdated(db: Database, file: string): void {
  if (isCurrent(readVersion(db))) return;
  throw isNewer(readVersion(db))
    ? new DatabaseRefused(
        'database_newer',
        `${file} was made by a newer version of the registry; update the program`,
      )
    : new DatabaseRefused(
        'database_outdated',
        `${file} was made by an older version of the registry; make a backup with that version, then run migrate or start the server`,
      );
}

/** Makes and updates the tables, and writes the settings that are not there yet. */
export function prepare(db: Database, wanted: WantedSettings): Settings {
  // An empty file has no settings that could differ; and one that differs is left as it was.
  if (readVersion(db) > 0 && hasSettings(db)) refuseOthers(readSettings(db), wanted);
  migrate(db);
  const insert = db.prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  insert.run('id_prefix', wanted.idPrefix ?? DEFAULT_PREFIX);
  if (wanted.publicUrl !== undefined && !isLocal(wanted.publicUrl))
    insert.run('public_url', wanted.publicUrl);
  return settingsFor(db, wanted);
}

/** Writes another public address, as the operator orders it. */
export function writePublicUrl(db: Database, publicUrl: string): void {
  db.prepare(
    `INSERT INTO settings (name, value) VALUES ('public_url', ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
  ).run(publicUrl);
}

/** Those of the database; refuses where this process was told others. An address of this machine is nobody's for good. */
export function settingsFor(db: Database, wanted: WantedSettings): Settings {
  const stored = readSettings(db);
  refuseOthers(stored, wanted);
  return {
    idPrefix: stored.idPrefix ?? DEFAULT_PREFIX,
    publicUrl: stored.publicUrl ?? wanted.publicUrl ?? null,
  };
}

function readSettings(db: Database): StoredSettings {
  const find = db.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck();
  return { idPrefix: find.get('id_prefix'), publicUrl: find.get('public_url') };
}

function hasSettings(db: Database): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'settings'`).get() !== undefined;
}
