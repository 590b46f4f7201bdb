// The field types that every request body shares, at their bounds, with the words of each complaint.
import { describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { issuesOf } from './errors.ts';
import { cleanText, optionalText, requiredText, webAddress } from './text.ts';

/** The value as it is stored, or the complaint. */
function read(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  return parsed.success ? parsed.data : issuesOf(parsed.error).map(({ message }) => message);
}

describe('text', () => {
  it('is stored with LF, in NFC, without white space around it', () => {
    expect(cleanText(' a\r\nb\rc ')).toBe('a\nb\nc');
    expect(cleanText('e\u0301')).toBe('\u00e9');
  });

  it.each<[string, unknown, unknown]>([
    ['of the longest length', 'abcde', 'abcde'],
    ['that counts code points, not code units', '😀😀😀😀😀', '😀😀😀😀😀'],
    ['with a newline and a tab', 'a\n\tb', 'a\n\tb'],
    ['that is too long', 'abcdef', ['must have at most 5 characters']],
    ['that is too long only because of white space', '  abcde ', 'abcde'],
    ['that is empty', ' ', ['must not be empty']],
    ['that is blank in Braille', '\u2800 \u2800', ['must not be empty']],
    ['that has a blank of Braille', '\u2801\u2800\u2803', '\u2801\u2800\u2803'],
    ['that is missing', undefined, ['is required']],
    ['that is a number', 5, ['must be text']],
    ['with a control character', 'a\u0007', ['must not contain control characters']],
    ['with a direction control', 'a\u202eb', ['must not contain invisible characters or direction controls']],
    ['with half a surrogate pair', 'a\ud800', ['is not well-formed Unicode']],
  ])('%s', (_what, value, expected) => {
    expect(read(requiredText(5), value)).toEqual(expected);
  });

  it('is too long before any of its characters is looked at, where it is eight times too long', () => {
    const normalise = vi.spyOn(String.prototype, 'normalize');
    const complaints = [requiredText(5), optionalText(5), webAddress(5)].map((schema) =>
      read(schema, `a${'e\u0301'.repeat(100_000)}`),
    );
    const calls = normalise.mock.calls.length;
    normalise.mockRestore();
    expect(complaints).toEqual(Array(3).fill(['must have at most 5 characters']));
    expect(calls).toBe(0);
  });

  it('may have four characters for one of the stored form, and any white space around it', () => {
    const longest = '\u1fb7'.repeat(5);
    expect(read(requiredText(5), `${' '.repeat(100)}${longest.normalize('NFD')}\n`)).toBe(longest);
  });

  it('names its shortest length where that is more than one', () => {
    expect(read(requiredText(5, 2), 'a')).toEqual(['must have at least 2 characters']);
    expect(read(requiredText(5, 2), 'ab')).toBe('ab');
  });

  it('that may be missing reads an empty string as null, and blanks of Braille as well', () => {
    expect([' ', '\u2800 \u2800', null, undefined, 'a'].map((value) => read(optionalText(5), value))).toEqual(
      [null, null, null, undefined, 'a'],
    );
  });
});

describe('a web address', () => {
  const at = (path: string) => `https://x.example/${path}`;

  it.each([
    'https://shop.example/works/1?size=2#top',
    'http://shop.example:8080/',
    'HTTPS://Shop.Example/',
    ' https://shop.example/ ',
  ])('may be %s', (address) => {
    expect(read(webAddress(), address)).toBe(address.trim());
  });

  it.each([
    'shop.example',
    'ftp://shop.example/',
    'javascript:alert(1)',
    'https://',
    'https://shop.example/a b',
    'https://shop.example/a\u0007b',
    'https://user@shop.example/',
    'https://:password@shop.example/',
    'https://shop.example\\@other.example/',
  ])('may not be %s', (address) => {
    expect(read(webAddress(), address)).toEqual(['must be an http or https address']);
  });

  it('has at most 2000 characters', () => {
    const longest = at('a'.repeat(2000 - at('').length));
    expect(read(webAddress(), longest)).toBe(longest);
    expect(read(webAddress(), `${longest}a`)).toEqual(['must have at most 2000 characters']);
  });

  it('says what it must be', () => {
    expect(read(webAddress(), undefined)).toEqual(['is required']);
    expect(read(webAddress(), 1)).toEqual(['must be a web address']);
  });
});
