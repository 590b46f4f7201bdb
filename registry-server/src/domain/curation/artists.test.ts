// How an artist is found, made and named.
import { describe, expect, it } from 'vitest';
import { ruleTx } from '../../../tests/support/rule-tx.ts';
import { isSlug } from './slug.ts';
import { artistOf, artistQuery, nameArtist, presentName, sortNameOf } from './artists.ts';

const known = { id: 'a', name: 'Käthe Kollwitz', slug: 'kathe-kollwitz', isNamed: true, isByAlias: false };
const nobody = { known: undefined, takenSlugs: [] };

describe('an artist', () => {
  it('is asked for by the normalised name, with two slugs', () => {
    const query = artistQuery('Kollwitz, Käthe');
    expect(query.nameKey).toBe(artistQuery('kathe  kollwitz').nameKey);
    expect(query.slugs).toEqual(['kathe-kollwitz', expect.stringMatching(/^kathe-kollwitz-[0-9a-f]{6}$/)]);
    expect(artistQuery('北斎').slugs[0]).toMatch(/^artist-[0-9a-f]{8}$/);
  });
  it('has a slug of words and single hyphens, at most 120 letters long', () => {
    expect(artistQuery('A. & B. (Duo)').slugs[0]).toBe('a-b-duo');
    expect(artistQuery(`${'x'.repeat(119)} y`).slugs[0]).toBe('x'.repeat(119));
    expect(artistQuery('x'.repeat(130)).slugs[0]).toHaveLength(120);
  });
  it('never has the id of another record as slug', () => {
    const id = '0D1B2A3C-0000-4000-8000-0123456789ab';
    expect(artistQuery(id).slugs[0]).toBe(`name-${id.toLowerCase()}`);
    expect(isSlug(id.toLowerCase())).toBe(false);
  });
  it('keeps the name to which the operator has led another one', () => {
    expect(presentName('Kathe Kolwitz', { known: { ...known, isByAlias: true }, takenSlugs: [] })).toBe(
      known.name,
    );
    expect(presentName('K. Kollwitz', { known, takenSlugs: [] })).toBe('K. Kollwitz');
    expect(presentName('Ana', nobody)).toBe('Ana');
  });
  it('that is new takes the first free slug, and asks again where none is', async () => {
    const query = artistQuery('Ana');
    const [plain = '', withTail = ''] = query.slugs;
    const made = (takenSlugs: string[]) =>
      artistOf(
        ruleTx({ gatherArtist: async () => nobody }),
        'Ana',
        { known: undefined, takenSlugs },
        query,
        true,
      );
    expect(await made([])).toMatchObject({
      slug: plain,
      isNamed: true,
      insert: { isNamed: true, nameKey: 'ana' },
    });
    expect(await made([plain])).toMatchObject({ slug: withTail });
    expect(await made([plain, withTail])).toMatchObject({ slug: 'ana' });
  });
  it('is named by the first public work, and by that one only', async () => {
    const unnamed = { ...known, isNamed: false };
    expect(await nameArtist(ruleTx(), unnamed, 'K. Kollwitz', true)).toMatchObject({
      name: 'K. Kollwitz',
      isNamed: true,
      naming: { id: 'a', name: 'K. Kollwitz', sortName: 'Kollwitz, K.' },
    });
    expect(await nameArtist(ruleTx(), unnamed, 'K. Kollwitz', false)).toMatchObject({
      name: known.name,
      isNamed: false,
    });
    expect(await nameArtist(ruleTx(), known, 'K. Kollwitz', true)).not.toHaveProperty('naming');
  });
  it('is named again by the natural form of an inverted name, together with at most 500 works', async () => {
    const inverted = { ...known, name: 'Kollwitz, Käthe' };
    const having = (count: number) =>
      ruleTx({
        listPublicArtworksOf: async (_id, limit) =>
          Array.from({ length: Math.min(count, limit) }, (_, at) => at),
      });
    expect(await nameArtist(having(2), inverted, 'Käthe Kollwitz', true)).toMatchObject({
      name: 'Käthe Kollwitz',
      renamed: [0, 1],
    });
    expect(await nameArtist(having(500), inverted, 'Käthe Kollwitz', true)).toHaveProperty('naming');
    expect(await nameArtist(having(501), inverted, 'Käthe Kollwitz', true)).toMatchObject({
      name: inverted.name,
    });
    for (const spelling of ['KOLLWITZ, KÄTHE', 'Someone Else']) {
      expect(await nameArtist(ruleTx(), inverted, spelling, true)).not.toHaveProperty('naming');
    }
    expect(await nameArtist(ruleTx(), inverted, 'Käthe Kollwitz', false)).not.toHaveProperty('naming');
    expect(await nameArtist(ruleTx(), known, 'Kollwitz, Käthe', true)).not.toHaveProperty('naming');
  });
  it('is sorted by the last name, as far as that can be told', () => {
    expect(sortNameOf('Käthe  Kollwitz')).toBe('Kollwitz, Käthe');
    const names = ['Käthe Kollwitz', 'Kollwitz, Käthe', 'Christo', 'Jean-Michel van der Berg'];
    expect(names.map(sortNameOf)).toEqual([
      'Kollwitz, Käthe',
      'Kollwitz, Käthe',
      'Christo',
      'Berg, Jean-Michel van der',
    ]);
  });
});
