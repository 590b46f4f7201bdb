import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

it('one piece is made in each round of the event loop, of all answers together', async () => {
  const turns = createTurns();
  const made: string[] = [];
  const answer = (name: string) =>
    turns.map([1, 2, 3, 4, 5], 2, (part) => {
      made.push(`${name}${part}`);
      return part * 10;
    });
  const answers = [answer('a'), answer('b')];
  const rounds: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    await setImmediate();
    rounds.push(made.length);
  }
  const perRound = rounds.map((count, index) => count - (rounds[index - 1] ?? 0));
  expect(Math.max(...perRound)).toBe(2);
  expect(made.join(' ')).toBe('a1 a2 b1 b2 a3 a4 b3 b4 a5 b5');
  expect(await Promise.all(answers)).toEqual([
    [10, 20, 30, 40, 50],
    [10, 20, 30, 40, 50],
  ]);
});

it('what fails in one answer is told to it, and the others get their turns', async () => {
  const turns = createTurns();
  const failing = turns.map([1], 1, () => {
    throw new Error('no such work');
  });
  await expect(failing).rejects.toThrow('no such work');
  expect(await turns.map([1, 2], 1, (part) => part)).toEqual([1, 2]);
});
