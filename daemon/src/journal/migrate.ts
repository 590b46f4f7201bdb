// Brings a SQLite file to the newest schema: numbered files of a folder, applied once each, in order, in one transaction. Never
// changes a file that was released.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { NewerData } from './newer-data.ts';

/** The steps of one kind of file. `newerText`: the message for a file whose schema is newer than the `known` one. */
export type Migrations = {
  folder: string;
  newerText: (file: string, schema: number, known: number) => string;
};

/** The number of the newest schema. Throws where the numbers of the files have a gap. */
export const newestSchema = ({ folder }: Migrations): number => listSteps(folder).length;

export const readSchema = (db: Database.Database): number =>
  db.pragma('user_version', { simple: true }) as number;

/** Throws NewerData where the schema of `file` has steps that this program does not know. */
export function refuseNewer(migrations: Migrations, file: string, schema: number): void {
  const known = newestSchema(migrations);
  if (schema > known) throw new NewerData(migrations.newerText(file, schema, known));
}

/** Safe beside another process that does the same. Throws NewerData, and then has changed nothing. */
export function migrate(db: Database.Database, migrations: Migrations): void {
  const steps = listSteps(migrations.folder);
  db.transaction(() => {
    const done = readSchema(db);
    refuseNewer(migrations, db.name, done);
    for (const name of steps.slice(done)) db.exec(readFileSync(join(migrations.folder, name), 'utf8'));
    db.pragma(`user_version = ${steps.length}`);
  }).immediate();
}

function listSteps(folder: string): string[] {
  const steps = readdirSync(folder)
    .filter((name) => /^\d{4}-.+\.sql$/.test(name))
    .sort();
  steps.forEach((name, index) => {
    if (Number(name.slice(0, 4)) !== index + 1)
      throw new Error(`migration ${name} should have number ${index + 1}`);
  });
  return steps;
}
