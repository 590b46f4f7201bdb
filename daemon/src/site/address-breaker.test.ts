// When a whole machine counts as down, and when it does not.
import { expect, test } from 'vitest';
import { testClock } from '../../tests/support/test-clock.ts';
import { createAddressBreaker } from './address-breaker.ts';

const ADDRESS = '8.8.8.8';

function breakerAfter(failed: number, connected: number, address = ADDRESS) {
  const clock = testClock();
  const breaker = createAddressBreaker(clock);
  for (let site = 0; site < connected; site += 1) breaker.note(address, `good ${site}`, true);
  for (let site = 0; site < failed; site += 1) breaker.note(address, `bad ${site}`, false);
  return { clock, breaker };
}

test.each([
  [2, 0, true],
  [3, 0, false],
  [3, 3, false],
  [3, 4, true],
])('%i sites that fail and %i that answer: calls go on %s', (failed, connected, mayCall) => {
  expect(breakerAfter(failed, connected).breaker.mayCall(ADDRESS)).toBe(mayCall);
});

test.each(['104.16.1.1', '2606:4700::1', '151.101.1.1'])(
  'the network of a CDN (%s) never counts',
  (address) => {
    expect(breakerAfter(9, 0, address).breaker.mayCall(address)).toBe(true);
  },
);

test('one call a minute is let through, and one that connects opens the way for all', async () => {
  const { clock, breaker } = breakerAfter(3, 0);
  await clock.tick(60_000);
  expect([breaker.mayCall(ADDRESS), breaker.mayCall(ADDRESS)]).toEqual([true, false]);
  breaker.note(ADDRESS, 'bad 1', true);
  expect([breaker.mayCall(ADDRESS), breaker.mayCall(ADDRESS)]).toEqual([true, true]);
});

test('a site whose address nobody knows is called', () => {
  expect(createAddressBreaker(testClock()).mayCall(undefined)).toBe(true);
});
