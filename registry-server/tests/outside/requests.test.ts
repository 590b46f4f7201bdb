// What the server accepts and what the API description allows are the same, bound by bound: each field is tried at and
// beyond its limits, first against the description, then on the running server.
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { startTestRegistry } from '../support/test-registry.ts';
import type { Api, TestRegistry } from '../support/test-registry.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv as never);
ajv.addSchema({ ...structuredClone(openApiDocument('https://registry.test')), $id: 'api' });

let registry: TestRegistry;
let api: Api;
let artId: string;
let shop: string;
let serial = 0;
beforeAll(async () => {
  registry = await startTestRegistry({ rateLimit: 1_000_000, accessRequests: 1_000_000 });
  api = (await registry.organization('own')).api;
  shop = (await api('POST', '/integrations/connect', { platform: 'wix', site_url: 'https://s.example' })).body
    .installation_id;
  const work = { title: 'Limits', artist_name: 'Ada', integration: { installation_id: shop } };
  artId = (await api('POST', '/artworks', work)).body.registry_id;
});
afterAll(() => registry.close());

const url = (length: number) => `https://x.example/${'a'.repeat(length - 'https://x.example/'.length)}`;
/** Values that are allowed and values that are not: exactly `min` to `max` characters. */
const text = (min: number, max: number) => ({
  good: ['é'.repeat(max), 'x'.repeat(Math.max(1, min))],
  bad: ['🖼'.repeat(max + 1), 7, {}, ...(min > 1 ? ['x'.repeat(min - 1)] : [])],
});
const web = (max: number) => ({ good: [url(max), 'http://x.example'], bad: [url(max + 1), 'nowhere', 7] });
const orNull = <T extends { good: unknown[]; bad: unknown[] }>(values: T) => ({
  ...values,
  good: [...values.good, null],
});
const required = <T extends { good: unknown[]; bad: unknown[] }>(values: T) => ({
  ...values,
  bad: [...values.bad, null, undefined, ''],
});
const cm = orNull({ good: [0.001, 100_000], bad: [0, -1, 100_001, '10'] });
const moment = {
  good: ['2026-03-01T09:30:00Z', '2026-03-01T09:30:00.5+02:00'],
  bad: ['2026-03-01', 'now', 7, null],
};
const state = { good: ['active', 'unpublished', 'removed'], bad: ['gone', null, 1] };

const work = {
  year_created: orNull(text(0, 50)),
  medium: orNull(text(0, 500)),
  height_cm: cm,
  width_cm: cm,
  depth_cm: cm,
  availability: {
    good: [
      'for_sale',
      'open_to_offers',
      'not_for_sale',
      'on_loan',
      'private_collection',
      'sold',
      'fully_private',
    ],
    bad: ['gone', null, 1],
  },
  price: {
    good: [null, { amount: 0, currency: 'EUR' }, { amount: 1e12, currency: 'JPY' }],
    bad: [
      { amount: -1, currency: 'EUR' },
      { amount: 1.1e12, currency: 'EUR' },
      { amount: 1, currency: 'eur' },
      { amount: 1 },
      { amount: 1, currency: 'EUR', more: 1 },
      5,
    ],
  },
  cover_image_url: orNull(web(2000)),
  external_id: orNull(text(0, 200)),
  source_url: orNull(web(2000)),
  inventory_ref: orNull(text(0, 200)),
  unheard_of: { good: [], bad: [1, null] },
};
const integration = (name: string, values: { good: unknown[]; bad: unknown[] }) => {
  const wrap = (value: unknown) => ({ installation_id: shop, [name]: value });
  return {
    good: values.good.map((value) => () => wrap(value)),
    bad: values.bad.map((value) => () => wrap(value)),
  };
};
const integrationCases = [
  integration('platform', text(1, 80)),
  integration('external_id', text(1, 200)),
  integration('source_url', web(2000)),
  integration('status', state),
  integration('last_synced_at', moment),
  integration('unheard_of', { good: [], bad: [1] }),
];

type Case = {
  schema: string;
  base: () => object;
  fields: Record<string, { good: unknown[]; bad: unknown[] }>;
  call: (body: object) => ReturnType<Api>;
};
const CASES: Case[] = [
  {
    schema: 'ArtworkCreate',
    base: () => ({ title: `Bound ${++serial}`, artist_name: 'Ada' }),
    fields: {
      title: required(text(1, 500)),
      artist_name: required(text(1, 200)),
      ...work,
      integration: {
        good: integrationCases.flatMap(({ good }) => good),
        bad: integrationCases.flatMap(({ bad }) => bad),
      },
    },
    call: (body) => api('POST', '/artworks', body),
  },
  {
    schema: 'ArtworkUpdate',
    base: () => ({ title: `Bound ${++serial}` }),
    fields: {
      title: { ...text(1, 500), bad: ['', null, 7] },
      artist_name: { ...text(1, 200), bad: ['', null, 7] },
      ...work,
    },
    call: (body) => api('PATCH', `/artworks/${artId}`, body),
  },
  {
    schema: 'ArtworkSourcePatch',
    base: () => ({ status: 'active' }),
    fields: {
      installation_id: { good: [() => shop], bad: ['x'.repeat(121), '', null, 7] },
      status: state,
      last_synced_at: moment,
      source_url: { ...web(2000), bad: [...web(2000).bad, null] },
      external_id: { ...text(1, 200), bad: [...text(1, 200).bad, null, ''] },
      unheard_of: { good: [], bad: [1] },
    },
    call: (body) => api('PATCH', `/artworks/${artId}/source`, body),
  },
  {
    schema: 'ConnectRequest',
    base: () => ({ platform: 'wix', site_url: 'https://s.example' }),
    fields: {
      platform: required(text(1, 80)),
      site_url: { ...web(2000), bad: [...web(2000).bad] },
      site_name: orNull(text(1, 200)),
      client_version: orNull(text(1, 80)),
      unheard_of: { good: [], bad: [1] },
    },
    call: (body) => api('POST', '/integrations/connect', body),
  },
  {
    schema: 'AccessRequest',
    base: () => ({
      name: 'Ada',
      email: `a${++serial}@example.com`,
      website: 'https://x.example',
      access_type: 'both',
      intended_use: 'x'.repeat(20),
    }),
    fields: {
      name: required(text(2, 150)),
      email: {
        good: ['a@b.example'],
        bad: [
          'a',
          'a@',
          '@b.example',
          `${'x'.repeat(64)}@${'y'.repeat(60)}.${'z'.repeat(60)}.${'w'.repeat(30)}.example`,
          null,
          7,
        ],
      },
      organization: orNull(text(0, 200)),
      website: { ...web(300), bad: [...web(300).bad, null, undefined] },
      access_type: { good: ['read', 'publishing', 'both'], bad: ['write', null, undefined] },
      intended_use: required(text(20, 3000)),
      expected_volume: orNull(text(0, 200)),
      platform: orNull(text(0, 80)),
      unheard_of: { good: [], bad: [1] },
    },
    call: (body) => api('POST', '/integrations/access-requests', body),
  },
  {
    schema: 'InstallationMove',
    base: () => ({ site_url: 'https://moved.example' }),
    fields: {
      site_url: { good: web(2000).good, bad: web(2000).bad },
      unheard_of: { good: [], bad: [1] },
    },
    call: (body) => api('POST', `/integrations/installations/${shop}/move`, body),
  },
  {
    schema: 'AccessClaimRequest',
    base: () => ({ request_id: 'r', claim_token: 't' }),
    fields: {
      request_id: required(text(1, 100)),
      claim_token: required(text(1, 200)),
      unheard_of: { good: [], bad: [1] },
    },
    call: (body) => api('POST', '/integrations/access-requests/claim', body),
  },
];

describe.each(CASES)('$schema', ({ schema, base, fields, call }) => {
  it.each(Object.keys(fields))('%s', async (name) => {
    for (const kind of ['good', 'bad'] as const) {
      for (const given of fields[name]?.[kind] ?? []) {
        const value: unknown = typeof given === 'function' ? (given as () => unknown)() : given;
        const body = { ...base(), [name]: value };
        const shown = `${name}: ${JSON.stringify(value)?.slice(0, 80)}`;
        const { status, body: answer } = await call(body);
        const isAccepted = status !== 422;
        const sent: unknown = JSON.parse(JSON.stringify(body));
        const isAllowed = ajv.validate({ $ref: `api#/components/schemas/${schema}` }, sent);
        expect([shown, isAccepted, isAllowed]).toEqual([shown, kind === 'good', kind === 'good']);
        if (kind === 'bad') expect(answer.error.code).toBe('invalid_body');
      }
    }
  });
});
