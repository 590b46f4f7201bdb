import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashApiKey, isApiKey, makeApiKey } from './api-key.ts';
import { makeSigningSecret, openSecret, sealSecret } from '../delivery/signing-secret.ts';
import { platformOf, siteKeyOf } from '../curation/site-identity.ts';

describe('API keys', () => {
  it('carry a checksum that catches any one wrong character', () => {
    const { apiKey, prefix, hash } = makeApiKey();
    expect(apiKey).toMatch(/^areg_[0-9A-Za-z]{32}[0-9A-Za-z]{6}$/);
    expect([apiKey.startsWith(prefix), hash, isApiKey(apiKey)]).toEqual([true, hashApiKey(apiKey), true]);
    for (let index = 5; index < apiKey.length; index += 1) {
      const typo = apiKey.slice(0, index) + (apiKey[index] === 'a' ? 'b' : 'a') + apiKey.slice(index + 1);
      expect(isApiKey(typo)).toBe(false);
    }
  });
});

describe('an API key of today', () => {
  it('is known by the same checksum and hash for ever', () => {
    const apiKey = 'areg_0123456789ABCDEFGHIJKLMNOPQRSTUVaPEzEx';
    expect(isApiKey(apiKey)).toBe(false);
    expect(hashApiKey('areg_x')).toBe('3b094663985ea65f2e8a798da600b4fa214a452d108cd5106c9789ee739c9e3f');
    expect(isApiKey('areg_0123456789ABCDEFGHIJKLMNOPQRSTUVaPEzEy')).toBe(true);
  });
  it.each(['', 'areg_', 'areg_short', `areg_${'0'.repeat(39)}`])('is not %j', (text) => {
    expect(isApiKey(text)).toBe(false);
  });
  it('is of letters and digits that are all as likely', () => {
    const counts = new Map<string, number>();
    for (let key = 0; key < 2000; key += 1) {
      for (const letter of makeApiKey().apiKey.slice(5, 37))
        counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    // 64,000 letters, 1,032 of each on average. Without the limit at 248 the first eight would be a quarter more likely.
    expect(counts.size).toBe(62);
    expect(Math.max(...counts.values())).toBeLessThan(1200);
    expect(Math.min(...counts.values())).toBeGreaterThan(870);
  });
});

describe('signing secrets', () => {
  it('open with their own key only, and differ each time', () => {
    const [key, secret] = [randomBytes(32), makeSigningSecret()];
    const sealed = sealSecret(secret, key);
    expect(openSecret(sealed, [key])).toBe(secret);
    expect(sealed).not.toBe(sealSecret(secret, key));
    expect(() => openSecret(sealed, [randomBytes(32)])).toThrow();
  });
  it('sealed with an older key open as long as it is in the list', () => {
    const [older, newer, secret] = [randomBytes(32), randomBytes(32), makeSigningSecret()];
    expect(openSecret(sealSecret(secret, older), [newer, older])).toBe(secret);
  });
});

describe('the identity of a site', () => {
  it.each([
    ['https://Shop.example/', 'shop.example'],
    ['http://shop.example:80/?a=1#b', 'shop.example'],
    ['https://shop.example:443', 'shop.example'],
    ['https://shop.example:8443/en/', 'shop.example:8443/en'],
    ['https://shop.example/En', 'shop.example/En'],
    ['https://shop.example:80/', 'shop.example'],
    ['http://shop.example:443/', 'shop.example'],
    ['https://shop.example/en//', 'shop.example/en'],
    ['https://shop.example/gr%c3%bcn/%7e', 'shop.example/gr%C3%BCn/~'],
  ])('%s is %s', (url, key) => expect(siteKeyOf(url)).toBe(key));
  it('knows platforms in any case', () => {
    expect(platformOf('WordPress')).toEqual({ platform: 'wordpress', label: null, key: 'wordpress' });
    expect(platformOf('My CMS')).toEqual({ platform: 'custom', label: 'My CMS', key: 'custom:my cms' });
  });
});
