// Access requests: a read key is issued at once; anything that can write waits for the operator.
import { createHmac } from 'node:crypto';
import { AccessRequest } from '@artwork-registry/contract';
import type { AccessRequestResult } from '@artwork-registry/contract';
import type { AccessRequestLimits, AccessRequestRecord, AccessType } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';
import { isoOfMicros } from '../storage/timestamp.ts';
import { ApiError } from './api-error.ts';
import { makeApiKey } from './api-key.ts';
import { parse } from './artwork-bodies.ts';
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

/** `address` is the sender's as the connection (or the trusted proxy) gives it. Throws invalid_body, rate_limited. */
export async function requestAccess(
  deps: AccessDeps,
  body: unknown,
  address: string,
): Promise<AccessRequestResult> {
  const request = parse(AccessRequest, body);
  const made = request.access_type === 'read' ? makeApiKey() : null;
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
        scopes: SCOPES_OF.read,
        rateLimit: null,
      },
    },
    deps.limits,
  );
  if (!outcome.ok) {
    throw new ApiError('rate_limited', {
      message: 'Too many access requests from this address or for this e-mail. Wait and send it again.',
      retryAfterSeconds: outcome.retryAfterSeconds,
    });
  }
  return {
    object: 'access_request_result',
    request_id: outcome.request.id,
    status: made === null ? 'queued' : 'issued',
    access_type: request.access_type,
    api_key: made?.apiKey ?? null,
    key: made && {
      prefix: made.prefix,
      scopes: SCOPES_OF.read,
      expires_at: outcome.keyExpiresAt === null ? null : isoOfMicros(outcome.keyExpiresAt),
    },
    message:
      made === null
        ? 'The request waits for the operator of the registry, who will answer by e-mail.'
        : 'Keep the key now: it is not shown again. It expires after 365 days without use.',
  };
}
