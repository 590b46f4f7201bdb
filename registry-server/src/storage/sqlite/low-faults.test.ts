// Small promises of the storage: what a full disk is called, when an early answer comes, what a clock that was set back does.
import BetterSqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { START_MS } from '../../testing/test-clock.ts';
import { StorageUnavailable } from '../storage.ts';
import type { Settled } from './group-commit.ts';
import { RateWindows } from './rate-windows.ts';
import { packError, unpackError } from './storage-error.ts';
import { WriteLine } from './write-line.ts';

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

describe('a rate-limit window', () => {
  it('that a clock ahead has begun is over when the clock is set back', () => {
    const windows = new RateWindows([]);
    windows.count('key', 1, START_MS + 3_600_000);
    expect(windows.count('key', 1, START_MS + 3_600_000).isAllowed).toBe(false);
    expect(windows.count('key', 1, START_MS)).toMatchObject({
      isAllowed: true,
      resetAtSeconds: START_MS / 1000 + 60,
    });
    expect(windows.count('key', 1, START_MS + 1000).isAllowed).toBe(false);
  });
});
