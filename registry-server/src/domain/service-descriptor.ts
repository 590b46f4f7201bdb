// The answer of GET /: what the calling key is and may do.
import { LIMITS } from '@artwork-registry/contract';
import type { Scope, ServiceDescriptor } from '@artwork-registry/contract';
import { isoOfMicros } from '../storage/timestamp.ts';
import type { Caller } from './caller.ts';

/** Additive capabilities; clients use one only when it is listed. */
const FEATURES: readonly string[] = ['batch_update', 'changes', 'match', 'openapi'];

type Options = {
  publicUrl: string;
  rateLimit: number;
  nowMs: number;
  endpoints: readonly { method: string; path: string; scope: Scope | null }[];
};

export function serviceDescriptor(caller: Caller, options: Options): ServiceDescriptor {
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
    endpoints: options.endpoints.map(({ method, path, scope }) => ({ method, path, scope, available: true })),
    documentation_url: `${options.publicUrl}/docs`,
    time: new Date(options.nowMs).toISOString(),
  };
}
