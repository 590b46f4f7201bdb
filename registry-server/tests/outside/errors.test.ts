// Every error that the API description promises for a call, brought about on that call. A code without a way to bring it
// about fails here, and so does one that comes without being promised (every answer is checked on the way).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '@artwork-registry/contract';
import { ERRORS } from '@artwork-registry/contract';
import { ENDPOINTS } from '../../src/http/endpoints.ts';
import type { Endpoint } from '../../src/http/endpoint.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { OutcomeUnknown, StorageUnavailable } from '../../src/storage/storage.ts';
import { startTestRegistry } from '../support/test-registry.ts';
import type { Answer, Api, TestRegistry } from '../support/test-registry.ts';

type Call = (by: Api, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;
type Way = () => Promise<Answer>;

const document = openApiDocument('https://registry.test');
let registry: TestRegistry;
let serial = 0;
let own: Api;
let other: Api;
let museum: Api;
let [shop, second, foreignShop] = ['', '', ''];
const work = (fields: object = {}) => ({ title: `Wrong ${++serial}`, artist_name: 'Ada Err', ...fields });
const connect = async (by: Api, site: string) =>
  (await by('POST', '/integrations/connect', { platform: 'wix', site_url: `https://${site}.example` })).body
    .installation_id as string;
const publish = async (by: Api, fields: object = {}) =>
  (await by('POST', '/artworks', work(fields))).body.registry_id as string;
const from = (installation_id: string, external_id: string) => ({
  integration: { installation_id, external_id },
});

beforeAll(async () => {
  registry = await startTestRegistry();
  own = (await registry.organization('own')).api;
  other = (await registry.organization('other')).api;
  museum = (await registry.organization('museum', { profile: 'museum' })).api;
  [shop, second, foreignShop] = [
    await connect(own, 'shop'),
    await connect(own, 'second'),
    await connect(other, 'foreign'),
  ];
});
afterAll(() => registry.close());

/** A body that the call would accept, so that what is wrong is only what the way makes wrong. */
function goodBody(path: string): unknown {
  if (path === '/integrations/connect') return { platform: 'wix', site_url: 'https://again.example' };
  if (path === '/integrations/sync')
    return { installation_id: shop, items: [{ idempotency_key: 'e', artwork: work() }] };
  if (path === '/integrations/updates') {
    return {
      installation_id: shop,
      items: [{ registry_id: 'x', idempotency_key: 'u', changes: { title: 'x' } }],
    };
  }
  if (path === '/integrations/access-requests') {
    return {
      name: 'Ada',
      email: `ada${++serial}@example.com`,
      website: 'https://example.com',
      access_type: 'both',
      intended_use: 'Finding out what goes wrong.',
    };
  }
  if (path === '/integrations/installations/{id}/move') return { site_url: 'https://moved.example' };
  if (path === '/integrations/access-requests/claim') return { request_id: 'none', claim_token: 'none' };
  if (path === '/artworks/{id}/certificates') return {};
  if (path === '/certificates/{id}/withdraw') return { reason: 'Sold to nobody.' };
  if (path === '/artworks/{id}') return { title: `Right ${++serial}` };
  if (path === '/artworks/{id}/source') return { status: 'active' };
  return work();
}

const patchOf = (id: string, tail: string, body: object, by = own) =>
  by('PATCH', `/artworks/${id}${tail}`, body);

/** Ways that are particular to one call; the others are the same on all. */
const SPECIAL: Readonly<Record<string, Partial<Record<ErrorCode, Way>>>> = {
  'POST /artworks': {
    no_write_target: () => museum('POST', '/artworks', work()),
    idempotency_key_reused: async () => {
      await own('POST', '/artworks', work(), { 'idempotency-key': 'twice' });
      return own('POST', '/artworks', work(), { 'idempotency-key': 'twice' });
    },
    idempotent_request_in_progress: async () => {
      const sent = work();
      const all = Array.from({ length: 20 }, () =>
        own('POST', '/artworks', sent, { 'idempotency-key': 'parallel' }),
      );
      const answers = await Promise.all(all);
      return answers.find(({ status }) => status === 409) ?? (answers[0] as Answer);
    },
    source_conflict: async () => {
      const twin = work();
      await own('POST', '/artworks', { ...twin, ...from(shop, 'a1') });
      return own('POST', '/artworks', { ...twin, ...from(shop, 'a2') });
    },
  },
  'POST /artworks/{id}/certificates': {
    not_permitted: async () => own('POST', `/artworks/${await publish(other)}/certificates`, {}),
    artwork_not_found: () => own('POST', '/artworks/AREG-999999/certificates', {}),
    idempotency_key_reused: async () => {
      const certify = async () =>
        own('POST', `/artworks/${await publish(own)}/certificates`, {}, { 'idempotency-key': 'certified' });
      await certify();
      return certify();
    },
    idempotent_request_in_progress: async () => {
      const id = await publish(own);
      const all = Array.from({ length: 20 }, () =>
        own('POST', `/artworks/${id}/certificates`, {}, { 'idempotency-key': 'certified-at-once' }),
      );
      const answers = await Promise.all(all);
      return answers.find(({ status }) => status === 409) ?? (answers[0] as Answer);
    },
  },
  'GET /certificates/{id}': { certificate_not_found: () => own('GET', '/certificates/none') },
  'POST /certificates/{id}/withdraw': {
    certificate_not_found: () => own('POST', '/certificates/none/withdraw', { reason: 'x' }),
    not_permitted: async () => {
      const { body } = await other('POST', `/artworks/${await publish(other)}/certificates`, {});
      return own('POST', `/certificates/${body.id}/withdraw`, { reason: 'x' });
    },
  },
  'POST /artworks/match': { no_write_target: () => museum('POST', '/artworks/match', work()) },
  'PATCH /artworks/{id}': {
    not_permitted: async () => patchOf(await publish(other), '', { title: 'x' }),
    source_conflict: async () => {
      await publish(own, from(shop, 'b1'));
      return patchOf(await publish(own), '', from(shop, 'b1'));
    },
  },
  'PATCH /artworks/{id}/source': {
    source_ownership_mismatch: async () =>
      patchOf(await publish(own, from(shop, 'c1')), '/source', {
        status: 'active',
        installation_id: foreignShop,
      }),
    source_not_found: async () => patchOf(await publish(own), '/source', { status: 'active' }),
    installation_id_required: async () => {
      const id = await publish(own, from(shop, 'c2'));
      await patchOf(id, '', from(second, 'c2'));
      return patchOf(id, '/source', { status: 'active' });
    },
    source_conflict: async () => {
      await publish(own, from(shop, 'c3'));
      return patchOf(await publish(own, from(shop, 'c4')), '/source', { external_id: 'c3' });
    },
  },
  'POST /integrations/access-requests/claim': {
    access_request_not_found: () =>
      own('POST', '/integrations/access-requests/claim', { request_id: 'none', claim_token: 'none' }),
  },
  'POST /integrations/installations/{id}/move': {
    installation_not_found: () =>
      own('POST', `/integrations/installations/${foreignShop}/move`, { site_url: 'https://moved.example' }),
    site_url_required: () => own('POST', `/integrations/installations/${shop}/move`, {}),
    source_conflict: () =>
      own('POST', `/integrations/installations/${shop}/move`, { site_url: 'https://second.example' }),
  },
  'POST /integrations/connect': {
    site_url_required: () => own('POST', '/integrations/connect', { platform: 'wix' }),
  },
  'POST /integrations/sync': {
    no_write_target: async () => {
      const items = [{ idempotency_key: 'm', artwork: work() }];
      return museum('POST', '/integrations/sync', {
        installation_id: await connect(museum, 'museum'),
        items,
      });
    },
  },
};

function waysOf({ method, path, scope }: Endpoint): Partial<Record<ErrorCode, Way>> {
  const call: Call = (by, body, headers) =>
    by(
      method,
      path.replace('{id}', 'none'),
      method === 'GET' ? undefined : (body ?? goodBody(path)),
      headers,
    );
  const key = (options: { scopes?: string[]; rateLimit?: number } = {}) =>
    registry.organization(`e${++serial}`, { scopes: ['artworks:read', 'artworks:write'], ...options });
  const isBatch = path === '/integrations/sync' || path === '/integrations/updates';
  const unknown = isBatch
    ? { ...(goodBody(path) as object), installation_id: 'ins_none' }
    : { ...(goodBody(path) as object), integration: { installation_id: 'ins_none' } };
  return {
    unauthorized: () => call(registry.client(null)),
    missing_scope: async () =>
      call((await key({ scopes: [scope === 'artworks:read' ? 'artworks:write' : 'artworks:read'] })).api),
    organisation_inactive: async () => {
      const { api } = await key();
      await registry.storage.updateOrganizationStatus(`e${serial}`, 'inactive');
      return call(api);
    },
    rate_limited: async () => {
      const { api } = await key({ rateLimit: 1 });
      await api('GET', '/');
      return call(api);
    },
    internal_error: () => withFault(new Error('SELECT secret FROM artworks'), () => call(own)),
    unavailable: () => withFault(new StorageUnavailable('disk full'), () => call(own)),
    invalid_json: () => call(own, '{'),
    payload_too_large: () => call(own, JSON.stringify('x'.repeat(4 * 1024 * 1024 + 1))),
    unsupported_media_type: () =>
      call(own, 'title=x', { 'content-type': 'application/x-www-form-urlencoded' }),
    invalid_query: () => own(method, `${path.replace('{id}', 'none')}?nope=1`),
    invalid_body: () => call(own, '[]'),
    protected_field: () => call(own, { owner_id: 1 }),
    unknown_installation: async () =>
      method === 'PATCH' ? patchOf(await publish(own), '', unknown) : call(own, unknown),
    artwork_not_found: () => call(own),
    artist_not_found: () => call(own),
    gallery_not_found: () => call(own),
    museum_not_found: () => call(own),
    ...SPECIAL[`${method} ${path}`],
  };
}

/** Lets every operation of the storage fail while `work` runs; the rate limit alone still counts. */
async function withFault(fault: Error, work: Way): Promise<Answer> {
  const storage = registry.storage as unknown as Record<string, unknown>;
  const before = { ...storage };
  for (const name of Object.keys(storage)) {
    if (typeof storage[name] === 'function' && name !== 'countRequest')
      storage[name] = () => Promise.reject(fault);
  }
  try {
    return await work();
  } finally {
    Object.assign(storage, before);
  }
}

describe.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    const responses = (document.paths[endpoint.path]?.[endpoint.method.toLowerCase()]?.responses ??
      {}) as Record<string, { 'x-error-codes'?: ErrorCode[] }>;
    const codes = Object.values(responses).flatMap((response) => response['x-error-codes'] ?? []);
    it.each(codes.length > 0 ? codes : [null])('answers %s', async (code) => {
      if (code === null) return expect(endpoint.key).toBe('ignored');
      const way = waysOf(endpoint)[code];
      expect([code, typeof way]).toEqual([code, 'function']);
      const answer = await way?.();
      expect([answer?.status, answer?.body.error.code]).toEqual([ERRORS[code].status, code]);
      expect(JSON.stringify(answer?.body)).not.toMatch(/SELECT|disk full|at .*\.ts/);
    });
  },
);

it('a write that may have been done is not answered by 503, which says that nothing was done', async () => {
  const lost = new OutcomeUnknown('the answer to COMMIT was lost');
  const answer = await withFault(lost, () => own('POST', '/artworks', work()));
  expect(answer).toMatchObject({ status: 500, body: { error: { code: 'internal_error' } } });
  expect(answer.body.error.message).toMatch(/does not know whether this was done/);
  expect(String(answer.headers['retry-after'])).toBe('5');
});
