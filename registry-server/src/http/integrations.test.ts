import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ArtworkSourceResponse,
  ArtworkUpdateResult,
  BatchUpdateResult,
  Installation,
  SyncResult,
} from '@artwork-registry/contract';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
let api: Api;
let other: Api;
let shop: string;
let serial = 0;
const work = (fields: object = {}) => ({ title: `Piece ${++serial}`, artist_name: 'Ben Cole', ...fields });
const connect = async (by: Api, site_url: string, platform = 'woocommerce') =>
  (await by('POST', '/integrations/connect', { platform, site_url })).body.installation_id as string;
const sync = (items: unknown[], installation_id = shop, by = api) =>
  by('POST', '/integrations/sync', { installation_id, items });

beforeAll(async () => {
  registry = await startTestRegistry();
  api = (await registry.organization('own')).api;
  other = (await registry.organization('other')).api;
  shop = await connect(api, 'https://shop.example');
});
afterAll(() => registry.close());

describe('POST /integrations/connect', () => {
  it('keeps one installation per platform and site', async () => {
    const { status, body } = await api('POST', '/integrations/connect', {
      platform: 'WooCommerce',
      site_url: 'http://SHOP.example:80/?a#b',
    });
    expect(status).toBe(200);
    expect(Installation.parse(body)).toMatchObject({
      object: 'installation',
      installation_id: shop,
      platform: 'woocommerce',
      platform_label: null,
      created: false,
      last_synced_at: null,
      profiles: [{ type: 'gallery', slug: 'own-gallery' }],
    });
    expect(await connect(api, 'https://shop.example/en')).not.toBe(shop);
    expect(await connect(api, 'https://shop.example', 'wordpress')).not.toBe(shop);
    expect(await connect(other, 'https://shop.example')).not.toBe(shop);
  });
  it('stores an unknown platform as custom with its label', async () => {
    const { body } = await api('POST', '/integrations/connect', {
      platform: 'My CMS',
      site_url: 'https://c.example',
    });
    expect(body).toMatchObject({ platform: 'custom', platform_label: 'My CMS', created: true });
    expect(await connect(api, 'https://c.example', 'my cms')).toBe(body.installation_id);
    expect(await connect(api, 'https://c.example', 'Other CMS')).not.toBe(body.installation_id);
  });
  it('wants a site_url', async () => {
    for (const site_url of [undefined, '', null]) {
      expect(
        (await api('POST', '/integrations/connect', { platform: 'wix', site_url })).body.error.code,
      ).toBe('site_url_required');
    }
    expect(
      (await api('POST', '/integrations/connect', { platform: 'wix', site_url: 'nope' })).body.error.code,
    ).toBe('invalid_body');
    expect(
      (
        await (
          await registry.organization('bare', { profile: null })
        ).api('POST', '/integrations/connect', { platform: 'wix', site_url: 'https://a.example' })
      ).body.profiles,
    ).toEqual([]);
  });
});

describe('POST /integrations/sync', () => {
  it('answers each item as if it had come alone', async () => {
    const good = work({ external_id: 's1' });
    const { status, body } = await sync([
      { idempotency_key: 's-1', artwork: good },
      { idempotency_key: 's-2', artwork: { title: '' } },
      { idempotency_key: 's-3', artwork: work({ owner_id: 1 }) },
      { idempotency_key: 's-1', artwork: good },
      { idempotency_key: 's-1', artwork: work() },
      { idempotency_key: 's-4', artwork: { ...good, external_id: undefined } },
      { idempotency_key: 'no good', artwork: work() },
      { idempotency_key: 's-5', artwork: work({ integration: { installation_id: 'ins_else' } }) },
      7,
    ]);
    expect(status).toBe(200);
    const result = SyncResult.parse(body);
    expect(result.summary).toEqual({ total: 9, created: 1, duplicates: 1, replayed: 1, failed: 6 });
    expect(result.data.map((item) => item.error?.code ?? item.status)).toEqual([
      201,
      'invalid_body',
      'protected_field',
      201,
      'idempotency_key_reused',
      200,
      'invalid_body',
      'invalid_body',
      'invalid_body',
    ]);
    expect(result.data[0]?.result?.data?.source).toMatchObject({
      installation_id: shop,
      external_id: 's1',
      status: 'active',
    });
    expect(result.data[3]).toMatchObject({
      replayed: true,
      result: { registry_id: result.data[0]?.result?.registry_id },
    });
    expect(body.data[1].error.issues.map((issue: { path: string }) => issue.path)).toEqual([
      'artwork.title',
      'artwork.artist_name',
    ]);
    const again = await sync([{ idempotency_key: 's-1', artwork: good }]);
    expect(again.body.summary).toMatchObject({ replayed: 1 });
  });
  it('shares keys with the single POST', async () => {
    const single = work({ external_id: 'sh1' });
    await sync([{ idempotency_key: 'shared', artwork: single }]);
    const posted = await api(
      'POST',
      '/artworks',
      { ...single, integration: { installation_id: shop } },
      { 'idempotency-key': 'shared' },
    );
    expect([posted.status, posted.headers['idempotent-replay']]).toEqual([201, 'true']);
  });
  it('is refused as a whole for its own shape only', async () => {
    const item = { idempotency_key: 'w', artwork: work() };
    expect((await sync([])).body.error.code).toBe('invalid_body');
    expect((await sync(Array.from({ length: 51 }, () => item))).body.error.code).toBe('invalid_body');
    expect((await api('POST', '/integrations/sync', { items: [item] })).body.error.issues).toEqual([
      { path: 'installation_id', message: 'is required' },
    ]);
    expect((await sync([item], 'ins_unknown')).body.error.code).toBe('unknown_installation');
    const museum = (await registry.organization('musee', { profile: 'museum' })).api;
    expect(await sync([item], await connect(museum, 'https://m.example'), museum)).toMatchObject({
      status: 403,
      body: { error: { code: 'no_write_target' } },
    });
  });
});

describe('duplicates', () => {
  it.each([
    ['external_id', { external_id: 'd1' }],
    ['inventory_ref', { inventory_ref: 'd2' }],
    ['source_url', { source_url: 'https://shop.example/p?id=3' }],
    ['image_url', { cover_image_url: 'https://shop.example/d4.jpg' }],
  ])('are found by %s inside the organisation only', async (matchedOn, fields) => {
    const first = (await api('POST', '/artworks', work(fields))).body;
    const second = await api('POST', '/artworks', work(fields));
    expect([second.status, second.body.duplicate, second.body.matched_on]).toEqual([200, true, matchedOn]);
    expect(second.body.data.registry_id).toBe(first.data.registry_id);
    expect((await other('POST', '/artworks', work(fields))).status).toBe(201);
  });
  it('are found by fingerprint across organisations while public, and attach nothing there', async () => {
    const same = { ...work(), year_created: '1990', height_cm: 5, width_cm: 6 };
    const first = (await other('POST', '/artworks', same)).body;
    const [item] = (await sync([{ idempotency_key: 'fp', artwork: { ...same, external_id: 'fp1' } }])).body
      .data;
    expect(item).toMatchObject({
      status: 200,
      result: { matched_on: 'fingerprint', registry_id: first.registry_id, data: { source: null } },
    });
    await other('PATCH', `/artworks/${first.registry_id}`, { availability: 'fully_private' });
    expect((await api('POST', '/artworks', same)).status).toBe(201);
  });
  it('of an own hidden work answer its Art ID without data', async () => {
    const hidden = work({ availability: 'fully_private' });
    const first = (await api('POST', '/artworks', hidden)).body;
    expect(await api('POST', '/artworks', hidden)).toMatchObject({
      status: 200,
      body: { duplicate: true, data: null, registry_id: first.registry_id },
    });
  });
  it('are not made by a shared picture when external_id or inventory_ref tell the works apart', async () => {
    const picture = { cover_image_url: 'https://shop.example/placeholder.png' };
    const items = ['p1', 'p2'].map((external_id) => ({
      idempotency_key: external_id,
      artwork: work({ external_id, ...picture }),
    }));
    expect((await sync(items)).body.summary).toMatchObject({ created: 2 });
    const page = { source_url: 'https://shop.example/portfolio' };
    await api('POST', '/artworks', work({ inventory_ref: 'q1', ...page }));
    expect((await api('POST', '/artworks', work({ inventory_ref: 'q2', ...page }))).status).toBe(201);
  });
});

describe('source_conflict', () => {
  it('keeps two products of one shop two works', async () => {
    const twin = work();
    const { body } = await sync([
      { idempotency_key: 't1', artwork: { ...twin, external_id: 't1' } },
      { idempotency_key: 't2', artwork: { ...twin, external_id: 't2' } },
    ]);
    expect(body.data[1]).toMatchObject({ status: 409, error: { code: 'source_conflict' } });
    expect(body.data[1].error.message).toContain('fingerprint');
  });
  it('protects an external_id that another work holds', async () => {
    const { body } = await sync([
      { idempotency_key: 'c1', artwork: work({ external_id: 'c1' }) },
      { idempotency_key: 'c2', artwork: work({ external_id: 'c2' }) },
    ]);
    const path = `/artworks/${body.data[1].result.registry_id}`;
    const patch = { integration: { installation_id: shop, external_id: 'c1' } };
    expect(await api('PATCH', path, patch)).toMatchObject({
      status: 409,
      body: { error: { code: 'source_conflict' } },
    });
    expect(await api('PATCH', `${path}/source`, { external_id: 'c1' })).toMatchObject({
      status: 409,
      body: { error: { code: 'source_conflict' } },
    });
  });
});

describe('the source of a work', () => {
  it('keeps a last_synced_at that lies ahead as the present, and refuses one from before 1970', async () => {
    const made = (await sync([{ idempotency_key: 'ahead', artwork: work({ external_id: 'ahead' }) }])).body
      .data[0].result.data;
    const path = `/artworks/${made.registry_id}/source`;
    const now = new Date(registry.clock.ms).toISOString().replace('Z', '000Z');
    for (const last_synced_at of ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59-12:00']) {
      const { status, body } = await api('PATCH', path, { last_synced_at });
      expect([status, body.source.last_synced_at]).toEqual([200, now]);
    }
    const old = await api('PATCH', path, { last_synced_at: '0000-01-01T00:00:00+12:00' });
    expect([old.status, old.body.error.code]).toEqual([422, 'invalid_body']);
  });
  it('changes state without touching the work', async () => {
    const made = (await sync([{ idempotency_key: 'src', artwork: work({ external_id: 'src' }) }])).body
      .data[0].result.data;
    const path = `/artworks/${made.registry_id}/source`;
    registry.clock.ms += 5000;
    const { status, body } = await api('PATCH', path, {
      status: 'removed',
      source_url: 'https://shop.example/gone',
    });
    expect(status).toBe(200);
    expect(ArtworkUpdateResult.parse(body)).toMatchObject({
      public: true,
      changed_fields: [],
      deletes_artwork: false,
      data: { updated_at: made.updated_at },
      source: {
        status: 'removed',
        source_url: 'https://shop.example/gone',
        external_id: 'src',
        registry_identity_persists: true,
      },
    });
    expect(ArtworkSourceResponse.parse((await other('GET', path)).body)).toMatchObject({
      source: { status: 'removed' },
      deletes_artwork: false,
    });
    const second = await connect(api, 'https://second.example');
    await api('PATCH', `/artworks/${made.registry_id}`, { integration: { installation_id: second } });
    expect((await api('GET', `/artworks/${made.registry_id}`)).body.data.source.installation_id).toBe(second);
    expect((await api('PATCH', path, { status: 'active' })).body.error.code).toBe('installation_id_required');
    expect((await api('PATCH', path, { status: 'active', installation_id: shop })).body.sources).toHaveLength(
      2,
    );
    expect(
      (await api('GET', `/artworks?installation_id=${shop}&limit=100`)).body.data.map(
        (row: { id: string }) => row.id,
      ),
    ).toContain(made.id);
    expect((await other('GET', `/artworks?installation_id=${shop}`)).body.pagination.total).toBe(0);
  });
  it('may be patched by its own installation only', async () => {
    const made = (await api('POST', '/artworks', work())).body.data;
    const path = `/artworks/${made.id}/source`;
    expect((await api('GET', path)).body).toEqual({
      object: 'artwork_source_response',
      source: null,
      sources: [],
      deletes_artwork: false,
    });
    expect((await api('PATCH', path, { status: 'active' })).body.error.code).toBe('source_not_found');
    expect((await api('PATCH', path, { status: 'active', installation_id: shop })).body.error.code).toBe(
      'source_not_found',
    );
    const theirs = await connect(other, 'https://theirs.example');
    expect(await api('PATCH', path, { status: 'active', installation_id: theirs })).toMatchObject({
      status: 403,
      body: { error: { code: 'source_ownership_mismatch' } },
    });
    expect((await api('PATCH', path, { installation_id: shop })).body.error.code).toBe('invalid_body');
    expect((await api('PATCH', '/artworks/AREG-1/source', { status: 'active' })).body.error.code).toBe(
      'artwork_not_found',
    );
    expect((await api('GET', '/artworks/AREG-1/source')).body.error.code).toBe('artwork_not_found');
  });
});

describe('POST /integrations/updates', () => {
  it('updates works and sources item by item, and replays by key', async () => {
    const [a, b] = (
      await sync(
        ['u1', 'u2'].map((external_id) => ({ idempotency_key: external_id, artwork: work({ external_id }) })),
      )
    ).body.data;
    const foreign = (await other('POST', '/artworks', work())).body;
    const items = [
      { registry_id: a.result.registry_id, idempotency_key: 'up1', changes: { availability: 'sold' } },
      { registry_id: b.result.registry_id, idempotency_key: 'up2', source: { status: 'unpublished' } },
      { registry_id: b.result.registry_id, idempotency_key: 'up1', changes: { availability: 'sold' } },
      { registry_id: foreign.registry_id, idempotency_key: 'up3', changes: { title: 'x' } },
      { registry_id: a.result.registry_id, idempotency_key: 'up4' },
      { registry_id: a.result.registry_id, idempotency_key: 'up5', changes: { height_cm: 'x' } },
    ];
    const call = () => api('POST', '/integrations/updates', { installation_id: shop, items });
    const first = BatchUpdateResult.parse((await call()).body);
    expect(first.data.map((item) => item.error?.code ?? item.status)).toEqual([
      200,
      200,
      'idempotency_key_reused',
      'not_permitted',
      'invalid_body',
      'invalid_body',
    ]);
    expect(first.summary).toEqual({ total: 6, updated: 2, replayed: 0, failed: 4 });
    expect(first.data[0]?.result?.changed_fields).toEqual(['availability']);
    expect(first.data[1]?.result?.source?.status).toBe('unpublished');
    expect(BatchUpdateResult.parse((await call()).body).summary).toEqual({
      total: 6,
      updated: 0,
      replayed: 2,
      failed: 4,
    });
  });
});
