// Opens the way to a database: whether it is there, whether it has the tables of this program, and whether it is the
// registry that this process takes it for. Two processes with two prefixes would issue Art IDs of both, for good.
import { existsSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { isCurrent, isNewer, migrate, readVersion } from './engine/migrate.ts';

/** Why a database is not opened; nothing was changed. */
export class DatabaseRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'DatabaseRefused';
    this.code = code;
  }
}

/** `publicUrl` is null as long as nobody has set one. */
export type Settings = { idPrefix: string; publicUrl: string | null };
/** What this process was told; undefined: whatever the database says. */
export type WantedSettings = { idPrefix?: string | undefined; publicUrl?: string | undefined };

export const DEFAULT_PREFIX = 'AREG';

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

type StoredSettings = { idPrefix: string | undefined; publicUrl: string | undefined };

function readSettings(db: Database): StoredSettings {
  const find = db.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck();
  return { idPrefix: find.get('id_prefix'), publicUrl: find.get('public_url') };
}

function refuseOthers(stored: StoredSettings, wanted: WantedSettings): void {
  if (stored.idPrefix !== undefined && wanted.idPrefix !== undefined && stored.idPrefix !== wanted.idPrefix) {
    throw new DatabaseRefused(
      'settings_differ',
      `this database issues Art IDs that begin with ${stored.idPrefix}, REGISTRY_ID_PREFIX says ${wanted.idPrefix}; Art IDs are permanent, so unset it`,
    );
  }
  if (
    stored.publicUrl !== undefined &&
    wanted.publicUrl !== undefined &&
    stored.publicUrl !== wanted.publicUrl
  ) {
    throw new DatabaseRefused(
      'settings_differ',
      `this database belongs to ${stored.publicUrl}, REGISTRY_PUBLIC_URL says ${wanted.publicUrl}; unset it, or move the registry with migrate --public-url ${wanted.publicUrl}`,
    );
  }
}

function hasSettings(db: Database): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'settings'`).get() !== undefined;
}

function isLocal(url: string): boolean {
  return /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(new URL(url).hostname);
}
