// Brings a database to the newest schema: numbered files in migrations/, applied once each, in order, in one
// transaction per file. Never changes a file that was released.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Database } from 'better-sqlite3';

const FOLDER = join(import.meta.dirname, '..', 'migrations');
const FILES = listFiles(FOLDER);

function listFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort();
}

/** Whether the schema has steps that this program does not know. */
export function isNewer(version: number): boolean {
  return version > FILES.length;
}

/** Whether the schema is the one this program writes. */
export function isCurrent(version: number): boolean {
  return version === FILES.length;
}

/**
 * Safe beside another process doing the same: the version is read again under the write lock. `folder` holds the steps;
 * default: those of this program.
 */
export function migrate(db: Database, folder = FOLDER): void {
  const files = folder === FOLDER ? FILES : listFiles(folder);
  for (const [index, name] of files.entries()) {
    const version = index + 1;
    if (Number(name.slice(0, 4)) !== version)
      throw new Error(`migration ${name} should have number ${version}`);
    if (readVersion(db) >= version) continue;
    const apply = db.transaction(() => {
      if (readVersion(db) >= version) return;
      db.exec(readFileSync(join(folder, name), 'utf8'));
      db.pragma(`user_version = ${version}`);
    });
    apply.immediate();
  }
  if (readVersion(db) > files.length) {
    throw new Error('the database was made by a newer version of the registry; update the program');
  }
}

/** The schema that the migrations of this program make, for a comparison with a database at hand. */
export function shippedSchema(): string {
  const db = new BetterSqlite(':memory:');
  try {
    migrate(db);
    return dumpSchema(db);
  } finally {
    db.close();
  }
}

/** The schema as text, in creation order. */
export function dumpSchema(db: Database): string {
  const rows = db
    .prepare<[], { sql: string }>(
      `SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
       AND name NOT LIKE 'artworks_text_%' ORDER BY rowid`,
    )
    .all();
  return rows.map((row) => `${row.sql};\n`).join('\n');
}

export function readVersion(db: Database): number {
  return db.pragma('user_version', { simple: true }) as number;
}
