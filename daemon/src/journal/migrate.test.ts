// The migration machinery of journal and directory, with steps of its own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, readSchema, type Migrations } from './migrate.ts';
import { NewerData } from './newer-data.ts';

let folder: string;
let steps: Migrations;
let db: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'daemon-migrate-'));
  steps = {
    folder: join(folder, 'migrations'),
    newerText: (_file, schema, known) => `schema ${schema}; this one knows ${known}`,
  };
  mkdirSync(steps.folder);
  db = new Database(join(folder, 'test.sqlite'));
  addStep('0001-works.sql', `CREATE TABLE works (title TEXT); INSERT INTO works VALUES ('a');`);
  migrate(db, steps);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const addStep = (name: string, text: string) => writeFileSync(join(steps.folder, name), text);
const works = () => db.prepare('SELECT * FROM works').all();

test('the steps that a file lacks run in order, once each', () => {
  addStep('0003-shout.sql', 'UPDATE works SET title = upper(title) || artist;');
  addStep('0002-artist.sql', `ALTER TABLE works ADD COLUMN artist TEXT NOT NULL DEFAULT 'x';`);
  addStep('notes.sql', 'not a step');
  migrate(db, steps);
  migrate(db, steps);
  expect(works()).toEqual([{ title: 'Ax', artist: 'x' }]);
  expect(readSchema(db)).toBe(3);
});

test('a step that fails leaves the file as it was', () => {
  addStep('0002-artist.sql', 'ALTER TABLE works ADD COLUMN artist TEXT;');
  addStep('0003-broken.sql', `INSERT INTO works VALUES ('b', 'y'); INSERT INTO nowhere VALUES (1);`);
  expect(() => migrate(db, steps)).toThrow('nowhere');
  expect(works()).toEqual([{ title: 'a' }]);
  expect(readSchema(db)).toBe(1);
});

test('steps with a gap in their numbers are refused', () => {
  addStep('0003-later.sql', 'DELETE FROM works;');
  expect(() => migrate(db, steps)).toThrow('should have number 2');
  expect(works()).toHaveLength(1);
});

test('a file of a newer program is refused and left as it was', () => {
  db.pragma('user_version = 2');
  expect(() => migrate(db, steps)).toThrow(NewerData);
  expect(() => migrate(db, steps)).toThrow('schema 2; this one knows 1');
  expect(readSchema(db)).toBe(2);
});
