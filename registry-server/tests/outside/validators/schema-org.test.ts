import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestRegistry } from '../../support/test-registry.ts';
import type { TestRegistry } from '../../support/test-registry.ts';
import { schemaOrgFaults } from './schema-org.ts';
import type { Statement } from './schema-org.ts';

let registry: TestRegistry;
const addresses: string[] = [];
beforeAll(async () => {
  registry = await startTestRegistry();
  const { api } = await registry.organization('galerie-terms');
  await registry.organization('museum-terms', { profile: 'museum' });
  const full = {
    title: 'Iris',
    artist_name: 'Ana Kovač',
    year_created: 'c. 1999',
    medium: 'Oil on canvas',
    height_cm: 30,
    width_cm: 40.5,
    depth_cm: 2,
    cover_image_url: 'https://images.example/iris.jpg',
    price: { amount: 1200, currency: 'EUR' },
  };
  const works = [
    { ...full, availability: 'for_sale' },
    { ...full, title: 'Sold', availability: 'sold' },
    { title: 'Bare', artist_name: 'Ana Kovač', availability: 'open_to_offers' },
  ];
  for (const work of works) {
    const { registry_id: id } = (await api('POST', '/artworks', work)).body;
    addresses.push(`/artworks/${id}`);
  }
  await registry.storage.updateArtistFacts('ana-kovac', {
    birthYear: 1950,
    deathYear: 2020,
    nationality: 'Slovenian',
    ulanId: '500115493',
    wikidataId: 'Q41264',
  });
  await registry.storage.updateProfile('galerie-terms-gallery', { website: 'https://galerie.example' });
  addresses.push('/artists/ana-kovac', '/galleries/galerie-terms-gallery', '/museums/museum-terms-museum');
});
afterAll(() => registry.close());

/** As a program fetches it, and as it stands in the page. */
async function statementsAt(address: string): Promise<Statement[]> {
  const fetched = await registry.app.inject({ method: 'GET', url: `${address}.jsonld` });
  expect(fetched.statusCode, address).toBe(200);
  const page = await registry.app.inject({ method: 'GET', url: address });
  const inPage = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(page.body)?.[1] ?? '';
  return [fetched.json(), JSON.parse(inPage) as Statement];
}

it('every statement of the public side is made of the terms of schema.org', async () => {
  const statements = (await Promise.all(addresses.map(statementsAt))).flat();
  expect(statements).toHaveLength(addresses.length * 2);
  expect(schemaOrgFaults(statements)).toEqual(statements.map(() => []));
});

it('a term that schema.org does not have, or a value of another kind, is found', async () => {
  const [work] = await statementsAt(addresses[0] ?? '');
  const [sold] = await statementsAt(addresses[1] ?? '');
  const faults = schemaOrgFaults([
    { ...work, '@type': ['VisualArtwork', 'Product'], artMaterial: 'Oil' } as Statement,
    { ...sold, '@type': 'VisualArtwork', offers: { '@type': 'Person', name: 'Ana' } } as Statement,
    { ...sold, '@type': 'VisualArtwerk' },
  ]);
  expect(faults.map((found) => found.length > 0)).toEqual([true, true, true]);
});
