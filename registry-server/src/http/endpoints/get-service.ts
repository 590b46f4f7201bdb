// GET /: verify a key.
import { LIMITS } from '@artwork-registry/contract';
import type { ServiceDescriptor } from '@artwork-registry/contract';
import { isoOfMicros } from '../../storage/timestamp.ts';
import type { Endpoint } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { AT } from '../openapi/samples.ts';

/** Additive capabilities; clients use one only when it is listed. */
const FEATURES: readonly string[] = [
  'access_claim',
  'batch_update',
  'certificates',
  'changes',
  'installation_move',
  'match',
  'openapi',
];

export const getService: Endpoint = {
  method: 'GET',
  path: '/',
  scope: null,
  operationId: 'getService',
  tag: 'service',
  summary: 'Verify a key: whose it is, what it may do, what this registry offers',
  answers: [
    {
      status: 200,
      schema: 'ServiceDescriptor',
      description: 'The service as this key sees it.',
      example: {
        object: 'service',
        name: 'Artwork Registry',
        test: false,
        api_version: 'v1',
        organization: { slug: 'demo', name: 'Demo Gallery', status: 'active' },
        key: {
          prefix: 'areg_Zk31xQ9a',
          name: 'shop',
          scopes: ['artworks:read', 'artworks:write'],
          created_at: AT,
          expires_at: null,
        },
        scopes: ['artworks:read', 'artworks:write'],
        rate_limit: { limit: 120, window_seconds: 60 },
        features: [...FEATURES],
        endpoints: [{ method: 'GET', path: '/artworks', scope: 'artworks:read', available: true }],
        documentation_url: 'https://registry.example/docs',
        time: AT,
      },
    },
  ],
  errors: [],
  handler: (deps) => async (request) => {
    const { key } = callerOf(request);
    const { slug, name, status } = key.organization;
    return {
      object: 'service',
      name: deps.introduction.name,
      test: deps.introduction.isTest,
      api_version: 'v1',
      organization: { slug, name, status },
      key: {
        prefix: key.prefix,
        name: key.name,
        scopes: key.scopes,
        created_at: isoOfMicros(key.createdAt),
        expires_at: key.expiresAt === null ? null : isoOfMicros(key.expiresAt),
      },
      scopes: key.scopes,
      rate_limit: { limit: key.rateLimit ?? deps.rateLimit, window_seconds: LIMITS.window },
      features: [...FEATURES],
      endpoints: deps.endpoints.map(({ method, path, scope }) => ({ method, path, scope, available: true })),
      documentation_url: `${deps.publicUrl()}/docs`,
      time: new Date(deps.clock.now()).toISOString(),
    } satisfies ServiceDescriptor;
  },
};
