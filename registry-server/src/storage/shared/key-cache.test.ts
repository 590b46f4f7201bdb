// A key is accepted for two seconds after it was read, and not at all where it was revoked meanwhile.
import { expect, it } from 'vitest';
import { testClock } from '../../../../packages/kit/tests/test-clock.ts';
import type { ApiKeyRecord } from '../records.ts';
import { KeyCache } from './key-cache.ts';

const key = { id: 'k', expiresAt: null } as ApiKeyRecord;

it('counts two seconds from the beginning of the look-up', async () => {
  const clock = testClock();
  const keys = new KeyCache(clock);
  await clock.tick(1000);
  const lookUp = keys.begin();
  await clock.tick(1500);
  keys.keep('hash', key, lookUp);
  await clock.tick(400);
  expect(keys.find('hash', clock.now())).toBe(key);
  await clock.tick(200);
  expect(keys.find('hash', clock.now())).toBeUndefined();
});

it('keeps no key that was read before a revocation', () => {
  const clock = testClock();
  const keys = new KeyCache(clock);
  const lookUp = keys.begin();
  keys.clear();
  keys.keep('hash', key, lookUp);
  expect(keys.find('hash', clock.now())).toBeUndefined();
  keys.keep('hash', key, keys.begin());
  expect(keys.find('hash', clock.now())).toBe(key);
});
