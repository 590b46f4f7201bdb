import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
});
afterAll(() => registry.close());
const get = (url: string) => registry.app.inject({ method: 'GET', url });

let pictures = 0;

describe('the public page of a work', () => {
  it.each([
    ['http://169.254.169.254/latest/meta-data', false],
    ['https://192.168.1.1/logo.png', false],
    ['http://[::1]/a.jpg', false],
    ['http://localhost:8080/a.jpg', false],
    ['http://0x7f.1/a.jpg', false],
    ['https://images.example/a.jpg', true],
    ['https://93.184.216.34/a.jpg', true],
  ])('asks no visitor for a picture inside a private network: %s', async (cover_image_url, isShown) => {
    pictures += 1;
    const { api } = await registry.organization(`pictures-${pictures}`);
    const work = { title: `Picture ${pictures}`, artist_name: 'Ana', cover_image_url };
    const { body } = await api('POST', '/artworks', work);
    const page = await get(`/artworks/${body.registry_id}`);
    expect(page.body.includes('<img')).toBe(isShown);
    expect(page.body.includes('og:image')).toBe(isShown);
  });
  it('names the profile that registered the work, and none after a transfer', async () => {
    const { api } = await registry.organization('alpha');
    await registry.organization('beta');
    const { body } = await api('POST', '/artworks', { title: 'Handed over', artist_name: 'Ana' });
    const factsIn = async (language: string) => {
      const { body: page } = await registry.app.inject({
        method: 'GET',
        url: `/artworks/${body.registry_id}`,
        headers: { 'accept-language': language },
      });
      return page.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
    };
    expect(await factsIn('en')).toMatch(/Registered by alpha gallery, on [A-Z]\w+ \d/i);
    await registry.storage.transferArtwork(body.registry_id, 'beta-gallery');
    expect(await factsIn('en')).toMatch(/Held by beta gallery.* Registered [A-Z]\w+ \d/);
    expect(await factsIn('de')).toMatch(/Eingetragen \d/);
    // Renamed since, the page is made again; it still names none.
    await registry.storage.updateProfile('beta-gallery', { name: 'Beta House' });
    expect(await factsIn('en')).toMatch(/Held by Beta House.* Registered [A-Z]\w+ \d/);
  });
  it('shows the facts, escaped, with safe JSON-LD and a strict policy', async () => {
    const { api } = await registry.organization('own');
    const title = `</script><img src=x onerror=alert(1)> & "quotes"`;
    const { body } = await api('POST', '/artworks', {
      title,
      artist_name: `O'Hara <b>`,
      availability: 'for_sale',
      price: { amount: 10, currency: 'EUR' },
      height_cm: 5,
      inventory_ref: 'SECRET-REF',
      cover_image_url: 'https://x.example/a.jpg?"><script>alert(1)</script>',
    });
    const page = await get(`/artworks/${body.registry_id}`);
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).not.toMatch(/<img src=x|<script>alert|SECRET-REF|<b>/);
    expect(page.body).toContain('&lt;/script&gt;');
    expect(page.body.match(/<\/script>/g)).toHaveLength(1);
    const data = JSON.parse(
      /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(page.body)?.[1] ?? '',
    );
    expect(data).toMatchObject({
      '@type': ['VisualArtwork', 'Product'],
      name: title,
      identifier: { value: body.registry_id },
      offers: { price: 10 },
    });
    await api('PATCH', `/artworks/${body.registry_id}`, { availability: 'fully_private' });
    const gone = await get(`/artworks/${body.registry_id}`);
    expect([gone.statusCode, gone.body.includes('<h1>')]).toEqual([404, true]);
    expect(gone.body).not.toContain('Hara');
  });
});

describe('the public page of a work', () => {
  it('needs no script, has one heading, a language, a described picture and a summary for link previews', async () => {
    const { api } = await registry.organization('plain-page');
    const picture = 'https://x.example/plain.jpg';
    const work = { title: 'Plain', artist_name: 'Ana', year_created: '1999', cover_image_url: picture };
    const { body } = await api('POST', '/artworks', work);
    const page = await get(body.data.links.public_page.replace('https://registry.test', ''));
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
    expect(page.headers['content-security-policy']).not.toContain('script-src');
    expect(page.body).toContain('<html lang="en">');
    expect(page.body.match(/<h1>/g)).toHaveLength(1);
    expect(page.body).toContain(`<img src="${picture}" alt="Plain by Ana"`);
    expect(page.body).toContain(`content="Plain: Ana, 1999. Art ID ${body.registry_id}."`);
    expect(page.body).toContain(`Ana, Plain, 1999. Artwork Registry, ${body.registry_id}`);
    expect(page.body.match(/<script(?! type="application\/ld\+json")/)).toBeNull();
    const style = /<link rel="stylesheet" href="([^"]+)"/.exec(page.body)?.[1] ?? '';
    const sheet = await get(style);
    expect(sheet.headers['cache-control']).toContain('immutable');
    expect(sheet.body).toContain('prefers-color-scheme: dark');
    expect((await get(`/artworks/${body.data.id}`)).body).toBe(page.body);
  });
  it('offers a work in the terms of schema.org only for sale at a price', async () => {
    const { api } = await registry.organization('offering');
    const told = async (title: string, work: object) => {
      const { body } = await api('POST', '/artworks', { title, artist_name: 'Ana', ...work });
      return (await get(`/artworks/${body.registry_id}.jsonld`)).json();
    };
    const price = { amount: 777, currency: 'EUR' };
    const offered = await told('For sale', { availability: 'for_sale', price });
    expect(offered['@type']).toEqual(['VisualArtwork', 'Product']);
    expect(offered.offers).toMatchObject({ price: 777, availability: 'https://schema.org/InStock' });
    for (const work of [
      await told('For sale, no price', { availability: 'for_sale' }),
      await told('Open to offers', { availability: 'open_to_offers', price }),
    ])
      expect([work['@type'], work.offers]).toEqual(['VisualArtwork', undefined]);
  });
  it('does not show a price that is not asked, nor a country that is not shown', async () => {
    const { api } = await registry.organization('discreet');
    const work = {
      title: 'Sold',
      artist_name: 'Ana',
      availability: 'sold',
      price: { amount: 777, currency: 'EUR' },
    };
    const page = await get(`/artworks/${(await api('POST', '/artworks', work)).body.registry_id}`);
    expect(page.body).toContain('Sold');
    expect(page.body).not.toMatch(/777|Germany/);
  });
  it.each(['AREG-1', 'x', '%00', encodeURIComponent('<script>alert(1)</script>')])(
    'says that %s is not public',
    async (id) => {
      const page = await get(`/artworks/${id}`);
      expect(page.statusCode).toBe(404);
      expect(page.body).toContain('There is nothing public at this address');
      expect(page.body).not.toContain('alert(1)');
    },
  );
});

it('health and readiness answer without a key', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await get('/readyz')).json()).toEqual({ status: 'ready' });
});

it('a browser may read what is public on any site, with errors and 304, but neither the API nor the console', async () => {
  const { api } = await registry.organization('readers');
  const { registry_id: id } = (await api('POST', '/artworks', { title: 'Read', artist_name: 'Ana' })).body;
  const record = await get(`/artworks/${id}.jsonld?profile=linked-art`);
  const unchanged = await registry.app.inject({
    url: `/artworks/${id}.jsonld?profile=linked-art`,
    headers: { 'if-none-match': record.headers.etag as string },
  });
  expect(unchanged.statusCode).toBe(304);
  for (const answer of [record, unchanged, await get('/artworks/AREG-1.json'), await get('/activity/')])
    expect(answer.headers['access-control-allow-origin'], answer.statusCode.toString()).toBe('*');
  // A script of another site sees only a few headers that are not named.
  expect(record.headers['access-control-expose-headers']).toBe('link');
  for (const url of ['/api/v1/artworks', '/operator/login'])
    expect((await get(url)).headers['access-control-allow-origin'], url).toBeUndefined();
});
