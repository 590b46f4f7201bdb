import { expect, it } from 'vitest';
import { retryAfterSeconds } from './index.ts';

it.each([
  [undefined, undefined],
  [null, undefined],
  ['', undefined],
  ['12 s', undefined],
  ['12x', undefined],
  ['in 12', undefined],
  ['12.5', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['1970-01-01T00:01:00Z', undefined],
  ['Thu, 01 Jan 1970 00:01:00', undefined],
  ['Thu, 01 Jan 1970 01:01:00 +0100', undefined],
  ['Thu, 31 Feb 1970 00:01:00 GMT', undefined],
  ['0', 0],
  [' 120 ', 120],
  ['86401', 86_400],
  ['9'.repeat(400), 86_400],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 60],
  ['Wed, 31 Dec 1969 23:00:00 GMT', 0],
  ['Sat, 03 Jan 1970 00:00:00 GMT', 86_400],
])('reads Retry-After %s as %s seconds', (header, seconds) => {
  expect(retryAfterSeconds(header, { nowMs: 0 })).toBe(seconds);
});

it('counts a date from the Date of the same answer, whatever our own clock says', () => {
  const header = 'Thu, 01 Jan 1970 00:01:00 GMT';
  expect(retryAfterSeconds(header, { date: 'Thu, 01 Jan 1970 00:00:50 GMT', nowMs: 9e11 })).toBe(10);
  expect(retryAfterSeconds(header, { date: 'yesterday', nowMs: 50_000 })).toBe(10);
  expect(retryAfterSeconds(header, { nowMs: 50_000 })).toBe(10);
});
