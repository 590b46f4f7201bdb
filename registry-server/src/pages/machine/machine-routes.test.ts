import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../../tests/support/test-registry.ts';

let registry: TestRegistry;
let api: Api;
let id: string;
beforeAll(async () => {
  registry = await startTestRegistry();
  ({ api } = await registry.organization('galerie-machine'));
  const work = {
    title: 'Ирис & Лилия',
    artist_name: 'Наталья Гончарова',
    year_created: '1910',
    height_cm: 20,
  };
  id = (await api('POST', '/artworks', work)).body.registry_id;
});
afterAll(() => registry.close());

const get = async (url: string) => registry.app.inject({ method: 'GET', url });
const oembed = (address: string, more = '') => get(`/oembed?url=${encodeURIComponent(address)}${more}`);

describe('the sitemap', () => {
  it('lists the public works with their last change, and no other', async () => {
    const hidden = (await api('POST', '/artworks', { title: 'Hidden', artist_name: 'Ana' })).body.registry_id;
    await api('PATCH', `/artworks/${hidden}`, { availability: 'fully_private' });
    const index = await get('/sitemap.xml');
    expect(XMLValidator.validate(index.body)).toBe(true);
    const { sitemapindex } = new XMLParser().parse(index.body);
    const part = await get(new URL(sitemapindex.sitemap.loc).pathname);
    expect(XMLValidator.validate(part.body)).toBe(true);
    const { urlset } = new XMLParser().parse(part.body);
    const { body } = await api('GET', `/artworks/${id}`);
    expect(urlset.url).toEqual({
      loc: `https://registry.test/artworks/${id}`,
      lastmod: `${body.data.updated_at.slice(0, 23)}Z`,
    });
  });
  it('has no empty part', async () => {
    expect((await get('/sitemap-99.xml')).statusCode).toBe(404);
    expect((await get('/sitemap-x.xml')).statusCode).toBe(404);
  });
});

it('robots.txt, llms.txt and the catalogue of APIs name addresses that answer', async () => {
  expect((await get('/robots.txt')).body).toContain('Sitemap: https://registry.test/sitemap.xml');
  expect((await get('/llms.txt')).body).toContain('# ');
  const catalog = (await get('/.well-known/api-catalog')).json();
  for (const [link] of [
    catalog.linkset[0]['service-desc'],
    catalog.linkset[0]['service-doc'],
    catalog.linkset[0].status,
  ]) {
    const path = link.href.replace('https://registry.test', '');
    expect((await get(path)).statusCode, path).toBeLessThan(400);
  }
});

describe('oEmbed', () => {
  it('makes a card of an artwork’s address, escaped and without a script', async () => {
    const answer = await oembed(`https://registry.test/artworks/${id}`, '&maxwidth=300');
    expect(answer.json()).toMatchObject({
      version: '1.0',
      type: 'rich',
      width: 300,
      author_name: 'Наталья Гончарова',
    });
    expect(answer.json().html).toContain('Ирис &amp; Лилия');
    expect(answer.json().html).not.toContain('<script');
  });
  it.each([
    ['', 600, 220],
    ['&maxwidth=300&maxheight=150', 300, 150],
    ['&maxwidth=900&maxheight=900', 600, 220],
    ['&maxwidth=0&maxheight=x', 600, 220],
  ])('keeps within the width and height asked for by "%s"', async (asked, width, height) => {
    const answer = await oembed(`https://registry.test/artworks/${id}`, asked);
    expect(answer.json()).toMatchObject({ width, height });
  });
  it('marks the card of a sold work, and no other', async () => {
    const work = { title: 'Sold', artist_name: 'Ana', availability: 'sold' };
    const { registry_id: sold } = (await api('POST', '/artworks', work)).body;
    const cardOf = async (art: string): Promise<string> =>
      (await oembed(`https://registry.test/artworks/${art}`)).json().html;
    expect(await cardOf(sold)).toContain('class="artwork-registry-card artwork-registry-sold"');
    expect(await cardOf(id)).toContain('class="artwork-registry-card"');
    await api('PATCH', `/artworks/${sold}`, { availability: 'fully_private' });
  });
  it.each(['https://other.example/artworks/AREG-100001', 'https://registry.test/artists/x', 'nothing', ''])(
    'knows nothing of %s',
    async (address) => expect((await oembed(address)).statusCode).toBe(404),
  );
  it('gives no other format', async () => {
    expect((await oembed(`https://registry.test/artworks/${id}`, '&format=xml')).statusCode).toBe(501);
  });
});

describe('for print', () => {
  it('a QR code leads to the work', async () => {
    const { body, headers } = await get(`/artworks/${id}/qr.svg`);
    expect(headers['content-type']).toContain('image/svg+xml');
    expect(body).toMatch(/^<svg/);
  });
  it.each(['a6', 'a7', 'unknown'])('a label of size %s has its fonts and words', async (size) => {
    const answer = await get(`/artworks/${id}/label.pdf?size=${size}`);
    expect(answer.headers['content-type']).toBe('application/pdf');
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect(answer.rawPayload.length).toBeGreaterThan(5000);
  });
  it.each(['qr.svg', 'label.pdf'])('there is no %s of what is not public', async (name) => {
    expect((await get(`/artworks/AREG-999999/${name}`)).statusCode).toBe(404);
  });
});
