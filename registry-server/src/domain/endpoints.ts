// The table of endpoints: what GET / announces, what the gate checks, what /docs lists.
import type { Scope } from '@artwork-registry/contract';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  scope: Scope | null;
  available: boolean;
};

export const BASE_PATH = '/api/v1';

const endpoint = (
  method: Endpoint['method'],
  path: string,
  scope: Scope | null,
  available = true,
): Endpoint => ({
  method,
  path,
  scope,
  available,
});

export const ENDPOINTS: readonly Endpoint[] = [
  endpoint('GET', '/', null),
  endpoint('GET', '/artworks', 'artworks:read'),
  endpoint('POST', '/artworks', 'artworks:write'),
  endpoint('GET', '/artworks/{id}', 'artworks:read'),
  endpoint('PATCH', '/artworks/{id}', 'artworks:write'),
  endpoint('GET', '/artworks/{id}/source', 'artworks:read'),
  endpoint('PATCH', '/artworks/{id}/source', 'artworks:write'),
  endpoint('GET', '/artists/{id}', 'artworks:read'),
  endpoint('GET', '/artists/{id}/artworks', 'artworks:read'),
  endpoint('GET', '/galleries/{id}', 'artworks:read'),
  endpoint('GET', '/galleries/{id}/artworks', 'artworks:read'),
  endpoint('GET', '/museums/{id}', 'artworks:read'),
  endpoint('GET', '/museums/{id}/artworks', 'artworks:read'),
  endpoint('POST', '/integrations/connect', 'artworks:write'),
  endpoint('POST', '/integrations/sync', 'artworks:write'),
  endpoint('POST', '/integrations/updates', 'artworks:write'),
  endpoint('POST', '/integrations/access-requests', null, false),
];

/** Additive capabilities; clients use one only when it is listed. */
export const FEATURES: readonly string[] = ['batch_update'];
