import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { canonicalJson, fingerprint, normaliseName, requestHash } from './index.ts';

const work = {
  artist_name: 'Paul Klee',
  title: 'Angelus Novus',
  year_created: '1920',
  height_cm: 31.8,
  width_cm: 24.2,
};

describe('the fingerprint', () => {
  it.each([
    [{ artist_name: 'Klee, Paul' }],
    [{ artist_name: 'PAUL  KLEE' }],
    [{ artist_name: 'Paul Kle\u0301e', title: 'Ángelus-Nóvus!' }],
    [{ year_created: 'c. 1920' }],
    [{ year_created: 'ca.1920' }],
    [{ year_created: 'circa 1920' }],
    [{ height_cm: 31.84, width_cm: 24.19 }],
    [{ depth_cm: null }],
  ])('is the same with %j', (fields) => expect(fingerprint({ ...work, ...fields })).toBe(fingerprint(work)));

  it.each([
    [{ artist_name: 'after Paul Klee' }],
    [{ artist_name: 'circle of Paul Klee' }],
    [{ title: 'Angelus Novus II' }],
    [{ year_created: '1921' }],
    [{ year_created: null }],
    [{ height_cm: 31.7 }],
    [{ height_cm: 24.2, width_cm: 31.8 }],
    [{ depth_cm: 2 }],
  ])('differs with %j', (fields) => expect(fingerprint({ ...work, ...fields })).not.toBe(fingerprint(work)));

  it.each(['Untitled', 'ohne Titel', 'o. T.', 'SANS TITRE', 'Sin título', '(title not known)', '無題'])(
    'is skipped for "%s" without year or size',
    (title) => {
      expect(fingerprint({ ...work, title })).not.toBeNull();
      expect(fingerprint({ ...work, title, year_created: '' })).toBeNull();
      expect(fingerprint({ ...work, title, height_cm: null })).toBeNull();
    },
  );

  it('keeps names apart that only share punctuation', () => {
    expect(normaliseName('Smith, Jr.')).toBe('smith jr');
    expect(normaliseName('King, Martin, Jr.')).toBe('martin king jr');
    expect(normaliseName('???')).not.toBe(normaliseName('!!!'));
  });
  it('is stable under normalising a name twice', () => {
    fc.assert(
      fc.property(fc.string(), (name) => normaliseName(normaliseName(name)) === normaliseName(name)),
      { numRuns: 300 },
    );
  });
});

describe('canonical JSON', () => {
  it('does not depend on key order', () => {
    expect(canonicalJson({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"x","d":null}]}',
    );
    expect(requestHash({ a: 1, b: 2 })).toBe(requestHash({ b: 2, a: 1 }));
    expect(requestHash({ a: 1 })).not.toBe(requestHash({ a: '1' }));
  });
  it('is JSON of the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 200 },
    );
  });
});
