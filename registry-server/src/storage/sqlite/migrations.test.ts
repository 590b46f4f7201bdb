import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSchema } from '#kit/migrations';
import { testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'registry-migrations-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('a database that a newer version has updated meanwhile', () => {
  it('is not written any more, and is not opened', async () => {
    const storage = openTestStorage(folder, testClock());
    const other = new BetterSqlite(join(folder, 'registry.db'));
    const version = readSchema(other);
    other.pragma(`user_version = ${version + 1}`);
    await expect(storage.insertOrganization({ slug: 'own', name: 'Own' })).rejects.toThrow('start it again');
    expect(() => openTestStorage(folder, testClock())).toThrow('update the program');
    other.pragma(`user_version = ${version}`);
    expect(await storage.insertOrganization({ slug: 'own', name: 'Own' })).toMatchObject({ slug: 'own' });
    other.close();
    await storage.close();
  });
});
