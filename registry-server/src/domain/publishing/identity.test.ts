// The order of the identity keys, and who is preferred where several works match one. Facts are given as an engine would
// read them; that engines read them alike is the conformance suite's business.
import { describe, expect, it } from 'vitest';
import { factsOf } from '../../../tests/support/rule-tx.ts';
import type { PublishFacts, UrlCandidate } from '../../storage/artwork-facts.ts';
import type { InstallationRecord, PublishInput } from '../../storage/records.ts';
import { haveDistinctIds, findMatch, identityKeysOf, urlKeysOf } from './identity.ts';
import type { IdentityKeys } from './identity.ts';

const KEYS: IdentityKeys = {
  organizationId: 'own',
  installationId: 'shop',
  externalId: '7',
  inventoryRef: 'A-1',
  sourceUrlKey: 's7',
  coverImageKey: 'i7',
  workKey: 'w7',
};
const own = (number: number) => ({ number, organizationId: 'own' });
const other = (number: number) => ({ number, organizationId: 'other' });
const sharesUrl = (number: number, more: Partial<UrlCandidate> = {}): UrlCandidate => ({
  number,
  inventoryRef: null,
  externalId: null,
  hasSources: true,
  installationExternalId: null,
  ...more,
});
const match = (facts: Partial<PublishFacts>, keys: Partial<IdentityKeys> = {}) =>
  findMatch({ ...KEYS, ...keys }, factsOf(facts), 'https://shop.example/7');

describe('a match', () => {
  it('prefers the caller’s own work to an older one of somebody else', () => {
    expect(match({ sameFingerprint: [other(1), own(9)] })).toEqual({
      ...own(9),
      matchedOn: 'fingerprint',
    });
  });
  it('else takes the oldest', () => {
    expect(match({ sameFingerprint: [other(4), other(2)] })).toMatchObject({ number: 2 });
    expect(match({ sameFingerprint: [own(4), own(2)] })).toMatchObject({ number: 2 });
  });
  it('tries the keys in the specification’s order', () => {
    const facts = {
      sameFingerprint: [other(1)],
      sameExternalId: own(2),
      sameInventoryRef: [own(3)],
      sameSourceUrl: [sharesUrl(4)],
      sameImageUrl: [sharesUrl(5)],
    };
    const order = ['fingerprint', 'external_id', 'inventory_ref', 'source_url', 'image_url'];
    const left: Partial<PublishFacts> = { ...facts };
    for (const [index, name] of Object.keys(facts).entries()) {
      expect(match(left)).toMatchObject({ number: index + 1, matchedOn: order[index] });
      delete left[name as keyof PublishFacts];
    }
    expect(match(left)).toBeUndefined();
  });
  it('of an external_id is none where the work now belongs to somebody else', () => {
    expect(match({ sameExternalId: other(2) })).toBeUndefined();
  });
});

describe('a work that was transferred', () => {
  it('is still the one that its former installation names', () => {
    expect(match({ formerSource: other(2), sameInventoryRef: [own(3)] })).toEqual({
      ...other(2),
      matchedOn: 'external_id',
    });
  });
  it('gives way to the work that has the external_id now', () => {
    expect(match({ formerSource: other(2), sameExternalId: own(3) })).toMatchObject({ number: 3 });
  });
});

describe('works that share a URL', () => {
  it('are told apart by inventory numbers, and by external_ids of one installation', () => {
    expect(haveDistinctIds(sharesUrl(1, { inventoryRef: 'A-2' }), KEYS)).toBe(true);
    expect(haveDistinctIds(sharesUrl(1, { inventoryRef: 'A-1' }), KEYS)).toBe(false);
    expect(haveDistinctIds(sharesUrl(1, { installationExternalId: '8' }), KEYS)).toBe(true);
    expect(haveDistinctIds(sharesUrl(1, { installationExternalId: '7' }), KEYS)).toBe(false);
    expect(haveDistinctIds(sharesUrl(1, { externalId: '8' }), KEYS)).toBe(false);
  });
  it('without any installation are told apart by their own external_ids', () => {
    const keys = { ...KEYS, installationId: null };
    expect(haveDistinctIds(sharesUrl(1, { externalId: '8', hasSources: false }), keys)).toBe(true);
    expect(haveDistinctIds(sharesUrl(1, { externalId: '8', hasSources: true }), keys)).toBe(false);
    expect(haveDistinctIds(sharesUrl(1, { externalId: null, hasSources: false }), keys)).toBe(false);
    expect(
      haveDistinctIds(sharesUrl(1, { externalId: '8', hasSources: false }), { ...keys, externalId: null }),
    ).toBe(false);
  });
  it('match where nothing tells the only other one apart', () => {
    const apart = sharesUrl(1, { inventoryRef: 'other' });
    expect(match({ sameSourceUrl: [sharesUrl(2)] })).toMatchObject({ number: 2, matchedOn: 'source_url' });
    expect(match({ sameSourceUrl: [apart], sameImageUrl: [apart] })).toBeUndefined();
  });
});

describe('a placeholder', () => {
  const fields = {
    title: 'Blue Hour',
    external_id: 'undefined',
    inventory_ref: 'n/a',
    source_url: 'https://shop.example/',
    cover_image_url: 'https://shop.example/woocommerce-placeholder-300x300.png',
  };
  const input = { organizationId: 'own', artistName: 'Ana', fields, source: null } as unknown as PublishInput;
  const source = { installationId: 'shop', externalId: '0' };

  it('counts as not given, but for an external_id of an installation', () => {
    expect(identityKeysOf(input)).toMatchObject({
      externalId: null,
      inventoryRef: null,
      coverImageKey: null,
    });
    expect(identityKeysOf({ ...input, source })).toMatchObject({ externalId: '0', inventoryRef: null });
  });
  it('tells no works apart', () => {
    const keys = { ...KEYS, installationId: null, externalId: '7' };
    expect(haveDistinctIds(sharesUrl(1, { inventoryRef: '-' }), KEYS)).toBe(false);
    expect(haveDistinctIds(sharesUrl(1, { externalId: 'null', hasSources: false }), keys)).toBe(false);
  });
  it('is the address of the installation’s site itself', () => {
    const installation = { siteUrl: 'http://SHOP.example' } as InstallationRecord;
    const facts = factsOf({ installation, sameSourceUrl: [sharesUrl(2)] });
    const found = (url: string) => findMatch(KEYS, facts, url)?.number;
    expect(['https://shop.example', 'https://shop.example:443/#top'].map(found)).toEqual([
      undefined,
      undefined,
    ]);
    expect(['https://shop.example/7', 'https://shop.example/?p=7'].map(found)).toEqual([2, 2]);
  });
  it('is what two other works of the organisation carry', () => {
    const two = [sharesUrl(2), sharesUrl(3)];
    expect(match({ sameInventoryRef: [own(2)] })).toMatchObject({ number: 2 });
    expect(
      match({ sameInventoryRef: [own(2), own(3)], sameSourceUrl: two, sameImageUrl: two }),
    ).toBeUndefined();
  });
});

describe('the key of a URL', () => {
  it('is one for the ways to write it, and as short as an index likes', () => {
    const keys = ['https://shop.example/gr%c3%bcn', 'HTTPS://SHOP.example:443/grün'].map((source_url) =>
      urlKeysOf({ source_url, cover_image_url: source_url }),
    );
    expect(keys[0]).toEqual(keys[1]);
    expect(keys[0]?.source_url_key).toMatch(/^[\w-]{22}$/);
    expect(urlKeysOf({ source_url: null, cover_image_url: null })).toEqual({
      source_url_key: null,
      cover_image_key: null,
    });
  });
});
