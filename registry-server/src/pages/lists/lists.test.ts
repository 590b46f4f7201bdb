import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../../tests/support/test-registry.ts';

let registry: TestRegistry;
let api: Api;
beforeAll(async () => {
  registry = await startTestRegistry();
  ({ api } = await registry.organization('galerie-lists'));
});
afterAll(() => registry.close());

const get = async (url: string) => registry.app.inject({ method: 'GET', url });
const titles = (body: string) => [...body.matchAll(/<strong>([^<]+)<\/strong>/g)].map(([, title]) => title);

it('an empty registry says so, and how to begin to look', async () => {
  const page = await get('/');
  expect(page.body).toContain('No artwork is registered yet.');
  expect(page.body).toContain('action="/search"');
});

describe('with thirty works of two artists', () => {
  beforeAll(async () => {
    for (let serial = 1; serial <= 30; serial += 1) {
      const artist_name = serial % 10 === 0 ? 'Sonia Delaunay' : 'Berthe Morisot';
      await api('POST', '/artworks', {
        title: `Study ${serial}`,
        artist_name,
        year_created: String(1880 + serial),
      });
    }
  });

  it('the start page counts them and shows the newest', async () => {
    const { body } = await get('/');
    expect(body).toContain('30 artworks');
    expect(titles(body)).toHaveLength(12);
    expect(titles(body)[0]).toBe('Study 30');
  });

  it('the search narrows, keeps what was asked in its form, and goes through all pages', async () => {
    const narrowed = await get('/search?artist=delaunay&q=study');
    expect(titles(narrowed.body)).toEqual(['Study 30', 'Study 20', 'Study 10']);
    expect(narrowed.body).toContain('name="artist" value="delaunay"');
    const first = await get('/search?q=study');
    const next = /<a rel="next" href="([^"]+)"/.exec(first.body)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(first.body).toContain('<link rel="next"');
    const second = await get(next);
    expect([...titles(first.body), ...titles(second.body)]).toHaveLength(30);
    expect(second.body).not.toContain('rel="next"');
    expect(second.body).toContain('<a rel="prev" href="/search?q=study"');
  });

  it.each(['/search?page=0', '/search?page=x&availability=none&q=', '/search?q=a&q=b', '/search?unknown=1'])(
    '%s is answered, not refused',
    async (url) => expect((await get(url)).statusCode).toBe(200),
  );

  it('an artist has a page with works, and JSON-LD; a name that nobody has is 404', async () => {
    const page = await get('/artists/sonia-delaunay');
    expect(titles(page.body)).toHaveLength(3);
    expect(page.body).toContain('<link rel="canonical" href="https://registry.test/artists/sonia-delaunay"');
    expect((await get('/artists/sonia-delaunay.jsonld')).json()).toMatchObject({ '@type': 'Person' });
    expect((await get('/artists/nobody')).statusCode).toBe(404);
  });

  it('a gallery has a page, found by its uuid as well; under another kind it is not found', async () => {
    const page = await get('/galleries/galerie-lists-gallery');
    expect(titles(page.body)).toHaveLength(24);
    const { body } = await api('GET', '/galleries/galerie-lists-gallery');
    const byId = await get(`/galleries/${body.data.id}`);
    expect([byId.statusCode, byId.headers.location]).toEqual([
      301,
      'https://registry.test/galleries/galerie-lists-gallery',
    ]);
    expect((await get('/museums/galerie-lists-gallery')).statusCode).toBe(404);
    expect((await get('/collections/galerie-lists-gallery')).statusCode).toBe(404);
  });

  it('a former address leads to the same page of the list', async () => {
    const profile = await registry.storage.updateProfile('galerie-lists-gallery', { slug: 'lists-renamed' });
    expect(profile?.slug).toBe('lists-renamed');
    for (const query of ['?page=2', '.json?x=1']) {
      const { statusCode, headers } = await get(`/galleries/galerie-lists-gallery${query}`);
      expect([statusCode, headers.location]).toEqual([
        301,
        `https://registry.test/galleries/lists-renamed${query}`,
      ]);
    }
    await registry.storage.updateProfile('lists-renamed', { slug: 'galerie-lists-gallery' });
  });

  it('the record of a collection is called one, and its links lead somewhere', async () => {
    const { id: organizationId } = (await registry.storage.findOrganization('galerie-lists'))!;
    await registry.storage.insertProfile({
      organizationId,
      type: 'collection',
      slug: 'lists-estate',
      name: 'Estate',
      city: null,
      country: null,
      showCountry: false,
      website: null,
      inDumps: true,
    });
    const record = (await get('/collections/lists-estate.json')).json();
    expect(record).toMatchObject({ object: 'collection', type: 'collection' });
    expect((await get(record.links.self)).statusCode).toBe(200);
    expect((await api('GET', record.links.artworks.replace('/api/v1', ''))).body).toMatchObject({
      object: 'list',
    });
  });

  it('an artist who was merged into another leads there', async () => {
    await api('POST', '/artworks', { title: 'Mis-spelt', artist_name: 'Bertha Morisot' });
    await registry.storage.mergeArtists('bertha-morisot', 'berthe-morisot');
    const answer = await get('/artists/bertha-morisot');
    expect([answer.statusCode, answer.headers.location]).toEqual([
      301,
      'https://registry.test/artists/berthe-morisot',
    ]);
  });
});

describe('works by nobody in particular', () => {
  it('are by one person neither on their page nor for programs', async () => {
    const { body } = await api('POST', '/artworks', { title: 'Landscape', artist_name: 'Unknown artist' });
    const id = body.registry_id as string;
    const jsonLd = (await get(`/artworks/${id}.jsonld`)).json();
    expect(jsonLd).toMatchObject({ name: 'Landscape', creditText: 'Unknown artist' });
    expect(jsonLd).not.toHaveProperty('creator');
    const { produced_by: production } = (await get(`/artworks/${id}.jsonld?profile=linked-art`)).json();
    expect(production).not.toHaveProperty('carried_out_by');
    expect(production.referred_to_by).toMatchObject([
      { type: 'LinguisticObject', content: 'Unknown artist' },
    ]);
    const record = (await get('/artists/unknown-artist.jsonld')).json();
    expect(record).toMatchObject({ '@type': 'CollectionPage', name: 'Unknown artist' });
    for (const address of [`/artworks/${id}`, '/artists/unknown-artist']) {
      const page = await get(address);
      expect(page.body).toContain('Unknown artist');
      expect(page.body).not.toContain('"Person"');
    }
    const page = (await get('/artists/unknown-artist')).body;
    expect(page).toContain('they need not be by one person');
    expect(page).toContain('<title>Unknown artist – ');
    expect((await get('/artists/sonia-delaunay.jsonld')).json()['@type']).toBe('Person');
  });
});
