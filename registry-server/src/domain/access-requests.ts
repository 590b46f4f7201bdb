// Access requests: a read key is issued at once; anything that can write waits for the operator. Issues the keys; what is
// written of a request is decided in access-keys.ts.
import { createHmac } from 'node:crypto';
import type { AccessRequest } from '@artwork-registry/contract';
import type { AccessRequestLimits, AccessRequestRecord, AccessType } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { makeApiKey } from './api-key.ts';
import { senderOf } from './sender-address.ts';

export type AccessDeps = {
  storage: Storage;
  /** Keys the hashes that limits are counted by, so that a copy of the database does not reveal addresses. */
  hashKey: Buffer;
  limits: AccessRequestLimits;
};

/** What the key of an approved request may do. */
const SCOPES_OF: Readonly<Record<AccessType, string[]>> = {
  read: ['artworks:read'],
  publishing: ['artworks:write'],
  both: ['artworks:read', 'artworks:write'],
};

/** Characters of the reason that a rejection may carry. */
export const MAX_REASON = 500;

/** Issues the requested key and closes the request; undefined unless it is still queued. The key is returned only here. */
export async function approveAccess(
  storage: Storage,
  request: Pick<AccessRequestRecord, 'id' | 'accessType'>,
  organizationId: string,
): Promise<{ apiKey: string; prefix: string; scopes: string[] } | undefined> {
  const scopes = SCOPES_OF[request.accessType];
  const { apiKey, hash, prefix } = makeApiKey();
  const key = { hash, prefix, name: 'access request', scopes, rateLimit: null };
  const approved = await storage.approveAccessRequest(request.id, organizationId, key);
  return approved && { apiKey, prefix, scopes };
}

export type AccessAnswer =
  | { ok: false; retryAfterSeconds: number }
  | {
      ok: true;
      requestId: string;
      /** Null while the request waits for the operator. `expiresAt` in microseconds. */
      key: { apiKey: string; prefix: string; scopes: string[]; expiresAt: number | null } | null;
    };

/** `address` is the sender's as the connection (or the trusted proxy) gives it. The key is returned only here. */
export async function requestAccess(
  deps: AccessDeps,
  request: AccessRequest,
  address: string,
): Promise<AccessAnswer> {
  const made = request.access_type === 'read' ? makeApiKey() : null;
  const scopes = SCOPES_OF.read;
  const hash = (text: string) => createHmac('sha256', deps.hashKey).update(text).digest('hex');
  const outcome = await deps.storage.insertAccessRequest(
    {
      accessType: request.access_type,
      name: request.name,
      email: request.email,
      organization: request.organization ?? null,
      website: request.website,
      intendedUse: request.intended_use,
      expectedVolume: request.expected_volume ?? null,
      platform: request.platform ?? null,
      addressHash: hash(`address:${senderOf(address)}`),
      emailHash: hash(`email:${request.email.toLowerCase()}`),
      readKey: made && {
        hash: made.hash,
        prefix: made.prefix,
        name: 'access request',
        scopes,
        rateLimit: null,
      },
    },
    deps.limits,
  );
  if (!outcome.ok) return outcome;
  return {
    ok: true,
    requestId: outcome.request.id,
    key: made && { apiKey: made.apiKey, prefix: made.prefix, scopes, expiresAt: outcome.keyExpiresAt },
  };
}
