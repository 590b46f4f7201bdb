// Values that stand for none, beside values that look like them.
import { describe, expect, it } from 'vitest';
import { fingerprint, isInvertedName, isPlaceholderArtist } from './fingerprint.ts';
import { isPlaceholderPicture, isStandIn } from './placeholders.ts';

describe('a stand-in', () => {
  it.each([
    'n/a',
    'N/A',
    'n.a.',
    '-',
    '--',
    '—',
    '0',
    '000',
    'none',
    'TBD',
    'null',
    'undefined',
    ' ? ',
    'NaN',
    'k. A.',
  ])('is %s', (value) => expect(isStandIn(value)).toBe(true));
  it.each(['1', '007', 'A-0', 'N-A-1', '10', 'none-7', 'NAT 12', '０１'])('is not %s', (value) =>
    expect(isStandIn(value)).toBe(false),
  );
});

describe('an artist who is nobody in particular', () => {
  it.each([
    'Anonymous',
    'ANONYMOUS',
    'Anon.',
    'Unknown',
    'Unknown artist',
    'Artist, Unknown',
    'Unbekannt',
    'Künstler/in unbekannt',
    'Anonyme',
    'Autore ignoto',
    '佚名',
    '不詳',
    'Неизвестный художник',
    'n/a',
    '???',
  ])('is called %s', (name) => expect(isPlaceholderArtist(name)).toBe(true));
  it.each(['Ana', 'Anonymous of Bruges', 'Unknown Mortal Orchestra', 'Maître inconnu de Flémalle', '北斎'])(
    'is not called %s',
    (name) => expect(isPlaceholderArtist(name)).toBe(false),
  );
  it('has works without a fingerprint, unless year and size are known', () => {
    const work = {
      artist_name: 'Unbekannt',
      title: 'Landscape',
      year_created: '1890',
      height_cm: 10,
      width_cm: 20,
    };
    expect(fingerprint(work)).toMatch(/^[0-9a-f]{64}$/);
    expect(fingerprint({ ...work, year_created: 'undated' })).toBeNull();
    expect(fingerprint({ ...work, width_cm: null })).toBeNull();
    expect(fingerprint({ artist_name: 'Ana', title: 'Landscape' })).not.toBeNull();
  });
});

describe('a placeholder picture', () => {
  const at = (path: string) => `https://shop.example/wp-content/${path}`;
  it.each([
    at('uploads/woocommerce-placeholder.png'),
    at('uploads/2024/05/woocommerce-placeholder-300x300.png?ver=2'),
    at('plugins/woocommerce/assets/images/placeholder.png'),
    at('uploads/No_Image-1.jpg'),
    'https://cdn.shopify.com/s/images/admin/no-image-large.gif',
  ])('is %s', (url) => expect(isPlaceholderPicture(url)).toBe(true));
  it.each([
    at('uploads/placeholder-no-more.png'),
    at('placeholder/7.jpg'),
    at('uploads/no-image-of-you.jpg'),
    at(''),
  ])('is not %s', (url) => expect(isPlaceholderPicture(url)).toBe(false));
});

describe('an inverted name', () => {
  it('is "Last, First", and neither a suffix nor a list', () => {
    const names = [
      'Müller, Katrin',
      'King, Martin, Jr.',
      'Katrin Müller',
      'Smith, Jr.',
      'A, B, C',
      'Müller,',
    ];
    expect(names.filter(isInvertedName)).toEqual(['Müller, Katrin', 'King, Martin, Jr.']);
  });
});
