import { expect, test } from 'vitest';
import { lifeOf } from '../types/life.ts';
import { joinLives } from './lives.ts';

function threeParts() {
  const busy = new Set<string>();
  const stopped: string[] = [];
  const own = (name: string) => ({
    isQuiet: () => !busy.has(name),
    stop: async () => void stopped.push(name),
  });
  const life = joinLives({
    lasting: { pace: lifeOf({ ...own('pace'), memory: () => 3 }) },
    ofProcess: { audit: lifeOf({ ...own('audit'), memory: () => ({ failures: 1 }) }) },
    others: [lifeOf(own('sender'))],
  });
  return { life, busy, stopped };
}

test.each(['pace', 'audit', 'sender'])('an engine is not quiet while its %s is busy', (name) => {
  const { life, busy } = threeParts();
  expect(life.isQuiet()).toBe(true);
  busy.add(name);
  expect(life.isQuiet()).toBe(false);
});

test('an engine that stops waits for all of its parts', async () => {
  const { life, stopped } = threeParts();
  await life.stop();
  expect(stopped).toEqual(['pace', 'audit', 'sender']);
});

test('an engine remembers what its parts remember, by their names', () => {
  expect(threeParts().life.memory()).toEqual({ pace: 3, ofProcess: { audit: { failures: 1 } } });
});

test('a part that says nothing of its life is quiet, has nothing to end and remembers nothing', async () => {
  const life = lifeOf({});
  expect(life.isQuiet()).toBe(true);
  await expect(life.stop()).resolves.toBeUndefined();
  expect(life.memory()).toBeUndefined();
});
