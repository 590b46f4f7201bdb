// Numbered steps of a schema, files such as 0001-tables.sql in a folder of the program, and the SQLite files that they bring up to date.
// A step that was released never changes.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';

/** The names of the steps, in order. Throws where their numbers have a gap. */
export function listSteps(folder: string): string[] {
  const steps = readdirSync(folder).filter((name) => /^\d{4}-.+\.sql$/.test(name));
  steps.sort().forEach((name, index) => {
    if (Number(name.slice(0, 4)) !== index + 1)
      throw new Error(`migration ${name} should have number ${index + 1}`);
  });
  return steps;
}

/** How many steps a SQLite file has had. */
export const readSchema = (db: Database): number => db.pragma('user_version', { simple: true }) as number;

/**
 * Runs the steps that the file lacks, in one transaction: after one that fails, the earlier program still works with the file. Safe
 * beside another process that does the same. `refused`: the error for a file with steps that this program does not know, which is then
 * left as it is.
 */
export function migrate(
  db: Database,
  folder: string,
  refused: (schema: number, known: number) => Error,
): void {
  const steps = listSteps(folder);
  const findMissing = () => {
    const schema = readSchema(db);
    if (schema > steps.length) throw refused(schema, steps.length);
    return steps.slice(schema);
  };
  if (findMissing().length === 0) return;
  // Asked once more under the lock: another process may have been faster.
  db.transaction(() => {
    for (const name of findMissing()) db.exec(readFileSync(join(folder, name), 'utf8'));
    db.pragma(`user_version = ${steps.length}`);
  }).immediate();
}
