// What GET / says about the key that asks.
import { LIMITS } from '@artwork-registry/contract';
import type { ServiceDescriptor } from '@artwork-registry/contract';
import { isoOfMicros } from '../storage/timestamp.ts';
import type { Caller } from './caller.ts';
import { ENDPOINTS, FEATURES } from './endpoints.ts';

export function serviceDescriptor(
  caller: Caller,
  options: { publicUrl: string; rateLimit: number; nowMs: number },
): ServiceDescriptor {
  const { key } = caller;
  const { slug, name, status } = key.organization;
  return {
    object: 'service',
    name: 'Artwork Registry',
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
    rate_limit: { limit: key.rateLimit ?? options.rateLimit, window_seconds: LIMITS.window },
    features: [...FEATURES],
    endpoints: ENDPOINTS.map(({ method, path, scope }) => ({ method, path, scope, available: true })),
    documentation_url: `${options.publicUrl}/docs`,
    time: new Date(options.nowMs).toISOString(),
  };
}
