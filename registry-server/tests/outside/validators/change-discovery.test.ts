import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACTIVITY_PAGE } from '../../../src/pages/machine/activity.ts';
import { startTestRegistry } from '../../support/test-registry.ts';
import type { TestRegistry } from '../../support/test-registry.ts';
import { changeDiscoveryFaults } from './change-discovery.ts';
import type { Page } from './change-discovery.ts';

const IIIF = 'http://iiif.io/api/discovery/1/context.json';
let registry: TestRegistry;
let collection: Record<string, unknown>;
const pages: Page[] = [];
const get = async (address: string) => registry.app.inject({ method: 'GET', url: new URL(address).pathname });
beforeAll(async () => {
  registry = await startTestRegistry();
  const { api } = await registry.organization('galerie-told', { rateLimit: 100_000 });
  const { registry_id: id } = (await api('POST', '/artworks', { title: 'Iris', artist_name: 'Ana' })).body;
  for (let step = 0; step < ACTIVITY_PAGE; step += 1) {
    registry.clock.ms += 1;
    await api('PATCH', `/artworks/${id}`, { title: `Iris ${step}` });
  }
  await registry.storage.updateProfile('galerie-told-gallery', { slug: 'neue-galerie' });
  await api('PATCH', `/artworks/${id}`, { availability: 'fully_private' });
  collection = (await get('https://registry.test/activity/')).json();
  let next = collection['first'] as { id: string } | undefined;
  while (next !== undefined) {
    const answer = await get(next.id);
    expect(answer.headers['content-type']).toMatch(/^application\/ld\+json;\s*profile="http:\/\/iiif\.io/);
    pages.push(answer.json<Page>());
    next = pages.at(-1)?.next;
  }
});
afterAll(() => registry.close());

it('the feed keeps every rule of Change Discovery, from its first page to its last', () => {
  expect(pages.length).toBe(2);
  const kinds = new Set(pages.flatMap((page) => page.orderedItems.map(({ type }) => type)));
  expect([...kinds].sort()).toEqual(['Delete', 'Move', 'Update']);
  expect(changeDiscoveryFaults(collection, pages)).toEqual([]);
});

it.each<[string, (copy: { collection: Record<string, unknown>; pages: Page[] }) => unknown]>([
  ['no last page', (copy) => delete copy.collection['last']],
  ['another last page', (copy) => (copy.collection['last'] = copy.collection['first'])],
  ['no context', (copy) => delete (copy.pages[0] as Partial<Page>)['@context']],
  ['a context inside the page', (copy) => Object.assign(copy.pages[0] ?? {}, { '@context': [{}, IIIF] })],
  [
    'the context of IIIF before another one',
    (copy) => Object.assign(copy.pages[0] ?? {}, { '@context': [IIIF, IIIF + '#'] }),
  ],
  [
    'an object that is not a web address',
    (copy) => spoilItem(copy.pages, { object: { id: 'urn:uuid:1', type: 'Service' } }),
  ],
  ['no way on', (copy) => delete copy.pages[0]?.next],
  ['an activity of another type', (copy) => spoilItem(copy.pages, { type: 'Announce' })],
  ['a move to nowhere', (copy) => spoilItem(copy.pages, { type: 'Move' })],
  ['a time without a zone', (copy) => spoilItem(copy.pages, { endTime: '2026-01-01T00:00:00' })],
  ['a time before the one before', (copy) => spoilItem(copy.pages, { endTime: '2001-01-01T00:00:00Z' })],
  ['an object without an id', (copy) => spoilItem(copy.pages, { object: { type: 'HumanMadeObject' } })],
])('a feed with %s is found', (_fault, spoil) => {
  const copy = structuredClone({ collection, pages });
  spoil(copy);
  expect(changeDiscoveryFaults(copy.collection, copy.pages)).not.toEqual([]);
});

const spoilItem = (copy: Page[], fault: Record<string, unknown>) =>
  Object.assign(copy[1]?.orderedItems[0] ?? {}, fault);
