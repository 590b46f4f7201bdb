// The table of endpoints: what GET / announces, what the gate checks, what /docs lists.
import type { Scope } from '@artwork-registry/contract';

export type Endpoint = {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  /** Null: no scope is asked for. */
  scope: Scope | null;
  /** `optional`: works without a key, but a valid one is counted. `ignored`: keys and limits play no part. */
  key: 'required' | 'optional' | 'ignored';
};

export const BASE_PATH = '/api/v1';

const endpoint = (
  method: Endpoint['method'],
  path: string,
  scope: Scope | null,
  key: Endpoint['key'] = 'required',
): Endpoint => ({ method, path, scope, key });

export const ENDPOINTS: readonly Endpoint[] = [
  endpoint('GET', '/', null),
  endpoint('GET', '/artworks', 'artworks:read'),
  endpoint('POST', '/artworks', 'artworks:write'),
  endpoint('GET', '/artworks/{id}', 'artworks:read'),
  endpoint('PATCH', '/artworks/{id}', 'artworks:write'),
  endpoint('GET', '/artworks/{id}/source', 'artworks:read'),
  endpoint('PATCH', '/artworks/{id}/source', 'artworks:write'),
  endpoint('POST', '/artworks/match', 'artworks:write'),
  endpoint('GET', '/artists/{id}', 'artworks:read'),
  endpoint('GET', '/artists/{id}/artworks', 'artworks:read'),
  endpoint('GET', '/galleries/{id}', 'artworks:read'),
  endpoint('GET', '/galleries/{id}/artworks', 'artworks:read'),
  endpoint('GET', '/museums/{id}', 'artworks:read'),
  endpoint('GET', '/museums/{id}/artworks', 'artworks:read'),
  endpoint('GET', '/changes', 'artworks:read'),
  endpoint('POST', '/integrations/access-requests', null, 'optional'),
  endpoint('POST', '/integrations/connect', 'artworks:write'),
  endpoint('POST', '/integrations/sync', 'artworks:write'),
  endpoint('POST', '/integrations/updates', 'artworks:write'),
  endpoint('GET', '/openapi.json', null, 'ignored'),
];

/** Additive capabilities; clients use one only when it is listed. */
export const FEATURES: readonly string[] = ['batch_update', 'changes', 'match', 'openapi'];
