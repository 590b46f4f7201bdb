// Small promises of the storage: what a full disk is called, and when an early write is answered.
import BetterSqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { StorageUnavailable } from '../storage.ts';
import type { Settled } from '../shared/job.ts';
import { packError, unpackError } from './engine/storage-error.ts';
import { WriteLine } from '../shared/write-line.ts';

it('a full disk that fails one statement is unavailable on the other side of a thread, too', () => {
  const full = new BetterSqlite.SqliteError('database or disk is full', 'SQLITE_FULL');
  expect(unpackError(packError(full))).toBeInstanceOf(StorageUnavailable);
});

it('a write is answered with its commit, not with the last one of its group', async () => {
  const finish = Promise.withResolvers<Settled[]>();
  const line = new WriteLine((_jobs, onPart) => {
    onPart([{ ok: true, value: 'early' }]);
    return finish.promise;
  }, 1);
  const [early, late] = [1, 2].map(() => line.run({ name: 'x', args: [] }));
  expect(await early).toBe('early');
  finish.resolve([{ ok: true, value: 'late' }]);
  expect(await late).toBe('late');
});
