// The schema of the embedded database: the steps in migrations/, and whether a database has had them.
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { listSteps, migrate as runSteps } from '#kit/migrations';

const FOLDER = join(import.meta.dirname, '..', 'migrations');
const NEWEST = listSteps(FOLDER).length;

/** Whether the schema has steps that this program does not know. */
export const isNewer = (schema: number): boolean => schema > NEWEST;

/** Whether the schema is the one this program writes. */
export const isCurrent = (schema: number): boolean => schema === NEWEST;

/** Safe beside another process that does the same. */
export const migrate = (db: Database): void =>
  runSteps(
    db,
    FOLDER,
    () => new Error('the database was made by a newer version of the registry; update the program'),
  );

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
