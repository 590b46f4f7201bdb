// A process that works all the time, and one that waits.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCrowdWatch } from './crowded-process.ts';

test('a process that only works is crowded, and no more once it waits', async () => {
  const isCrowded = createCrowdWatch();
  await setTimeout(100);
  expect(isCrowded()).toBe(false);
  const untilMs = performance.now() + 200;
  while (performance.now() < untilMs);
  expect(isCrowded()).toBe(true);
  await setTimeout(100);
  expect(isCrowded()).toBe(false);
});
