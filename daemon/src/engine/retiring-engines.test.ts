import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRetiringEngines } from './retiring-engines.ts';
import type { Engine } from './engine.ts';

const engineOf = (siteId: string, stop: () => Promise<void>) => ({ site: { siteId }, stop }) as Engine;
const full = () => {
  throw new Error('SQLITE_FULL: database or disk is full');
};

test('an engine counts as ended although what follows its end fails, and ends no process', async () => {
  const retiring = createRetiringEngines(pino({ level: 'silent' }), full);
  retiring.retire(engineOf('a', async () => {}));
  const ended = retiring.of('a');
  await expect(ended).resolves.toBeUndefined();
  expect(retiring.has('a')).toBe(false);
});

test('an engine that could not stop cleanly is followed by the same as one that did', async () => {
  const ended: string[] = [];
  const retiring = createRetiringEngines(pino({ level: 'silent' }), ({ site }) => ended.push(site.siteId));
  retiring.retire(engineOf('a', async () => full()));
  await Promise.all(retiring.list());
  expect(ended).toEqual(['a']);
});
