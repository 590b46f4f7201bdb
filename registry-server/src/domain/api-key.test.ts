import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { hashApiKey, isApiKey, makeApiKey } from './api-key.ts';
import { makeSigningSecret, openSecret, sealSecret } from './signing-secret.ts';
import { platformOf, siteKeyOf } from './site-identity.ts';

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
  ])('%s is %s', (url, key) => expect(siteKeyOf(url)).toBe(key));
  it('knows platforms in any case', () => {
    expect(platformOf('WordPress')).toEqual({ platform: 'wordpress', label: null, key: 'wordpress' });
    expect(platformOf('My CMS')).toEqual({ platform: 'custom', label: 'My CMS', key: 'custom:my cms' });
  });
});
