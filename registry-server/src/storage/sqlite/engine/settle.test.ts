import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { NeverSettled, settled } from './settle.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it('keeps nothing of the units that have ended, however long the event loop does not turn', async () => {
  let collected = 0;
  const registry = new FinalizationRegistry(() => (collected += 1));
  const unit = async () => {
    const answer = {};
    registry.register(answer, undefined);
    await settled('unit', Promise.resolve(answer));
  };
  await nextTurn();
  for (let units = 0; units < 1000; units += 1) await unit();
  collectGarbage();
  // The collector reports in later turns of the loop, and does not run in them.
  for (let turns = 0; turns < 20; turns += 1) await nextTurn();
  expect(collected).toBeGreaterThan(990);
});

it('gives up what has not settled when the event loop turns, and nothing that begins after it', async () => {
  const late = settled('slow', new Promise((resolve) => setTimeout(resolve, 50)));
  await expect(late).rejects.toThrow(NeverSettled);
  expect(await settled('quick', Promise.resolve('answer'))).toBe('answer');
  await expect(settled('fails', Promise.reject(new Error('its own')))).rejects.toThrow('its own');
});
