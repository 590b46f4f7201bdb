import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ChangeList, MatchResult } from '@artwork-registry/contract';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { Api, TestRegistry } from '../../tests/support/test-registry.ts';

let registry: TestRegistry;
let api: Api;
let other: Api;
let serial = 0;
const work = (fields: object = {}) => ({ title: `Sheet ${++serial}`, artist_name: 'Cora Dell', ...fields });

beforeAll(async () => {
  registry = await startTestRegistry();
  api = (await registry.organization('own')).api;
  other = (await registry.organization('other')).api;
});
afterAll(() => registry.close());

describe('GET /changes', () => {
  it('tells every change of the public projection in order, removals included', async () => {
    const start = (await api('GET', '/changes?limit=100')).body.next_after;
    const [a, b] = [
      (await api('POST', '/artworks', work())).body.registry_id,
      (await api('POST', '/artworks', work())).body.registry_id,
    ];
    await api('POST', '/artworks', work({ availability: 'fully_private' }));
    await api('PATCH', `/artworks/${a}`, { medium: 'Ink' });
    await api('PATCH', `/artworks/${a}`, { inventory_ref: 'not public' });
    await other('GET', `/artworks/${a}`);
    await api('PATCH', `/artworks/${b}`, { availability: 'fully_private' });
    await api('PATCH', `/artworks/${b}`, { title: 'Still hidden' });
    const { body } = await other('GET', `/changes?after=${start}`);
    const feed = ChangeList.parse(body);
    const last = new Map(
      feed.data.map((change) => ['registry_id' in change ? change.registry_id : change.op, change.op]),
    );
    expect([...last]).toEqual([
      [a, 'upsert'],
      [b, 'remove'],
    ]);
    const seqs = feed.data.map((change) => change.seq);
    expect(seqs).toEqual([...seqs].sort((x, y) => x - y));
    expect(feed).toMatchObject({ next_after: seqs.at(-1), has_more: false });
  });
  it('is read page by page, and repeats its mark when nothing is new', async () => {
    await api('POST', '/artworks', work());
    await api('POST', '/artworks', work());
    const all = ChangeList.parse((await api('GET', '/changes?limit=100')).body);
    const found = [];
    let after = 0;
    for (let more = true; more;) {
      const page = ChangeList.parse((await api('GET', `/changes?after=${after}&limit=1`)).body);
      found.push(...page.data);
      [after, more] = [page.next_after, page.has_more];
    }
    expect(found).toEqual(all.data);
    expect((await api('GET', `/changes?after=${after}`)).body).toEqual({
      object: 'change_list',
      data: [],
      next_after: after,
      has_more: false,
    });
  });
  it.each([
    'after=-1',
    'after=x',
    'after=',
    'limit=0',
    'limit=101',
    'q=x',
    'after=1&after=2',
    'after=99999999999999999',
  ])('refuses ?%s', async (query) => {
    expect((await api('GET', `/changes?${query}`)).body.error.code).toBe('invalid_query');
  });
});

describe('POST /artworks/match', () => {
  it('says what a publish would find and writes nothing', async () => {
    const sent = work({ inventory_ref: 'M-1' });
    const before = (await api('GET', '/changes?limit=100')).body.next_after;
    expect(MatchResult.parse((await api('POST', '/artworks/match', sent)).body)).toEqual({
      object: 'match_result',
      duplicate: false,
      matched_on: null,
      registry_id: null,
      data: null,
      conflict: null,
    });
    expect((await api('GET', '/changes?limit=100')).body.next_after).toBe(before);
    const made = (await api('POST', '/artworks', sent)).body;
    expect((await other('POST', '/artworks/match', sent)).body).toMatchObject({
      duplicate: true,
      matched_on: 'fingerprint',
      registry_id: made.registry_id,
      data: { registry_id: made.registry_id },
    });
    expect((await api('POST', '/artworks/match', work({ inventory_ref: 'M-1' }))).body).toMatchObject({
      duplicate: true,
      matched_on: 'inventory_ref',
    });
    await api('PATCH', `/artworks/${made.registry_id}`, { availability: 'fully_private' });
    expect((await other('POST', '/artworks/match', sent)).body.duplicate).toBe(false);
    expect((await api('POST', '/artworks/match', sent)).body).toMatchObject({ duplicate: true, data: null });
  });
  it('tells a conflict that the publish would answer', async () => {
    const { body } = await api('POST', '/integrations/connect', {
      platform: 'wix',
      site_url: 'https://m.example',
    });
    const { installation_id } = body;
    const twin = work();
    const item = (external_id: string) => ({ ...twin, integration: { installation_id, external_id } });
    await api('POST', '/artworks', item('1'));
    const found = (await api('POST', '/artworks/match', item('2'))).body;
    expect(found.conflict).toMatchObject({
      code: 'source_conflict',
      message: expect.stringContaining('fingerprint'),
    });
    expect((await api('POST', '/artworks', item('2'))).body.error).toEqual(found.conflict);
  });
  it('refuses what a publish refuses', async () => {
    const museum = await registry.organization('match-museum', { profile: 'museum' });
    const cases: [Api, object, string][] = [
      [api, { owner_id: 1 }, 'protected_field'],
      [api, {}, 'invalid_body'],
      [api, work({ integration: { installation_id: 'ins_none' } }), 'unknown_installation'],
      [museum.api, work(), 'no_write_target'],
    ];
    for (const [by, body, code] of cases) {
      expect((await by('POST', '/artworks/match', body)).body.error.code).toBe(code);
    }
    expect((await api('GET', '/artworks/match')).headers.allow).toBe('POST, OPTIONS');
  });
});

describe('GET /openapi.json and /docs', () => {
  it('are open and outside the rate limit', async () => {
    const { api: limited } = await registry.organization('docs', { rateLimit: 1 });
    for (const client of [registry.client(null), limited, limited]) {
      const { status, body, headers } = await client('GET', '/openapi.json');
      expect([status, body.openapi, headers['x-ratelimit-limit']]).toEqual([200, '3.1.1', undefined]);
      expect(body.servers).toEqual([{ url: 'https://registry.test/api/v1' }]);
    }
    expect((await limited('OPTIONS', '/openapi.json')).headers.allow).toBe('GET, HEAD, OPTIONS');
    expect((await limited('GET', '/')).headers['x-ratelimit-remaining']).toBe('0');
  });
  it('serve everything the page needs from here, under a policy that forbids other servers', async () => {
    const get = (url: string) => registry.app.inject({ method: 'GET', url });
    const page = await get('/docs');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(files.length).toBeGreaterThan(4);
    for (const file of [...files, '/docs/json']) {
      expect(file).toMatch(/^\/docs\//);
      expect([file, (await get(file)).statusCode]).toEqual([file, 200]);
    }
    expect((await get('/docs/json')).json()).toEqual((await get('/api/v1/openapi.json')).json());
  });
});
