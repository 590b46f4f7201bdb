// The order of the identity keys, and who is preferred where several works match one. Facts are given as an engine would
// read them; that engines read them alike is the conformance suite's business.
import { describe, expect, it } from 'vitest';
import { factsOf, ruleTx } from '../../tests/support/rule-tx.ts';
import type { PublishFacts, UrlCandidate } from '../storage/artwork-facts.ts';
import { areToldApart, findMatch, URL_LIMIT } from './identity.ts';
import type { IdentityKeys } from './identity.ts';

const KEYS: IdentityKeys = {
  organizationId: 'own',
  installationId: 'shop',
  externalId: '7',
  inventoryRef: 'A-1',
  sourceUrl: 'https://shop.example/7',
  imageUrl: 'https://shop.example/7.jpg',
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
  findMatch(ruleTx(), { ...KEYS, ...keys }, factsOf(facts));

describe('a match', () => {
  it('prefers the caller’s own work to an older one of somebody else', async () => {
    expect(await match({ sameFingerprint: [other(1), own(9)] })).toEqual({
      ...own(9),
      matchedOn: 'fingerprint',
    });
  });
  it('else takes the oldest', async () => {
    expect(await match({ sameFingerprint: [other(4), other(2)] })).toMatchObject({ number: 2 });
    expect(await match({ sameFingerprint: [own(4), own(2)] })).toMatchObject({ number: 2 });
  });
  it('tries the keys in the specification’s order', async () => {
    const facts = {
      sameFingerprint: [other(1)],
      sameExternalId: own(2),
      sameInventoryRef: own(3),
      sameSourceUrl: [sharesUrl(4)],
      sameImageUrl: [sharesUrl(5)],
    };
    const order = ['fingerprint', 'external_id', 'inventory_ref', 'source_url', 'image_url'];
    const left: Partial<PublishFacts> = { ...facts };
    for (const [index, name] of Object.keys(facts).entries()) {
      expect(await match(left)).toMatchObject({ number: index + 1, matchedOn: order[index] });
      delete left[name as keyof PublishFacts];
    }
    expect(await match(left)).toBeUndefined();
  });
  it('of an external_id is none where the work now belongs to somebody else', async () => {
    expect(await match({ sameExternalId: other(2) })).toBeUndefined();
  });
});

describe('works that share a URL', () => {
  it('are told apart by inventory numbers, and by external_ids of one installation', () => {
    expect(areToldApart(sharesUrl(1, { inventoryRef: 'A-2' }), KEYS)).toBe(true);
    expect(areToldApart(sharesUrl(1, { inventoryRef: 'A-1' }), KEYS)).toBe(false);
    expect(areToldApart(sharesUrl(1, { installationExternalId: '8' }), KEYS)).toBe(true);
    expect(areToldApart(sharesUrl(1, { installationExternalId: '7' }), KEYS)).toBe(false);
    expect(areToldApart(sharesUrl(1, { externalId: '8' }), KEYS)).toBe(false);
  });
  it('without any installation are told apart by their own external_ids', () => {
    const keys = { ...KEYS, installationId: null };
    expect(areToldApart(sharesUrl(1, { externalId: '8', hasSources: false }), keys)).toBe(true);
    expect(areToldApart(sharesUrl(1, { externalId: '8', hasSources: true }), keys)).toBe(false);
    expect(areToldApart(sharesUrl(1, { externalId: null, hasSources: false }), keys)).toBe(false);
    expect(
      areToldApart(sharesUrl(1, { externalId: '8', hasSources: false }), { ...keys, externalId: null }),
    ).toBe(false);
  });
  it('match by the first that nothing tells apart, and no further ones are asked for', async () => {
    const apart = sharesUrl(1, { inventoryRef: 'other' });
    expect(await match({ sameSourceUrl: [apart, sharesUrl(2), sharesUrl(3)] })).toMatchObject({ number: 2 });
    expect(await match({ sameSourceUrl: [apart], sameImageUrl: [apart] })).toBeUndefined();
    expect(await match({ sameSourceUrl: [sharesUrl(1)] }, { sourceUrl: null })).toBeUndefined();
  });
  it('are asked for by their column, after the last that was looked at', async () => {
    const full = Array.from({ length: URL_LIMIT }, (_, index) => sharesUrl(index + 1, { inventoryRef: 'x' }));
    const asked: object[] = [];
    const tx = ruleTx({
      listSameUrl: async (query) => {
        asked.push(query);
        return [];
      },
    });
    const facts = factsOf({ sameSourceUrl: full, sameImageUrl: full.slice(1) });
    expect(await findMatch(tx, KEYS, facts)).toBeUndefined();
    expect(asked).toEqual([
      {
        organizationId: 'own',
        column: 'source_url',
        url: KEYS.sourceUrl,
        installationId: 'shop',
        after: URL_LIMIT,
        limit: 160,
      },
    ]);
  });
  it('are looked through to the last, in growing pieces', async () => {
    const apart = (number: number) => sharesUrl(number, { inventoryRef: `other ${number}` });
    const all = [...Array.from({ length: 500 }, (_, index) => apart(index + 1)), sharesUrl(501)];
    const asked: number[] = [];
    const tx = ruleTx({
      listSameUrl: async ({ after, limit, column }) => {
        expect(column).toBe('cover_image_url');
        asked.push(limit);
        return all.filter(({ number }) => number > after).slice(0, limit);
      },
    });
    const facts = factsOf({ sameImageUrl: all.slice(0, URL_LIMIT) });
    expect(await findMatch(tx, KEYS, facts)).toEqual({ ...own(501), matchedOn: 'image_url' });
    expect(asked).toEqual([160, 1280]);
  });
});
