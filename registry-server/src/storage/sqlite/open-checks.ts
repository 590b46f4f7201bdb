// Opens the way to a database: whether it is there, whether it has the tables of this program, and whether it is the
// registry that this process takes it for. Two processes with two prefixes would issue Art IDs of both, for good.
import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Database } from 'better-sqlite3';
import { namesIn } from '../../file-names.ts';
import { DatabaseRefused, DEFAULT_PREFIX, isLocal, refuseInMove } from '../shared/registry-identity.ts';
import { refuseOtherIdentity, storedFacts } from '../shared/registry-identity.ts';
import type { RegistryIdentity, StoredFacts, GivenIdentity } from '../shared/registry-identity.ts';
import { isCurrent, isNewer, migrate } from './engine/migrate.ts';
import { readSchema } from '#kit/migrations';

export function refuseMissing(file: string): void {
  if (existsSync(file)) return;
  throw new DatabaseRefused(
    'database_not_found',
    `there is no database ${file}; set REGISTRY_DATA_DIR to the folder of the server, or make one with serve or migrate`,
  );
}

/**
 * Before a database is made: not where a move has left something. A draft means that the registry is still where it was, a file
 * that was moved away that it is on PostgreSQL. An empty database would issue its Art IDs once more.
 */
export function refuseBesideMove(file: string): void {
  if (existsSync(file)) return;
  if (existsSync(draftOf(file))) {
    throw new DatabaseRefused(
      'database_moving',
      `the move of a registry to ${file} has not ended; run the same move again, or remove ${draftOf(file)} to make a new registry`,
    );
  }
  const beginning = `${basename(file)}.moved-`;
  const moved = namesIn(dirname(file)).find((name) => name.startsWith(beginning));
  if (moved === undefined) return;
  throw new DatabaseRefused(
    'database_moved',
    `the registry of this folder was moved to PostgreSQL (${moved}); set DATABASE_URL, or move that file away to make a new registry`,
  );
}

/** What a move writes before it takes its place under the name of the database. */
export const draftOf = (file: string): string => `${file}.moving`;

/** Before its version: what was moved away says that it is too new for every program. */
export function refuseMoved(db: Database): void {
  if (readSchema(db) > 0 && hasFacts(db)) refuseInMove(readFacts(db));
}

/** Before any table is read by a process that must not change them. */
export function refuseOutdated(db: Database, file: string): void {
  if (isCurrent(readSchema(db))) return;
  throw isNewer(readSchema(db))
    ? new DatabaseRefused(
        'database_newer',
        `${file} was made by a newer version of the registry; update the program`,
      )
    : new DatabaseRefused(
        'database_outdated',
        `${file} was made by an older version of the registry; make a backup with that version, then run migrate or start the server`,
      );
}

/** Makes and updates the tables, and writes the facts that are not there yet. */
export function prepare(db: Database, given: GivenIdentity): RegistryIdentity {
  // An empty file has no identity that could differ; and one that differs is left as it was.
  if (readSchema(db) > 0 && hasFacts(db)) refuseOtherIdentity(readFacts(db), given);
  migrate(db);
  const insert = db.prepare('INSERT INTO registry_facts (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING');
  insert.run('id_prefix', given.idPrefix ?? DEFAULT_PREFIX);
  if (given.publicUrl !== undefined && !isLocal(given.publicUrl)) insert.run('public_url', given.publicUrl);
  return identityOf(db, given);
}

/** Writes another public address, as the operator orders it. */
export function writePublicUrl(db: Database, publicUrl: string): void {
  db.prepare(
    `INSERT INTO registry_facts (name, value) VALUES ('public_url', ?) ON CONFLICT DO UPDATE SET value = excluded.value`,
  ).run(publicUrl);
}

/** Those of the database; refuses where this process was told others. An address of this machine is nobody's for good. */
export function identityOf(db: Database, given: GivenIdentity): RegistryIdentity {
  const stored = readFacts(db);
  refuseOtherIdentity(stored, given);
  return {
    idPrefix: stored.idPrefix ?? DEFAULT_PREFIX,
    publicUrl: stored.publicUrl ?? given.publicUrl ?? null,
  };
}

export function readFacts(db: Database): StoredFacts {
  const find = db.prepare<[string], string>('SELECT value FROM registry_facts WHERE name = ?').pluck();
  return storedFacts((name) => find.get(name));
}

export function hasFacts(db: Database): boolean {
  return db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'registry_facts'`).get() !== undefined;
}
