// An Art ID may be typed in any case: addresses lead to the one in capitals, the API answers, and the search box finds the work.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_URL } from '../../../tests/support/engines.ts';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../../tests/support/test-registry.ts';

let registry: TestRegistry;
let api: Api;
let shown: string;
let hidden: string;
const NEVER_ISSUED = 'AREG-999999';
beforeAll(async () => {
  registry = await startTestRegistry();
  ({ api } = await registry.organization('galerie-any-case'));
  const publish = async (fields: object) =>
    (await api('POST', '/artworks', { artist_name: 'Ana-1 Kovač', ...fields })).body.registry_id as string;
  shown = await publish({ title: 'Shown' });
  hidden = await publish({ title: 'Hidden', availability: 'fully_private' });
});
afterAll(() => registry.close());

const get = (url: string) => registry.app.inject({ method: 'GET', url });
const typed = (id: string) => id.toLowerCase();
const REST = ['', '.json', '.jsonld', '.jsonld?profile=linked-art', '/qr.svg', '/label.pdf?size=a5'];

describe('an Art ID in small letters', () => {
  it.each(REST)(
    'leads to the address in capitals, with %j behind it, whether or not there is such a work',
    async (rest) => {
      for (const id of [shown, hidden, NEVER_ISSUED]) {
        const { statusCode, headers, body } = await get(`/artworks/${typed(id)}${rest}`);
        expect([statusCode, headers.location]).toEqual([301, `${PUBLIC_URL}/artworks/${id}${rest}`]);
        expect(body).toBe('');
        expect((await get(`/artworks/${id}${rest}`)).statusCode).toBe(id === shown ? 200 : 404);
      }
    },
  );
  it('leads nowhere else: a slash at the end goes, and a uuid or another text stays as it is', async () => {
    expect((await get(`/artworks/${typed(shown)}/`)).headers.location).toBe(
      `${PUBLIC_URL}/artworks/${shown}`,
    );
    const { data } = (await api('GET', `/artworks/${shown}`)).body;
    expect((await get(`/artworks/${data.id}`)).statusCode).toBe(200);
    expect((await get('/artworks/nothing-of-the-kind')).statusCode).toBe(404);
    expect((await get('/artists/ana-1-kovac')).statusCode).toBe(200);
  });
  it('is taken by oEmbed and in a list of labels', async () => {
    const address = encodeURIComponent(`${PUBLIC_URL}/artworks/${typed(shown)}`);
    expect((await get(`/oembed?url=${address}`)).json().title).toContain('Shown');
    expect((await get(`/labels.pdf?works=${typed(shown)},${shown}`)).statusCode).toBe(200);
  });
  it('is taken by every call of the API', async () => {
    const id = typed(shown);
    expect((await api('GET', `/artworks/${id}`)).body.data.registry_id).toBe(shown);
    expect((await api('GET', `/artworks/${id}/source`)).status).toBe(200);
    expect((await api('GET', `/artworks?collect24_id=${id}`)).body.pagination.total).toBe(1);
    expect((await api('PATCH', `/artworks/${id}`, { medium: 'Oil' })).body.registry_id).toBe(shown);
    expect((await api('PATCH', `/artworks/${id}/source`, { status: 'active' })).body.error.code).toBe(
      'source_not_found',
    );
    expect((await api('POST', `/artworks/${id}/certificates`, {})).body.registry_id).toBe(shown);
    for (const none of [hidden, NEVER_ISSUED]) {
      expect((await api('GET', `/artworks/${typed(none)}`)).body.error.code).toBe('artwork_not_found');
    }
    const site = { platform: 'wix', site_url: 'https://any-case.example' };
    const { installation_id } = (await api('POST', '/integrations/connect', site)).body;
    const update = (registry_id: string) => ({
      registry_id,
      idempotency_key: 'k',
      changes: { medium: 'Ink' },
    });
    const items = [update(id)];
    const { body } = await api('POST', '/integrations/updates', { installation_id, items });
    expect(body.data[0].result.registry_id).toBe(shown);
    const again = await api('POST', '/integrations/updates', { installation_id, items: [update(shown)] });
    expect(again.body.data[0].replayed).toBe(true);
  });
});

describe('the search box', () => {
  it.each([(id: string) => id, typed, (id: string) => `  ${id} `])(
    'leads from an Art ID to its public page',
    async (spell) => {
      const { statusCode, headers } = await get(`/search?q=${encodeURIComponent(spell(shown))}`);
      expect([statusCode, headers.location]).toEqual([302, `${PUBLIC_URL}/artworks/${shown}`]);
    },
  );
  it('finds nothing for one that is hidden, as for one that was never issued', async () => {
    const [ofHidden, ofNone] = await Promise.all([hidden, NEVER_ISSUED].map((id) => get(`/search?q=${id}`)));
    expect(ofHidden?.statusCode).toBe(200);
    expect(ofHidden?.body).toContain('No public artwork matches');
    expect(ofHidden?.body.replaceAll(hidden, NEVER_ISSUED)).toBe(ofNone?.body);
  });
  it('is not the q of the API, which searches words', async () => {
    expect((await api('GET', `/artworks?q=${shown}`)).body.pagination.total).toBe(0);
  });
});
