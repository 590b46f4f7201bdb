// The sitemap against the XML Schema of sitemaps.org, which comes with the package "sitemap". The schema for indexes is not
// in it; the rules of sitemaps.org for an index are asserted one by one.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { startTestRegistry } from '../../support/test-registry.ts';
import type { TestRegistry } from '../../support/test-registry.ts';

const entry = createRequire(import.meta.url).resolve('sitemap');
const SCHEMA = readFileSync(join(dirname(entry), '../../schema/sitemap.xsd'), 'utf8');
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry();
  const { api } = await registry.organization('galerie-map');
  for (const title of ['Iris & Lilie', 'Ирис']) await api('POST', '/artworks', { title, artist_name: 'Ana' });
});
afterAll(() => registry.close());

const get = async (url: string) => (await registry.app.inject({ method: 'GET', url })).body;
const faultsOf = async (contents: string) => {
  const { errors } = await validateXML({ xml: [{ fileName: 'sitemap.xml', contents }], schema: [SCHEMA] });
  return errors.map(({ message }) => message);
};
const parse = (xml: string) => new XMLParser({ ignoreAttributes: false }).parse(xml);

it('each part is valid, and one with a field too many, a wrong date or no address is not', async () => {
  const index = parse(await get('/sitemap.xml')).sitemapindex;
  const parts = [index.sitemap].flat();
  expect(index['@_xmlns']).toBe(NAMESPACE);
  expect(parts.length).toBeGreaterThan(0);
  for (const { loc, ...more } of parts) {
    expect(loc).toMatch(/^https:\/\/registry\.test\/sitemap-\d+\.xml$/);
    expect(Object.keys(more).filter((name) => name !== 'lastmod')).toEqual([]);
    const part = await get(new URL(loc).pathname);
    expect(part).toContain('/artworks/');
    expect(await faultsOf(part)).toEqual([]);
    expect(await faultsOf(part.replace('<loc>', '<title>Iris</title><loc>'))).not.toEqual([]);
    expect(await faultsOf(part.replace(/<lastmod>[^<]*/, '<lastmod>yesterday'))).not.toEqual([]);
    expect(await faultsOf(part.replace(/<loc>[^<]*<\/loc>/, ''))).not.toEqual([]);
  }
});
