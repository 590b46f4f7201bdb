import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Installation } from '@artwork-registry/contract';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
let api: Api;
let other: Api;
let serial = 0;
beforeAll(async () => {
  registry = await startTestRegistry();
  api = (await registry.organization('own')).api;
  other = (await registry.organization('other')).api;
});
afterAll(() => registry.close());

const connect = async (site_url: string, by = api, platform = 'woocommerce') =>
  (await by('POST', '/integrations/connect', { platform, site_url })).body.installation_id as string;
const move = (id: string, site_url: unknown, by = api) =>
  by('POST', `/integrations/installations/${id}/move`, { site_url });
const publish = async (installation_id: string, availability = 'not_for_sale') =>
  (
    await api('POST', '/artworks', {
      title: `Moved ${++serial}`,
      artist_name: 'Ben Cole',
      availability,
      integration: { installation_id, external_id: String(serial) },
    })
  ).body.registry_id as string;
const feedAfter = async (after: number) => (await api('GET', `/changes?after=${after}&limit=100`)).body;

describe('moving an installation', () => {
  it('keeps the installation and its works, which show the new address everywhere at once', async () => {
    const shop = await connect('https://old.example');
    const id = await publish(shop);
    const before = (await api('GET', `/artworks/${id}`)).body.data;
    const list = `/artworks?installation_id=${shop}`;
    await api('GET', list);
    const { next_after } = await feedAfter(0);

    const { status, body } = await move(shop, 'https://www.new.example/shop/');
    expect(status).toBe(200);
    expect(Installation.parse(body)).toMatchObject({
      installation_id: shop,
      platform: 'woocommerce',
      site_url: 'https://www.new.example/shop/',
      created: false,
      profiles: [{ slug: 'own-gallery' }],
    });
    const source = { ...before.source, site_url: 'https://www.new.example/shop/' };
    const after = { ...before, source };
    expect((await api('GET', `/artworks/${id}`)).body.data).toEqual(after);
    expect((await api('GET', list)).body.data).toEqual([after]);
    expect((await api('GET', `/artworks/${id}/source`)).body.source).toEqual(source);
    expect((await feedAfter(next_after)).data).toEqual([
      {
        seq: next_after + 1,
        op: 'installation',
        installation: { id: shop, site_url: 'https://www.new.example/shop/' },
        updated_at: expect.any(String),
      },
    ]);
    expect(await connect('http://www.new.example/shop')).toBe(shop);
    expect(await connect('https://old.example')).not.toBe(shop);
  });
  it('tells the feed and the public activity nothing of a site that no public work shows', async () => {
    const shop = await connect('http://private-viewing.example');
    const hidden = await publish(shop, 'fully_private');
    const { next_after } = await feedAfter(0);
    const activity = async () =>
      (await registry.app.inject({ method: 'GET', url: '/activity/page-0' })).payload;
    await move(shop, 'https://private-salon.example');
    // The same site again with another spelling, which a handshake takes over.
    expect(await connect('http://private-salon.example')).toBe(shop);
    expect((await feedAfter(next_after)).data).toEqual([]);
    expect(await activity()).not.toContain('private-salon');

    await api('PATCH', `/artworks/${hidden}`, { availability: 'for_sale' });
    await move(shop, 'https://public-salon.example');
    expect((await feedAfter(next_after)).data).toMatchObject([
      { op: 'upsert', registry_id: hidden },
      { op: 'installation', installation: { id: shop, site_url: 'https://public-salon.example' } },
    ]);
    expect(await activity()).toContain('public-salon');
  });
  it('is no longer told by the feed and the public activity once all works of the site are hidden', async () => {
    const shop = await connect('http://open-door.example');
    const work = await publish(shop);
    const { next_after } = await feedAfter(0);
    const told = async () => [
      ...(await feedAfter(next_after)).data.map(({ op }: { op: string }) => op),
      /closed-door/.test((await registry.app.inject({ method: 'GET', url: '/activity/page-0' })).payload),
    ];
    await move(shop, 'https://closed-door.example');
    expect(await told()).toEqual(['installation', true]);
    await api('PATCH', `/artworks/${work}`, { availability: 'fully_private' });
    expect(await told()).toEqual(['remove', false]);
    await api('PATCH', `/artworks/${work}`, { availability: 'for_sale' });
    expect(await told()).toEqual(['installation', 'remove', 'upsert', true]);
  });
  it('is done once: said again, it tells the feed nothing', async () => {
    const shop = await connect('https://once.example');
    await move(shop, 'https://twice.example');
    const { next_after } = await feedAfter(0);
    const again = await move(shop, 'https://twice.example');
    expect([again.status, again.body.site_url]).toEqual([200, 'https://twice.example']);
    expect((await feedAfter(next_after)).data).toEqual([]);
  });
  it('takes https, www and a folder as well as another domain, and back again', async () => {
    const shop = await connect('http://steps.example');
    for (const site of [
      'https://steps.example',
      'https://www.steps.example',
      'https://www.steps.example/de',
      'http://steps.example',
    ]) {
      expect((await move(shop, site)).body).toMatchObject({ installation_id: shop, site_url: site });
    }
  });
  it('is refused where another installation of the organisation lives, and changes nothing', async () => {
    const [shop, there] = [await connect('https://here.example'), await connect('https://there.example')];
    const { status, body } = await move(shop, 'https://THERE.example/');
    expect([status, body.error.code]).toEqual([409, 'source_conflict']);
    expect(body.error.message).toContain(there);
    expect(await connect('https://here.example')).toBe(shop);
    // Another platform, or another organisation, at the same address is another site.
    await connect('https://shared.example', api, 'wordpress');
    await connect('https://shared.example', other);
    expect((await move(shop, 'https://shared.example')).status).toBe(200);
  });
  it('finds no installation of somebody else, and says so as for none at all', async () => {
    const foreign = await connect('https://foreign.example', other);
    const [theirs, none] = [
      await move(foreign, 'https://mine.example'),
      await move('ins_none', 'https://mine.example'),
    ];
    expect([theirs.status, theirs.body.error.code]).toEqual([404, 'installation_not_found']);
    expect(theirs.body).toEqual(none.body);
    expect(await connect('https://foreign.example', other)).toBe(foreign);
  });
  it('wants an address', async () => {
    const shop = await connect('https://wants.example');
    for (const missing of [undefined, null, ' '])
      expect((await move(shop, missing)).body.error.code).toBe('site_url_required');
    expect((await move(shop, 'ftp://x.example')).body.error.code).toBe('invalid_body');
    const body = { site_url: 'https://x.example', owner_id: 1 };
    expect((await api('POST', `/integrations/installations/${shop}/move`, body)).body.error.code).toBe(
      'protected_field',
    );
  });
});
