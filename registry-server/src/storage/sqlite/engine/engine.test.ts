import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SqliteError } from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OutcomeUnknown, StorageUnavailable } from '../../storage.ts';
import { openWriter } from './connection.ts';
import { makeContext } from './context.ts';
import { performRead } from './engine.ts';
import { commitGroup } from './group-commit.ts';
import { migrate } from './migrate.ts';
import { packError, unpackError } from './storage-error.ts';

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

it.each([
  ['SQLITE_IOERR_FSYNC', true],
  ['SQLITE_FULL', false],
])('a write whose COMMIT ends with %s may have been done: %s', async (code, isUnknown) => {
  const db = openWriter(join(folder, 'registry.db'));
  migrate(db);
  const context = makeContext(db, 'AREG');
  const send = db.exec.bind(db);
  const exec = vi.spyOn(db, 'exec').mockImplementation((text) => {
    if (text === 'COMMIT') throw new SqliteError('as a disk says it', code);
    return send(text);
  });
  const [answer] = await commitGroup(
    context,
    { nowMs: 0, publicUrl: '' },
    [{ name: 'write', args: [] }],
    () => 1,
  );
  exec.mockRestore();
  if (answer?.ok !== false) throw new Error('answered as done');
  // As on the other side of a thread.
  const told = unpackError(packError(answer.error));
  expect([told instanceof StorageUnavailable, told instanceof OutcomeUnknown]).toEqual([true, isUnknown]);
  db.close();
});
