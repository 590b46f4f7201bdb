// The migration machinery, with steps of its own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
import { migrate, readVersion } from './engine/migrate.ts';

let folder: string;
let steps: string;
let db: Database;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-migrations-'));
  steps = join(folder, 'migrations');
  mkdirSync(steps);
  db = new BetterSqlite(join(folder, 'test.db'));
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const addStep = (name: string, text: string) => writeFileSync(join(steps, name), text);
const works = () => db.prepare('SELECT * FROM works').all();

describe('a migration', () => {
  beforeEach(() => {
    addStep('0001-works.sql', `CREATE TABLE works (title TEXT); INSERT INTO works VALUES ('a');`);
    migrate(db, steps);
  });

  it('runs the steps that are missing, in order, once each', () => {
    addStep('0003-shout.sql', 'UPDATE works SET title = upper(title) || artist;');
    addStep('0002-artist.sql', `ALTER TABLE works ADD COLUMN artist TEXT NOT NULL DEFAULT 'x';`);
    addStep('notes.sql', 'not a step');
    migrate(db, steps);
    migrate(db, steps);
    expect(works()).toEqual([{ title: 'Ax', artist: 'x' }]);
    expect(readVersion(db)).toBe(3);
  });
  it('leaves nothing of a step that fails, and keeps those before it', () => {
    addStep('0002-artist.sql', 'ALTER TABLE works ADD COLUMN artist TEXT;');
    addStep('0003-broken.sql', `INSERT INTO works VALUES ('b', 'y'); INSERT INTO nowhere VALUES (1);`);
    expect(() => migrate(db, steps)).toThrow('nowhere');
    expect(works()).toEqual([{ title: 'a', artist: null }]);
    expect(readVersion(db)).toBe(2);
    addStep('0003-broken.sql', `INSERT INTO works VALUES ('b', 'y');`);
    migrate(db, steps);
    expect(works()).toHaveLength(2);
  });
  it('refuses steps with a gap in their numbers', () => {
    addStep('0003-later.sql', 'DELETE FROM works;');
    expect(() => migrate(db, steps)).toThrow('should have number 2');
    expect(works()).toHaveLength(1);
  });
  it('refuses a database of a newer program', () => {
    db.pragma('user_version = 2');
    expect(() => migrate(db, steps)).toThrow('update the program');
  });
});

describe('a database that a newer version has updated meanwhile', () => {
  it('is not written any more, and is not opened', async () => {
    const storage = openTestStorage(folder, testClock());
    const other = new BetterSqlite(join(folder, 'registry.db'));
    const version = readVersion(other);
    other.pragma(`user_version = ${version + 1}`);
    await expect(storage.insertOrganization({ slug: 'own', name: 'Own' })).rejects.toThrow('start it again');
    expect(() => openTestStorage(folder, testClock())).toThrow('update the program');
    other.pragma(`user_version = ${version}`);
    expect(await storage.insertOrganization({ slug: 'own', name: 'Own' })).toMatchObject({ slug: 'own' });
    other.close();
    await storage.close();
  });
});
