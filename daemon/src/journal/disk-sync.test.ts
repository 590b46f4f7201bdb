// One sync for all who wait, and never one that began before the caller wrote.
import { expect, test } from 'vitest';
import { createDiskSync } from './disk-sync.ts';

function heldSync() {
  const begun: PromiseWithResolvers<void>[] = [];
  const flushed = createDiskSync(() => {
    const next = Promise.withResolvers<void>();
    begun.push(next);
    return next.promise;
  });
  const settle = async () => void (await new Promise((resolve) => setImmediate(resolve)));
  return { begun, flushed, settle };
}

test('a caller that asks while a sync is under way gets one that begins afterwards, and shares it', async () => {
  const { begun, flushed, settle } = heldSync();
  const done: string[] = [];
  void flushed().then(() => done.push('first'));
  void flushed().then(() => done.push('second'));
  void flushed().then(() => done.push('third'));
  await settle();
  expect(begun).toHaveLength(1);
  begun[0]!.resolve();
  await settle();
  expect(done).toEqual(['first']);
  expect(begun).toHaveLength(2);
  begun[1]!.resolve();
  await settle();
  expect(done).toEqual(['first', 'second', 'third']);
  void flushed();
  expect(begun).toHaveLength(3);
});

test('a disk that refuses fails those who waited for it, and the next may try again', async () => {
  const { begun, flushed, settle } = heldSync();
  const first = flushed();
  const second = flushed();
  begun[0]!.reject(new Error('EIO'));
  await expect(first).rejects.toThrow('EIO');
  await settle();
  begun[1]!.resolve();
  await expect(second).resolves.toBeUndefined();
});
