import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../tests/support/test-registry.ts';
import { licenceAddress } from './signposts.ts';

const LICENCE = 'https://creativecommons.org/publicdomain/zero/1.0/';
const ORIGIN = 'https://registry.test';

let registry: TestRegistry;
let api: Api;
let folder: string;
let id: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'artwork-registry-signposts-'));
  registry = await startTestRegistry({ dumps: { folder, licence: LICENCE } });
  ({ api } = await registry.organization('galerie-posts'));
  id = (await api('POST', '/artworks', { title: 'Iris', artist_name: 'Ana Kovač' })).body
    .registry_id as string;
});
afterAll(async () => {
  await registry.close();
  rmSync(folder, { recursive: true });
});

type Link = Record<string, string | undefined>;

async function linksOf(path: string, method: 'GET' | 'HEAD' = 'HEAD'): Promise<Link[]> {
  const { statusCode, headers } = await registry.app.inject({ method, url: path });
  expect(statusCode).toBe(200);
  return String(headers['link'] ?? '')
    .split(', ')
    .filter((link) => link !== '')
    .map((link) => {
      const [target = '', ...parameters] = link.split('; ');
      return {
        href: target.slice(1, -1),
        ...Object.fromEntries(parameters.map((one) => one.replaceAll('"', '').split('='))),
      };
    });
}

const hrefs = (links: Link[], rel: string) =>
  links.filter((link) => link['rel'] === rel).map(({ href }) => href);

describe('the head of an answer', () => {
  it('says of the page of a work what to cite, where programs read it, what it is, and where it belongs', async () => {
    const address = `${ORIGIN}/artworks/${id}`;
    const links = await linksOf(`/artworks/${id}`);
    expect(hrefs(links, 'cite-as')).toEqual([address]);
    expect(hrefs(links, 'type')).toEqual([
      'https://schema.org/AboutPage',
      'https://schema.org/VisualArtwork',
    ]);
    expect(hrefs(links, 'license')).toEqual([LICENCE]);
    const holder = (await api('GET', `/artworks/${id}`)).body.data.current_collection as { slug: string };
    expect(hrefs(links, 'collection')).toEqual([`${ORIGIN}/galleries/${holder.slug}`]);
    expect(await linksOf(`/artworks/${id}`, 'GET')).toEqual(links);
  });

  it('leads a reader with a uuid to the Art ID', async () => {
    const uuid = (await registry.storage.findArtworkState(id))?.id ?? '';
    expect(hrefs(await linksOf(`/artworks/${uuid}`), 'cite-as')).toEqual([`${ORIGIN}/artworks/${id}`]);
    expect(hrefs(await linksOf(`/artworks/${uuid}.json`), 'cite-as')).toEqual([`${ORIGIN}/artworks/${id}`]);
  });

  it('of every record leads to its forms, each of the type that it is said to have, and from each of them back', async () => {
    const { artist, current_collection: holder } = (await api('GET', `/artworks/${id}`)).body.data;
    const certificate = (await api('POST', `/artworks/${id}/certificates`, {})).body.id as string;
    const pages = [
      [`/artworks/${id}`, 3],
      [`/artists/${artist.slug}`, 2],
      [`/galleries/${holder.slug}`, 2],
      [`/certificates/${certificate}`, 1],
    ] as const;
    for (const [page, forms] of pages) {
      const described = (await linksOf(page)).filter(({ rel }) => rel === 'describedby');
      expect(described).toHaveLength(forms);
      for (const { href = '', type, profile } of described) {
        const path = href.slice(ORIGIN.length);
        const { headers } = await registry.app.inject({ method: 'HEAD', url: path });
        expect(headers['content-type']).toContain(type);
        if (profile !== undefined) expect(headers['content-type']).toContain(profile);
        const back = await linksOf(path);
        expect(hrefs(back, 'describes')).toEqual([`${ORIGIN}${page}`]);
        expect(hrefs(back, 'cite-as')).toEqual([`${ORIGIN}${page}`]);
      }
    }
  });

  it('names no licence for the works of a gallery that keeps out of the dumps, from the next answer on', async () => {
    const apart = await registry.organization('galerie-shy');
    const work = (await apart.api('POST', '/artworks', { title: 'Own', artist_name: 'Ana Kovač' })).body;
    const paths = ['', '.json', '.jsonld'].map((suffix) => `/artworks/${work.registry_id}${suffix}`);
    for (const path of paths) expect(hrefs(await linksOf(path), 'license')).toEqual([LICENCE]);
    const etags = await Promise.all(paths.map(async (url) => (await registry.app.inject(url)).headers.etag));
    await registry.storage.updateProfile('galerie-shy-gallery', { inDumps: false });
    for (const path of paths) expect(hrefs(await linksOf(path), 'license')).toEqual([]);
    // A cache keeps the head that it has where it is told that nothing changed.
    for (const [index, url] of paths.entries()) {
      const headers = { 'if-none-match': String(etags[index]) };
      expect((await registry.app.inject({ url, headers })).statusCode).toBe(200);
    }
  });

  it('names the licence of the dumps', async () => {
    for (const path of ['/dumps', '/dumps/index.json'])
      expect(hrefs(await linksOf(path), 'license')).toEqual([LICENCE]);
  });

  it('says nothing of what is not there', async () => {
    const hidden = (
      await api('POST', '/artworks', { title: 'A', artist_name: 'B C', availability: 'fully_private' })
    ).body.registry_id as string;
    const withdrawn = (await api('POST', '/artworks', { title: 'W', artist_name: 'B C' })).body
      .registry_id as string;
    await registry.storage.withdrawArtwork(withdrawn);
    for (const absent of [hidden, withdrawn, 'AREG-999999'])
      for (const suffix of ['', '.json', '.jsonld'])
        expect((await registry.app.inject(`/artworks/${absent}${suffix}`)).headers['link']).toBeUndefined();
  });
});

describe('the address of a licence', () => {
  it.each([
    [undefined, undefined],
    ['CC0 1.0', undefined],
    ['CC0: see our site', undefined],
    ['javascript:alert(1)', undefined],
    [LICENCE, LICENCE],
    [
      'https://registry.test/über>, <https://x.test/>',
      'https://registry.test/%C3%BCber%3E,%20%3Chttps://x.test/%3E',
    ],
    ['https://a.test/\r\nset-cookie: a=b', 'https://a.test/set-cookie:%20a=b'],
  ])('of %j is %j', (stated, address) => {
    expect(licenceAddress(stated)).toBe(address);
  });
});
