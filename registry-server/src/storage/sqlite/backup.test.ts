import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
import { backupDatabase } from './backup.ts';

it('copies one state in one go, whatever others write meanwhile', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'registry-backup-'));
  const [file, target] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  try {
    await openTestStorage(folder, testClock()).close();
    const other = new BetterSqlite(file);
    other.exec('CREATE TABLE filler (piece BLOB)');
    const add = other.prepare('INSERT INTO filler VALUES (randomblob(1048576))');
    for (let count = 0; count < 40; count += 1) add.run();
    const seen: number[] = [];
    await backupDatabase(file, target, (what, done) => {
      if (what !== 'copying') return;
      add.run();
      seen.push(done);
    });
    other.close();
    expect(seen.length).toBeGreaterThan(3);
    expect(seen).toEqual(seen.toSorted((one, next) => one - next));
    const copy = new BetterSqlite(target, { readonly: true });
    expect(copy.prepare('SELECT count(*) FROM filler').pluck().get()).toBe(40);
    copy.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
