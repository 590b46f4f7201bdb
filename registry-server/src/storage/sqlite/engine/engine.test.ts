import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteError } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../storage.ts';
import { openWriter } from './connection.ts';
import { makeContext } from './context.ts';
import { performRead } from './engine.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-engine-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('reads see one moment of the database again after one that could not end the transaction before it', async () => {
  const db = openWriter(join(folder, 'registry.db'));
  const context = makeContext(db, 'AREG');
  const read = () =>
    performRead(
      context,
      { nowMs: 0, publicUrl: '' },
      { name: 'read', args: [] },
      { read: () => db.inTransaction, write: () => undefined },
    );
  db.exec('BEGIN');
  const exec = vi.spyOn(db, 'exec').mockImplementationOnce(() => {
    throw new SqliteError('disk I/O error', 'SQLITE_IOERR');
  });
  await expect(read()).rejects.toThrow(StorageUnavailable);
  exec.mockRestore();
  expect([await read(), db.inTransaction]).toEqual([true, false]);
  expect([await read(), db.inTransaction]).toEqual([true, false]);
  db.close();
});
