import { queryObjects } from 'node:v8';
import { expect, it } from 'vitest';
import { NeverSettled, settled } from './settle.ts';

class Answer {}
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('keeps nothing of the units that have ended, however long the event loop does not turn', async () => {
  await nextTurn();
  for (let unit = 0; unit < 1000; unit += 1) await settled('unit', Promise.resolve(new Answer()));
  expect(queryObjects(Answer, { format: 'count' })).toBeLessThan(10);
});

it('gives up what has not settled when the event loop turns, and nothing that begins after it', async () => {
  const late = settled('slow', new Promise((resolve) => setTimeout(resolve, 50)));
  await expect(late).rejects.toThrow(NeverSettled);
  expect(await settled('quick', Promise.resolve('answer'))).toBe('answer');
  await expect(settled('fails', Promise.reject(new Error('its own')))).rejects.toThrow('its own');
});
