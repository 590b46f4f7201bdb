import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate, readSchema } from './migrations.ts';

let folder: string;
let steps: string;
let db: Database.Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  steps = join(folder, 'migrations');
  mkdirSync(steps);
  db = new Database(join(folder, 'test.sqlite'));
  addStep('0001-works.sql', `CREATE TABLE works (title TEXT); INSERT INTO works VALUES ('a');`);
  migrateTo(db);
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const addStep = (name: string, text: string) => writeFileSync(join(steps, name), text);
const migrateTo = (file: Database.Database) =>
  migrate(file, steps, (schema, known) => new Error(`schema ${schema}; this one knows ${known}`));
const works = () => db.prepare('SELECT * FROM works').all();

test('the steps that a file lacks run in order, once each', () => {
  addStep('0003-shout.sql', 'UPDATE works SET title = upper(title) || artist;');
  addStep('0002-artist.sql', `ALTER TABLE works ADD COLUMN artist TEXT NOT NULL DEFAULT 'x';`);
  addStep('notes.sql', 'not a step');
  migrateTo(db);
  migrateTo(db);
  expect(works()).toEqual([{ title: 'Ax', artist: 'x' }]);
  expect(readSchema(db)).toBe(3);
});

test('a step that fails leaves the file as it was', () => {
  addStep('0002-artist.sql', 'ALTER TABLE works ADD COLUMN artist TEXT;');
  addStep('0003-broken.sql', `INSERT INTO works VALUES ('b', 'y'); INSERT INTO nowhere VALUES (1);`);
  expect(() => migrateTo(db)).toThrow('nowhere');
  expect(works()).toEqual([{ title: 'a' }]);
  expect(readSchema(db)).toBe(1);
});

test('steps with a gap in their numbers are refused', () => {
  addStep('0003-later.sql', 'DELETE FROM works;');
  expect(() => migrateTo(db)).toThrow('should have number 2');
  expect(works()).toHaveLength(1);
});

test('a file of a newer program is refused and left as it was', () => {
  db.pragma('user_version = 2');
  expect(() => migrateTo(db)).toThrow('schema 2; this one knows 1');
  expect(readSchema(db)).toBe(2);
});

test('a file that has had every step is opened while another process writes to it', () => {
  const other = new Database(join(folder, 'test.sqlite'), { timeout: 0 });
  db.exec('BEGIN IMMEDIATE');
  migrateTo(other);
  db.exec('COMMIT');
  other.close();
});
