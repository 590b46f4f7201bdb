// When a whole machine counts as down, and when it does not.
import { expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { createAddressBreaker } from './address-breaker.ts';

const PLACE = { address: '8.8.8.8', port: '443' };

function breakerAfter(failed: number, connected: number, place = PLACE) {
  const clock = testClock();
  const breaker = createAddressBreaker(clock);
  for (let site = 0; site < connected; site += 1) breaker.note(place, `good ${site}`, true);
  for (let site = 0; site < failed; site += 1) breaker.note(place, `bad ${site}`, false);
  return { clock, breaker };
}

test.each([
  [2, 0, true],
  [3, 0, false],
  [3, 3, false],
  [3, 4, true],
])('%i sites that fail and %i that answer: calls continue %s', (failed, connected, mayCall) => {
  expect(breakerAfter(failed, connected).breaker.mayCall(PLACE, 'bad 0', true)).toBe(mayCall);
});

test.each(['104.16.1.1', '2606:4700::1', '151.101.1.1'])(
  'the network of a CDN (%s) never counts',
  (address) => {
    const place = { address, port: '443' };
    expect(breakerAfter(9, 0, place).breaker.mayCall(place, 'bad 0', true)).toBe(true);
  },
);

test('one call a minute is let through, and one that connects opens the way for all', async () => {
  const { clock, breaker } = breakerAfter(3, 0);
  await clock.tick(60_000);
  expect([breaker.mayCall(PLACE, 'bad 0', true), breaker.mayCall(PLACE, 'bad 0', true)]).toEqual([
    true,
    false,
  ]);
  breaker.note(PLACE, 'bad 1', true);
  expect([breaker.mayCall(PLACE, 'bad 0', true), breaker.mayCall(PLACE, 'bad 0', true)]).toEqual([
    true,
    true,
  ]);
});

test('a site whose address nobody knows is called', () => {
  expect(createAddressBreaker(testClock()).mayCall(undefined, 'one', true)).toBe(true);
});

test('another port of the machine says nothing about this one', () => {
  const closed = { ...PLACE, port: '4443' };
  const { breaker } = breakerAfter(9, 0, closed);
  expect([breaker.mayCall(closed, 'bad 0', true), breaker.mayCall(PLACE, 'bad 0', true)]).toEqual([
    false,
    true,
  ]);
});

test('a site whose own last call connected is called, whatever others at the machine do', () => {
  const { breaker } = breakerAfter(9, 3);
  expect(breaker.mayCall(PLACE, 'good 0', true)).toBe(true);
});

test('the try of each minute is for sites that are proven to be there', async () => {
  const { clock, breaker } = breakerAfter(3, 0);
  await clock.tick(60_000);
  expect([breaker.mayCall(PLACE, 'stranger', false), breaker.mayCall(PLACE, 'bad 0', true)]).toEqual([
    false,
    true,
  ]);
});
