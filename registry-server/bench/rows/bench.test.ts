import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { beside } from './bench.ts';

it('a load that fails fails its row, and not the whole bench', async () => {
  let isEnded = false;
  const refused = async () => {
    await pause(1);
    throw new Error('refused');
  };
  await expect(beside(refused, () => pause(50).then(() => (isEnded = true)))).rejects.toThrow('refused');
  expect(isEnded, 'nothing is left beside the next row').toBe(true);
});

it('a load ends with what it is beside, also where that fails', async () => {
  let asked = 0;
  const load = async (isOver: () => boolean) => {
    for (; !isOver(); asked += 1) await pause(1);
  };
  expect(await beside(load, () => pause(20, 'measured'))).toBe('measured');
  await expect(beside(load, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  await pause(5);
  const before = asked;
  await pause(20);
  expect(asked).toBe(before);
});
