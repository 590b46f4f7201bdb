// GET /: verify a key.
import { serviceDescriptor } from '../../domain/service-descriptor.ts';
import type { Endpoint } from '../endpoint.ts';
import { callerOf } from '../gate.ts';
import { AT } from '../openapi/samples.ts';

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
        features: ['batch_update', 'changes', 'match', 'openapi'],
        endpoints: [{ method: 'GET', path: '/artworks', scope: 'artworks:read', available: true }],
        documentation_url: 'https://registry.example/docs',
        time: AT,
      },
    },
  ],
  errors: [],
  handler: (deps) => async (request) =>
    serviceDescriptor(callerOf(request), {
      rateLimit: deps.rateLimit,
      publicUrl: deps.publicUrl(),
      nowMs: deps.clock.nowMs(),
      endpoints: deps.endpoints,
    }),
};
