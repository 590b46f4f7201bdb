import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStorageOn, chosenEngine } from '../tests/support/engines.ts';
import { systemClock } from '#kit/clock';
import { underLease } from './lease.ts';
import type { Storage } from './storage/storage.ts';

let folder: string;
let storage: Storage;
let aheadMs = 0;
beforeEach(async () => {
  aheadMs = 0;
  const clock = { ...systemClock, now: () => systemClock.now() + aheadMs };
  folder = mkdtempSync(join(tmpdir(), 'registry-lease-'));
  ({ storage } = await openStorageOn(chosenEngine(), folder, clock));
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a task that takes longer than its lease is still done by one process alone', async () => {
  const lease = { name: 'task', ms: 400 };
  const long = underLease(storage, lease, async ({ renew }) => {
    await sleep(1200);
    return renew();
  });
  for (let look = 0; look < 5; look += 1) {
    await sleep(200);
    expect(await underLease(storage, lease, () => Promise.resolve('another'))).toBeUndefined();
  }
  expect(await long).toBe(true);
  expect(await underLease(storage, lease, () => Promise.resolve('another'))).toBe('another');
});

it('a task whose lease another process took after a jump of the clock hears of it before its next step', async () => {
  const held = await underLease(storage, { name: 'task', ms: 60_000 }, async ({ renew }) => {
    aheadMs = 61_000;
    expect(await storage.takeLease({ name: 'task', owner: 'another', ms: 60_000 })).toBe(true);
    return renew();
  });
  expect(held).toBe(false);
  // What the other one holds was not ended.
  expect(await underLease(storage, { name: 'task', ms: 60_000 }, ({ renew }) => renew())).toBeUndefined();
});

it('a task whose renewals fail for longer than its lease no longer holds it', async () => {
  let fails = false;
  const failing = {
    clock: storage.clock,
    takeLease: (...args: Parameters<Storage['takeLease']>) =>
      fails ? Promise.reject(new Error('the database is gone')) : storage.takeLease(...args),
    endLease: (...args: Parameters<Storage['endLease']>) => storage.endLease(...args),
  };
  const held = await underLease(failing, { name: 'task', ms: 300 }, async ({ isHeld }) => {
    const before = isHeld();
    fails = true;
    await sleep(500);
    return [before, isHeld()];
  });
  expect(held).toEqual([true, false]);
});
