// Who is called next when many organisations want to be.
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { createFairGate } from './fair-gate.ts';

function gateOf(most: number, mostOfLane = 4) {
  const clock = testClock();
  const gate = createFairGate({ clock, most, mostOfLane });
  const done: string[] = [];
  const begun: string[] = [];
  const call = (name: string, ms: number) =>
    gate.run(name, async () => {
      begun.push(name);
      await clock.sleep(ms);
      done.push(name);
    });
  return { clock, gate, done, begun, call };
}

test('an organisation alone gets everything up to its own limit', async () => {
  const { clock, begun, call } = gateOf(10);
  const calls = Array.from({ length: 9 }, () => call('one', 100));
  await setImmediate();
  expect(begun).toHaveLength(4);
  await clock.run(Promise.all(calls));
  expect(begun).toHaveLength(9);
});

test('an organisation with a thousand calls delays another by one turn', async () => {
  const { clock, done, call } = gateOf(4);
  const noisy = Array.from({ length: 1000 }, () => call('noisy', 100));
  await setImmediate();
  const quiet = call('quiet', 100);
  await clock.run(quiet);
  expect(done.filter((name) => name === 'noisy').length).toBeLessThanOrEqual(8);
  await clock.run(Promise.all(noisy));
});

test('slow calls use up more turns than quick ones', async () => {
  const { clock, done, call } = gateOf(1);
  const slow = Array.from({ length: 20 }, () => call('slow', 2000));
  const quick = Array.from({ length: 20 }, () => call('quick', 200));
  await clock.run(Promise.all(quick));
  expect(done.filter((name) => name === 'slow').length).toBeLessThanOrEqual(6);
  await clock.run(Promise.all(slow));
});

test('a call that fails frees its place', async () => {
  const { clock, gate, call } = gateOf(1);
  await expect(gate.run('one', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await clock.run(call('two', 10));
  expect(gate.waiting()).toBe(0);
});

test('a call that is taken back before its turn is not made, and delays nobody', async () => {
  const { clock, gate, begun, call } = gateOf(1);
  const first = call('one', 100);
  const giveUp = new AbortController();
  const taken = gate.run('two', async () => void begun.push('taken back'), giveUp.signal);
  const third = call('three', 100);
  giveUp.abort(new Error('others first'));
  await expect(taken).rejects.toThrow('others first');
  await clock.run(Promise.all([first, third]));
  expect(begun).toEqual(['one', 'three']);
  expect(gate.waiting()).toBe(0);
});

test('calls that nobody waits for any more leave nothing of their organisation behind', async () => {
  const { clock, gate, call } = gateOf(1);
  const first = call('one', 100);
  for (let index = 0; index < 100; index += 1) {
    const giveUp = new AbortController();
    if (index % 2 === 0) giveUp.abort(new Error('too late'));
    const taken = gate.run(`gone ${index}`, () => Promise.resolve(), giveUp.signal);
    giveUp.abort(new Error('too late'));
    await expect(taken).rejects.toThrow('too late');
  }
  expect(gate.lanes()).toBe(1);
  await clock.run(first);
  expect(gate.lanes()).toBe(0);
});
