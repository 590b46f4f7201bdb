import { describe, expect, it } from 'vitest';
import {
  Artwork,
  ArtworkCreate,
  ArtworkSourcePatch,
  ArtworkUpdate,
  ConnectRequest,
  issuesOf,
  protectedFieldsIn,
} from './index.ts';

const minimal = { title: 'Blue', artist_name: 'Ana' };
const issues = (schema: typeof ArtworkCreate | typeof ArtworkUpdate, body: unknown) => {
  const parsed = schema.safeParse(body);
  return parsed.success ? [] : issuesOf(parsed.error).map((issue) => issue.path);
};

describe('the create body', () => {
  it('needs title and artist_name only', () => {
    expect(ArtworkCreate.parse(minimal)).toEqual(minimal);
    expect(issues(ArtworkCreate, {})).toEqual(['title', 'artist_name']);
  });
  it('keeps text trimmed, in NFC, with LF', () => {
    expect(ArtworkCreate.parse({ ...minimal, title: '  Cafe\u0301\r\nb ' }).title).toBe('Caf\u00e9\nb');
  });
  it('counts code points, not code units', () => {
    expect(issues(ArtworkCreate, { ...minimal, title: '🖼'.repeat(500) })).toEqual([]);
    expect(issues(ArtworkCreate, { ...minimal, title: 'x'.repeat(501) })).toEqual(['title']);
  });
  it.each(['क्‍ष', 'می‌خواهم', '👩‍🎨 at work', '❤️', '葛\u{e0100}', 'Größe', 'محمود'])(
    'keeps what joiners and variation selectors mean in %s',
    (title) => {
      expect(ArtworkCreate.parse({ ...minimal, title }).title).toBe(title.normalize('NFC'));
    },
  );
  it.each([
    'Nguyễn Gia Trí',
    '\u1f87',
    'ज़िंदगी',
    'הַשָּׁמַיִם',
    'مُحَمَّد',
    'སྒྲུབ',
    'ကြွေး',
    'A.I. & Co.',
    'Ana -- Ben',
    'J.D.’s “Salon”',
    'Anna (?)',
  ])('keeps the artist name %s', (artist_name) => {
    expect(issues(ArtworkCreate, { ...minimal, artist_name })).toEqual([]);
  });
  it('knows the currencies of ISO 4217, the newest included', () => {
    for (const currency of ['EUR', 'VED', 'VES', 'XCG', 'ZWG', 'SLE']) {
      expect(issues(ArtworkCreate, { ...minimal, price: { amount: 1, currency } })).toEqual([]);
    }
  });
  it('keeps dimensions to three decimals', () => {
    expect(ArtworkCreate.parse({ ...minimal, height_cm: 10.12345, depth_cm: null })).toMatchObject({
      height_cm: 10.123,
      depth_cm: null,
    });
  });
  it.each([
    [{ title: 'a\u0000b' }, 'title'],
    [{ title: 'a\u0007b' }, 'title'],
    [{ artist_name: '\u202eGerbidi Rich\u202c' }, 'artist_name'],
    [{ artist_name: '\u2067Gerbidi\u2069 Rich' }, 'artist_name'],
    [{ artist_name: 'Ana\u200fBrandt' }, 'artist_name'],
    [{ artist_name: 'Ana\u{e0041}\u{e0042}' }, 'artist_name'],
    [{ artist_name: 'Ana\u200b Brandt' }, 'artist_name'],
    [{ artist_name: 'Ana \u200dBrandt' }, 'artist_name'],
    [{ title: '\u200b' }, 'title'],
    [{ title: '\u3164' }, 'title'],
    [{ title: 'soft\u00adhyphen' }, 'title'],
    [{ title: 'a\ufeffb' }, 'title'],
    [{ title: ' \ufe0f' }, 'title'],
    [{ medium: 'oil\u2028ink' }, 'medium'],
    [{ source_url: 'https://user:pw@shop.example/1' }, 'source_url'],
    [{ source_url: 'https://evil.example\\@good.example/' }, 'source_url'],
    [{ title: '\ud800' }, 'title'],
    [{ title: '   ' }, 'title'],
    [{ title: null }, 'title'],
    [{ artist_name: 'x'.repeat(201) }, 'artist_name'],
    [{ artist_name: 'a\u0301\u0302\u0303' }, 'artist_name'],
    [{ artist_name: 'Gerzalgo Rich\u0301\u0301\u0302\u0303\u0304' }, 'artist_name'],
    [{ artist_name: `ש${'\u05b8'.repeat(3)}` }, 'artist_name'],
    [{ artist_name: '***Ana***' }, 'artist_name'],
    [{ artist_name: 'Ana!!!' }, 'artist_name'],
    [{ artist_name: 'Ana...' }, 'artist_name'],
    [{ artist_name: '❤️❤️❤️' }, 'artist_name'],
    [{ artist_name: '-\u0301-\u0301-\u0301' }, 'artist_name'],
    [{ year_created: 'x'.repeat(51) }, 'year_created'],
    [{ year_created: 1999 }, 'year_created'],
    [{ medium: 'x'.repeat(501) }, 'medium'],
    [{ height_cm: 0 }, 'height_cm'],
    [{ height_cm: 0.0001 }, 'height_cm'],
    [{ height_cm: -1 }, 'height_cm'],
    [{ height_cm: 100_000.5 }, 'height_cm'],
    [{ height_cm: '10' }, 'height_cm'],
    [{ availability: null }, 'availability'],
    [{ availability: 'gone' }, 'availability'],
    [{ price: { amount: -1, currency: 'EUR' } }, 'price.amount'],
    [{ price: { amount: 2e12, currency: 'EUR' } }, 'price.amount'],
    [{ price: { amount: 1, currency: 'eur' } }, 'price.currency'],
    [{ price: { amount: 1, currency: 'QQQ' } }, 'price.currency'],
    [{ price: { amount: 1 } }, 'price.currency'],
    [{ cover_image_url: 'ftp://x.example/a.jpg' }, 'cover_image_url'],
    [{ cover_image_url: 'https://x.example/\u202egpj.exe' }, 'cover_image_url'],
    [{ cover_image_url: 'javascript:alert(1)' }, 'cover_image_url'],
    [{ source_url: `https://x.example/${'a'.repeat(2000)}` }, 'source_url'],
    [{ external_id: 'x'.repeat(201) }, 'external_id'],
    [{ inventory_ref: 'x'.repeat(201) }, 'inventory_ref'],
    [{ integration: { installation_id: 'ab' } }, 'integration.installation_id'],
    [{ integration: { installation_id: 'abc', status: 'gone' } }, 'integration.status'],
    [{ integration: { installation_id: 'abc', last_synced_at: '2026-01-01' } }, 'integration.last_synced_at'],
    [
      { integration: { installation_id: 'abc', last_synced_at: '1970-01-01T00:59:59+01:00' } },
      'integration.last_synced_at',
    ],
    [
      { integration: { installation_id: 'abc', last_synced_at: '0000-01-01T00:00:00Z' } },
      'integration.last_synced_at',
    ],
    [
      { external_id: '1', integration: { installation_id: 'abc', external_id: '2' } },
      'integration.external_id',
    ],
    [{ unheard_of: 1 }, 'unheard_of'],
  ])('refuses %j at %s', (fields, path) => {
    expect(issues(ArtworkCreate, { ...minimal, ...fields })).toEqual([path]);
  });
});

describe('the update body', () => {
  it('must change something', () => expect(issues(ArtworkUpdate, {})).toEqual(['']));
  it('clears with null, but never title or artist', () => {
    expect(ArtworkUpdate.parse({ medium: null, price: null, source_url: null })).toEqual({
      medium: null,
      price: null,
      source_url: null,
    });
    expect(issues(ArtworkUpdate, { title: null, artist_name: null })).toEqual(['title', 'artist_name']);
  });
});

describe('other bodies', () => {
  it('a source patch needs one of its four fields', () => {
    expect(ArtworkSourcePatch.safeParse({ installation_id: 'abc' }).success).toBe(false);
    expect(ArtworkSourcePatch.safeParse({ status: 'removed' }).success).toBe(true);
  });
  it('a connect request is strict', () => {
    expect(ConnectRequest.safeParse({ platform: 'x', site_url: 'https://a.example', more: 1 }).success).toBe(
      false,
    );
  });
  it('names every protected field, in the order sent', () => {
    expect(
      protectedFieldsIn({ owner_x: 1, title: 'a', id: 1, admin_note: 1, review_state: 1, source: {} }),
    ).toEqual(['owner_x', 'id', 'admin_note', 'review_state', 'source']);
    expect(protectedFieldsIn([])).toEqual([]);
  });
  it('reading a response tolerates fields added later', () => {
    const artwork = {
      object: 'artwork',
      registry_id: 'AREG-1',
      id: 'x',
      title: null,
      artist: null,
      year_created: null,
      medium: null,
      dimensions_cm: null,
      availability: 'sold',
      price: null,
      location: null,
      current_collection: null,
      images: {},
      provenance_summary: null,
      links: { self: 'a', public_page: 'b' },
      created_at: 'c',
      updated_at: 'd',
      source: null,
    };
    expect(Artwork.parse({ ...artwork, new_field: 1 })).toEqual(artwork);
  });
});
