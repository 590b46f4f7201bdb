import { expect, it } from 'vitest';
import { redact } from './logger.ts';

const KEY = 'areg_0123456789abcdefghijklmnopqrstuvABCDEF';

const line = (url: string) => JSON.stringify({ level: 30, url, status: 404 });
const urlOf = (text: string) => (JSON.parse(text) as { url: string }).url;

it.each([
  ['as it is', KEY],
  ['with a percent sign before a letter', `%61reg%5F${KEY.slice(5)}`],
  ['wholly percent-encoded', [...KEY].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')],
  ['percent-encoded twice', `%2561reg%255F${KEY.slice(5)}`],
])('an API key in an address is in no log: %s', (_how, key) => {
  const text = redact(line(`/api/v1/artworks/${key}?q=%22x%22`));
  expect(text).not.toContain(KEY.slice(5));
  expect(text).not.toContain(key);
  expect(urlOf(text)).toContain('areg_[redacted]');
});

it('a signing secret and an e-mail address are not, either', () => {
  expect(urlOf(redact(line('/x?secret=%77hsec_QUJD&mail=a%40b.example')))).toBe(
    '/x?secret=whsec_[redacted]&mail=[e-mail]',
  );
});

it('other addresses stay as they were sent', () => {
  const plain = line('/api/v1/artworks?q=na%C3%AFve%20%22art%22&artist=%E2%98%83');
  expect(redact(plain)).toBe(plain);
});
