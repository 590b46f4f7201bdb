// Opens the journal's SQLite file and brings its schema up to date with the numbered migrations beside this file.
import { readdirSync, readFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** Opens or creates the journal; FULL sync, so that a committed page survives a power cut. */
export function openDatabase(file: string): Database.Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const db = new Database(file, { timeout: 10_000 });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  migrate(db);
  return db;
}

function migrate(db: Database.Database): void {
  const files = readdirSync(MIGRATIONS)
    .filter((name) => /^\d{4}-.*\.sql$/.test(name))
    .sort();
  db.transaction(() => {
    const done = db.pragma('user_version', { simple: true }) as number;
    for (const name of files.slice(done)) db.exec(readFileSync(join(MIGRATIONS, name), 'utf8'));
    if (done > files.length) throw new Error(`The journal was written by a newer version (schema ${done}).`);
    db.pragma(`user_version = ${files.length}`);
  }).immediate();
}
