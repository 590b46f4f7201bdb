import { expect, test } from 'vitest';
import { etaWords, readingWords } from './eta.ts';

test('"in less than a minute" is said only while works are being finished', () => {
  expect(etaWords(20, 1000)).toBe('in less than a minute');
  expect(etaWords(20, 25_000)).toBeNull();
  expect(etaWords(20, null)).toBeNull();
  expect(etaWords(0, 1000)).toBeNull();
  expect(etaWords(null, 1000)).toBeNull();
  expect(etaWords(300, null)).toBe('in about 5 min');
});

test('while works are read, that is what is said, never more than there are', () => {
  expect(readingWords({ done: 600, total: 1222 })).toBe('600 of 1222 artworks read');
  expect(readingWords({ done: 1300, total: 1222 })).toBe('1222 of 1222 artworks read');
  expect(readingWords({ done: 0, total: 0 })).toBeNull();
  expect(readingWords(null)).toBeNull();
});
