import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Artwork, ArtworkList, ArtworkUpdateResult, ArtworkWriteResult } from '@artwork-registry/contract';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
let api: Api;
let other: Api;
let serial = 0;
const work = (fields: object = {}) => ({ title: `Work ${++serial}`, artist_name: 'Ana Brun', ...fields });

beforeAll(async () => {
  registry = await startTestRegistry();
  api = (await registry.organization('own')).api;
  other = (await registry.organization('other')).api;
});
afterAll(() => registry.close());

async function publish(fields: object = {}, by = api): Promise<Artwork> {
  const { status, body } = await by('POST', '/artworks', work(fields));
  expect([status, body.error]).toEqual([201, undefined]);
  return Artwork.parse(body.data);
}

describe('POST /artworks', () => {
  it('registers a work with a permanent Art ID and shows only public facts', async () => {
    const { body, status } = await api(
      'POST',
      '/artworks',
      work({
        year_created: '1999',
        medium: 'Oil',
        height_cm: 10,
        width_cm: 20,
        depth_cm: null,
        availability: 'for_sale',
        price: { amount: 1200, currency: 'EUR' },
        cover_image_url: 'https://x.example/a.jpg',
        inventory_ref: 'INV-9',
      }),
    );
    expect(status).toBe(201);
    expect(ArtworkWriteResult.parse(body)).toMatchObject({ duplicate: false, matched_on: null });
    expect(body.data).toMatchObject({
      object: 'artwork',
      registry_id: expect.stringMatching(/^AREG-\d+$/),
      artist: { name: 'Ana Brun', slug: 'ana-brun' },
      dimensions_cm: { height: 10, width: 20, depth: null },
      price: { amount: 1200, currency: 'EUR' },
      location: null,
      current_collection: { slug: 'own-gallery', type: 'gallery', city: 'Berlin', country: null },
      source: null,
      links: { public_page: expect.stringMatching(/^https:\/\/registry\.test\/artworks\/AREG-/) },
    });
    expect(Object.keys(body.data).sort()).toEqual(Object.keys(Artwork.shape).sort());
    expect(JSON.stringify(body)).not.toContain('INV-9');
    expect((await api('GET', `/artworks/${body.data.registry_id}`)).body).toEqual({
      object: 'artwork_response',
      data: body.data,
    });
    expect((await api('GET', `/artworks/${body.data.id}`)).body.data).toEqual(body.data);
  });
  it('makes no claim about availability and hides a price that is not asked', async () => {
    expect(await publish()).toMatchObject({ availability: 'not_for_sale', price: null });
    expect(await publish({ availability: 'on_loan', price: { amount: 1, currency: 'EUR' } })).toMatchObject({
      price: null,
    });
  });
  it('publishes a private work without showing it', async () => {
    const { status, body } = await api('POST', '/artworks', work({ availability: 'fully_private' }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      duplicate: false,
      data: null,
      registry_id: expect.stringMatching(/^AREG-/),
    });
    expect((await api('GET', `/artworks/${body.registry_id}`)).body.error.code).toBe('artwork_not_found');
  });
  it('refuses an installation of nobody or of somebody else', async () => {
    const { body } = await other('POST', '/integrations/connect', {
      platform: 'wix',
      site_url: 'https://o.example',
    });
    for (const installation_id of ['ins_unknown', body.installation_id]) {
      expect(await api('POST', '/artworks', work({ integration: { installation_id } }))).toMatchObject({
        status: 422,
        body: { error: { code: 'unknown_installation' } },
      });
    }
  });
});

describe('the Idempotency-Key', () => {
  it('replays the stored answer, whatever the key order', async () => {
    const sent = work();
    const first = await api('POST', '/artworks', sent, { 'idempotency-key': 'k1' });
    const again = await api(
      'POST',
      '/artworks',
      { artist_name: sent.artist_name, title: sent.title },
      { 'idempotency-key': 'k1' },
    );
    expect(again.status).toBe(201);
    expect(again.headers['idempotent-replay']).toBe('true');
    expect(first.headers['idempotent-replay']).toBeUndefined();
    expect(again.body).toEqual(first.body);
    expect((await api('POST', '/artworks', work(), { 'idempotency-key': 'k1' })).body.error.code).toBe(
      'idempotency_key_reused',
    );
    expect((await other('POST', '/artworks', work(), { 'idempotency-key': 'k1' })).status).toBe(201);
  });
  it('is free again after a refusal', async () => {
    expect((await api('POST', '/artworks', { title: '' }, { 'idempotency-key': 'k2' })).status).toBe(422);
    expect((await api('POST', '/artworks', work(), { 'idempotency-key': 'k2' })).status).toBe(201);
  });
  it('must be visible ASCII of at most 200 characters', async () => {
    for (const key of ['a b', 'x'.repeat(201), '']) {
      const { body } = await api('POST', '/artworks', work(), { 'idempotency-key': key });
      expect(body.error).toMatchObject({ code: 'invalid_body', issues: [{ path: 'Idempotency-Key' }] });
    }
  });
  it('makes one work of fifty parallel posts', async () => {
    const sent = work();
    const before = (await api('GET', '/artworks?limit=1')).body.pagination.total;
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => api('POST', '/artworks', sent, { 'idempotency-key': 'fifty' })),
    );
    for (const { status, body, headers } of answers) {
      if (status === 409) {
        expect(body.error.code).toBe('idempotent_request_in_progress');
        expect(headers['retry-after']).toBe('1');
      } else expect(status).toBe(201);
    }
    expect(
      answers.filter(({ status, headers }) => status === 201 && !headers['idempotent-replay']),
    ).toHaveLength(1);
    expect((await api('GET', '/artworks?limit=1')).body.pagination.total).toBe(before + 1);
  });
});

describe('PATCH /artworks/{id}', () => {
  it('changes what is named, bumps updated_at and names the public fields', async () => {
    const made = await publish({ medium: 'Oil', height_cm: 10 });
    const { status, body } = await api('PATCH', `/artworks/${made.registry_id}`, {
      medium: null,
      height_cm: 12,
      title: 'New',
    });
    expect(status).toBe(200);
    expect(ArtworkUpdateResult.parse(body)).toMatchObject({
      public: true,
      changed_fields: ['title', 'medium', 'dimensions_cm'],
    });
    expect(body.data).toMatchObject({ title: 'New', medium: null, registry_id: made.registry_id });
    expect(body.data.updated_at > made.updated_at).toBe(true);
  });
  it('leaves updated_at alone when nothing public changes', async () => {
    const made = await publish({ medium: 'Oil' });
    const { body } = await api('PATCH', `/artworks/${made.id}`, { medium: 'Oil', inventory_ref: 'R-1' });
    expect(body).toMatchObject({ changed_fields: [], data: { updated_at: made.updated_at } });
  });
  it('hides and shows a work again; nobody else learns that it exists', async () => {
    const made = await publish();
    const path = `/artworks/${made.registry_id}`;
    expect((await api('PATCH', path, { availability: 'fully_private' })).body).toMatchObject({
      public: false,
      data: null,
    });
    expect((await api('GET', path)).status).toBe(404);
    expect((await api('GET', `/artworks?collect24_id=${made.registry_id}`)).body.pagination.total).toBe(0);
    expect((await other('PATCH', path, { title: 'x' })).body.error.code).toBe('artwork_not_found');
    expect((await api('PATCH', path, { availability: 'for_sale' })).body).toMatchObject({
      public: true,
      registry_id: made.registry_id,
      data: { availability: 'for_sale' },
    });
  });
  it('refuses strangers, unknown works, empty and protected bodies', async () => {
    const made = await publish();
    expect(await other('PATCH', `/artworks/${made.registry_id}`, { title: 'x' })).toMatchObject({
      status: 403,
      body: { error: { code: 'not_permitted' } },
    });
    expect((await api('PATCH', '/artworks/AREG-1', { title: 'x' })).body.error.code).toBe(
      'artwork_not_found',
    );
    expect((await api('PATCH', `/artworks/${made.id}`, {})).body.error.code).toBe('invalid_body');
    expect((await api('PATCH', `/artworks/${made.id}`, { slug: 'x' })).body.error).toMatchObject({
      code: 'protected_field',
      fields: ['slug'],
    });
  });
});

describe('GET /artworks', () => {
  it('filters by every parameter', async () => {
    const lister = (await registry.organization('lister')).api;
    const made = await publish(
      {
        title: 'Größe 100%, (sic)',
        artist_name: 'Zoë Quill',
        medium: 'Öl auf Holz',
        year_created: '1987',
        availability: 'open_to_offers',
        price: { amount: 500, currency: 'CHF' },
      },
      lister,
    );
    const finds = async (query: string) => {
      const { status, body } = await lister('GET', `/artworks?${query}`);
      expect([query, status]).toEqual([query, 200]);
      return ArtworkList.parse(body).data.some((artwork) => artwork.id === made.id);
    };
    for (const query of [
      'q=grosse',
      'q=zoe+quill',
      'q=holz',
      'artist=zoe-quill',
      `artist=${made.artist?.id}`,
      'artist=QUIL',
      'artist=Quill, Zoe',
      'gallery=lister-gallery',
      'collection=lister-gallery',
      'medium=auf',
      'year=1987',
      'availability=open_to_offers',
      `collect24_id=${made.registry_id}`,
      'price_min=500&price_max=500',
      'updated_since=2026-01-01T00:00:00Z&limit=100',
      'updated_since=2026-01-01T02:00:00+02:00&limit=100',
      'updated_since=0001-01-01T00:00:00%2B23:59&limit=100',
    ])
      expect([query, await finds(query)]).toEqual([query, true]);
    for (const query of [
      'q=nothing',
      'q=%22)%20OR%20(',
      'artist=%25',
      'gallery=other-gallery',
      'museum=lister-gallery',
      'medium=%25%25',
      'year=198',
      'availability=sold',
      'collect24_id=AREG-1',
      'price_min=501',
      'price_max=499',
      'updated_since=2030-01-01T00:00:00Z',
      'updated_since=9999-12-31T23:59:59-23:59',
      'installation_id=ins_none',
      'platform=wix',
    ])
      expect([query, await finds(query)]).toEqual([query, false]);
  });
  it.each([
    ['unknown=1', 'unknown'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=ten', 'limit'],
    ['offset=100001', 'offset'],
    ['offset=-1', 'offset'],
    ['q=', 'q'],
    ['q=a&q=b', 'q'],
    [`q=${'x'.repeat(201)}`, 'q'],
    [`year=${'x'.repeat(51)}`, 'year'],
    ['availability=fully_private', 'availability'],
    ['price_min=-1', 'price_min'],
    ['price_min=2&price_max=1', 'price_min'],
    ['updated_since=2026-01-01', 'updated_since'],
    ['updated_since=2026-01-01T00:00:00', 'updated_since'],
    ['updated_since=0000-01-01T00:00:00Z', 'updated_since'],
    ['installation_id=abc&q=x', 'q'],
    ['platform=wix&year=1990', 'year'],
  ])('refuses ?%s, naming %s', async (query, path) => {
    const { status, body } = await api('GET', `/artworks?${query}`);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: 'invalid_query', issues: [{ path }] });
  });
  it('pages newest first, and by (updated_at, id) with updated_since', async () => {
    const made = [await publish(), await publish(), await publish()];
    const newest = (await api('GET', '/artworks?limit=2')).body;
    expect(newest.data.map((artwork: Artwork) => artwork.id)).toEqual([made[2]?.id, made[1]?.id]);
    expect(newest.pagination).toMatchObject({ limit: 2, offset: 0, has_more: true });
    await api('PATCH', `/artworks/${made[0]?.id}`, { medium: 'Ink' });
    const since = encodeURIComponent(made[1]?.updated_at ?? '');
    const { body } = await api('GET', `/artworks?updated_since=${since}`);
    expect(body.data.map((artwork: Artwork) => artwork.id)).toEqual([made[1]?.id, made[2]?.id, made[0]?.id]);
    expect(body.pagination).toEqual({ total: 3, limit: 25, offset: 0, has_more: false });
  });
});

describe('artists, galleries and museums', () => {
  it('answer by slug and uuid, with counts of public works', async () => {
    const made = await publish({ artist_name: 'Solo Artist' });
    const { body } = await api('GET', '/artists/solo-artist');
    expect(body).toMatchObject({
      object: 'artist_response',
      data: { name: 'Solo Artist', sort_name: 'Artist, Solo', artworks_count: 1 },
    });
    expect((await api('GET', `/artists/${made.artist?.id}/artworks?limit=1`)).body.data[0].id).toBe(made.id);
    expect((await api('GET', '/galleries/own-gallery')).body.data).toMatchObject({
      object: 'gallery',
      type: 'gallery',
      country: null,
    });
    expect((await api('GET', '/galleries/own-gallery/artworks')).body.object).toBe('list');
    for (const [path, code] of [
      ['artists', 'artist'],
      ['galleries', 'gallery'],
      ['museums', 'museum'],
    ]) {
      expect((await api('GET', `/${path}/none`)).body.error.code).toBe(`${code}_not_found`);
      expect((await api('GET', `/${path}/none/artworks`)).body.error.code).toBe(`${code}_not_found`);
    }
    expect((await api('GET', '/galleries/own-gallery/artworks?q=x')).body.error.code).toBe('invalid_query');
  });
});
