// What makes two works one, from outside: values that stand for none identify nothing, and one address or name in two spellings is one.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
let api: Api;
let other: Api;
let slug = '';
let serial = 0;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());

/** Two organisations without works. */
async function begin(): Promise<void> {
  slug = `identity-${(serial += 1)}`;
  api = (await registry.organization(slug)).api;
  other = (await registry.organization(`${slug}-other`)).api;
}
const publish = async (fields: object, by = api) => {
  const { status, body } = await by('POST', '/artworks', {
    title: `Work ${(serial += 1)}`,
    artist_name: 'Ana',
    ...fields,
  });
  expect([200, 201]).toContain(status);
  return body as { registry_id: string; duplicate: boolean; matched_on: string | null };
};
/** What the second work matches on where both have these fields; null: nothing. */
const matchOf = async (first: object, second = first) => {
  await begin();
  await publish(first);
  return (await publish(second)).matched_on;
};

describe('works by nobody in particular', () => {
  it.each(['Anonymous', 'Unknown artist', 'Unbekannt', '佚名'])(
    'by %s are one across organisations only where year and size are known',
    async (artist_name) => {
      await begin();
      const landscape = { title: 'Landscape', artist_name };
      const complete = { ...landscape, year_created: '1890', height_cm: 30, width_cm: 40 };
      await publish(landscape);
      expect(await publish(landscape, other)).toMatchObject({ duplicate: false });
      const { registry_id } = await publish(complete);
      expect(await publish(complete, other)).toMatchObject({ duplicate: true, registry_id });
    },
  );
});

describe('a value that stands for none', () => {
  it.each([
    { inventory_ref: 'n/a' },
    { inventory_ref: '-' },
    { inventory_ref: '0' },
    { external_id: 'undefined' },
    { cover_image_url: 'https://shop.example/wp-content/uploads/woocommerce-placeholder-300x300.png' },
  ])('%j makes no duplicate, and is shown as sent', async (fields) => {
    expect(await matchOf(fields)).toBeNull();
    const { data } = (await publish(fields)) as unknown as { data: { images: { cover_url: string | null } } };
    if ('cover_image_url' in fields) expect(data.images.cover_url).toBe(fields.cover_image_url);
  });

  it('in a sync creates all the works that have it', async () => {
    await begin();
    const connected = await api('POST', '/integrations/connect', {
      platform: 'woocommerce',
      site_url: 'https://shop.example',
    });
    const { installation_id } = connected.body;
    const artwork = (index: number) => ({
      title: `Piece ${index} of ${slug}`,
      artist_name: 'Ana',
      external_id: String(index),
      inventory_ref: 'n/a',
      source_url: 'https://shop.example/',
    });
    const items = [0, 1, 2].map((index) => ({ idempotency_key: `k${index}`, artwork: artwork(index) }));
    const { body } = await api('POST', '/integrations/sync', { installation_id, items });
    expect(body.summary).toMatchObject({ created: 3, failed: 0 });
  });

  it('is the address of the installation’s site', async () => {
    await begin();
    const connected = await api('POST', '/integrations/connect', {
      platform: 'wix',
      site_url: 'https://site.example',
    });
    const integration = { installation_id: connected.body.installation_id };
    await publish({ integration, source_url: 'https://site.example' });
    expect(await publish({ integration, source_url: 'http://SITE.example/' })).toMatchObject({
      duplicate: false,
    });
    await publish({ integration, source_url: 'https://site.example/1' });
    expect(await publish({ integration, source_url: 'https://SITE.example/1' })).toMatchObject({
      matched_on: 'source_url',
    });
  });
});

describe('a value that two other works of the organisation carry', () => {
  it.each([
    ['inventory_ref', 'series 7'],
    ['source_url', 'https://shop.example/portfolio'],
    ['cover_image_url', 'https://shop.example/our-logo.png'],
  ])('identifies no third one: %s', async (name, value) => {
    await begin();
    const first = await publish({ [name]: value });
    expect(await publish({ [name]: value })).toMatchObject({
      duplicate: true,
      registry_id: first.registry_id,
    });
    // A second one gets the value later, and both are hidden or withdrawn.
    const second = await publish({});
    const changed = { [name]: value, availability: 'fully_private' };
    expect((await api('PATCH', `/artworks/${second.registry_id}`, changed)).status).toBe(200);
    await registry.storage.withdrawArtwork(first.registry_id);
    expect(await publish({ [name]: value })).toMatchObject({ duplicate: false });
    // It is a matter of the organisation alone.
    const theirs = await publish({ [name]: value }, other);
    expect(await publish({ [name]: value }, other)).toMatchObject({
      duplicate: true,
      registry_id: theirs.registry_id,
    });
  });
});

describe('one value in two spellings', () => {
  it.each([
    ['source_url', 'https://shop.example/gr%c3%bcn/%7ea', 'HTTPS://SHOP.example:443/grün/~a'],
    ['cover_image_url', 'https://shop.example/a%20b.jpg?v=%e4', 'https://Shop.Example/a%20b.jpg?v=%E4'],
  ])('is one %s, shown as it was sent', async (name, one, two) => {
    expect(await matchOf({ [name]: one }, { [name]: two })).toBe(name === 'source_url' ? name : 'image_url');
  });
  it('but not the same address with another query', async () => {
    const page = 'https://shop.example/?p=';
    expect(await matchOf({ source_url: `${page}1` }, { source_url: `${page}2` })).toBeNull();
  });
  it.each([
    ['Bjørn Ås', 'Bjorn As'],
    ['Søren Ødegård', 'SOREN ODEGARD'],
    ['שָׁלוֹם', 'שלום'],
  ])('is one artist: %s and %s', async (one, two) => {
    await begin();
    const title = `Harbour of ${slug}`;
    const first = await publish({ title, artist_name: one });
    expect(await publish({ title, artist_name: two })).toMatchObject({
      matched_on: 'fingerprint',
      registry_id: first.registry_id,
    });
  });
  it('keeps both sites of an installation one', async () => {
    await begin();
    const connect = async (site_url: string) =>
      (await api('POST', '/integrations/connect', { platform: 'wix', site_url })).body
        .installation_id as string;
    expect(await connect('https://x.example/gr%c3%bcn')).toBe(await connect('https://x.example/gr%C3%BCn/'));
  });
});

describe('the search', () => {
  it('finds letters without decomposition, and words whose signs were left out, in every spelling', async () => {
    await begin();
    await publish({ title: `Żółć مُحَمَّد ${slug}`, artist_name: 'Søren Ødegård' });
    const found = async (query: string) =>
      (await api('GET', `/artworks?${query}`)).body.pagination.total as number;
    for (const q of ['soren', 'SØREN', 'odegard', 'zolc', 'محمد', 'مُحَمَّد']) {
      expect([q, await found(`q=${encodeURIComponent(`${q} ${slug}`)}`)]).toEqual([q, 1]);
    }
    expect(await found('artist=soren')).toBeGreaterThan(0);
    expect((await api('GET', '/artists/soren-odegard')).body.data.name).toBe('Søren Ødegård');
  });
});
