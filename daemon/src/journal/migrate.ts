// The schemas of journal and directory: brought up to date, or refused where a newer version of the service has changed them.
import type Database from 'better-sqlite3';
import { listSteps, migrate as runSteps } from '#kit/migrations';
import { NewerData } from './newer-data.ts';

/** The steps of one kind of file. `newerText`: the message for a file whose schema is newer than the `known` one. */
export type Migrations = {
  folder: string;
  newerText: (file: string, schema: number, known: number) => string;
};

/** The number of the newest schema. */
export const newestSchema = ({ folder }: Migrations): number => listSteps(folder).length;

/** Throws NewerData where the schema of `file` has steps that this program does not know. */
export function refuseNewer(migrations: Migrations, file: string, schema: number): void {
  const known = newestSchema(migrations);
  if (schema > known) throw new NewerData(migrations.newerText(file, schema, known));
}

/** Throws NewerData, and then has changed nothing. */
export const migrate = (db: Database.Database, { folder, newerText }: Migrations): void =>
  runSteps(db, folder, (schema, known) => new NewerData(newerText(db.name, schema, known)));
