// Access requests: a read key is issued at once; anything that can write waits for the operator. Issues the keys, and hands an
// approved one to the program that asked; what is written is decided in access-keys.ts and access-claims.ts.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { AccessRequest } from '@artwork-registry/contract';
import type { SecretKeys } from '../../secret-key.ts';
import type {
  AccessRequestLimits,
  AccessRequestRecord,
  AccessType,
  ClaimOutcome,
  Recipient,
} from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import { makeApiKey } from './api-key.ts';
import { senderOf } from '@artwork-registry/contract';
import { openSecret, sealSecret } from '../delivery/signing-secret.ts';

export type AccessDeps = {
  storage: Storage;
  /** Keys the hashes that limits are counted by, so that a copy of the database does not reveal addresses. */
  hashKey: Buffer;
  /** An approved key waits encrypted with the newest. */
  secretKeys: SecretKeys;
  limits: AccessRequestLimits;
  /** Whether the address is one of a sync service, which asks for many galleries. */
  isSyncService: (address: string) => boolean;
};

/** What the key of an approved request may do. */
const SCOPES_OF: Readonly<Record<AccessType, string[]>> = {
  read: ['artworks:read'],
  publishing: ['artworks:write'],
  both: ['artworks:read', 'artworks:write'],
};

/** Characters of the reason that a rejection may carry. */
export const MAX_REASON = 500;

/** Accepted requests an hour from an address of a sync service. */
export const SYNC_SERVICE_PER_HOUR = 600;

const TOKEN_BYTES = 32;

export type Approved = {
  /** Null: the program that asked fetches it, and nobody else needs to see it. */
  apiKey: string | null;
  prefix: string;
  scopes: string[];
};

/** Issues the requested key and closes the request; undefined unless it is still queued. The key is returned only here. */
export async function approveAccess(
  { storage, secretKeys }: Pick<AccessDeps, 'storage' | 'secretKeys'>,
  request: Pick<AccessRequestRecord, 'id' | 'accessType'>,
  recipient: Recipient,
): Promise<Approved | undefined> {
  const scopes = SCOPES_OF[request.accessType];
  const { apiKey, hash, prefix } = makeApiKey();
  const key = { hash, prefix, name: 'access request', scopes, rateLimit: null };
  const sealedKey = sealSecret(apiKey, secretKeys[0]);
  const approval = await storage.approveAccessRequest(request.id, recipient, { ...key, sealedKey });
  return approval && { apiKey: approval.isClaimed ? null : apiKey, prefix, scopes };
}

export type AccessAnswer =
  | { ok: false; retryAfterSeconds: number }
  | {
      ok: true;
      requestId: string;
      /** Claims the key of an approved request. Returned only here. */
      claimToken: string;
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
  const claimToken = randomBytes(TOKEN_BYTES).toString('base64url');
  const isFromSyncService = deps.isSyncService(address);
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
      isFromSyncService,
      addressHash: hash(`address:${senderOf(address)}`),
      emailHash: hash(`email:${request.email.toLowerCase()}`),
      claimHash: hashToken(claimToken),
      readKey: made && {
        hash: made.hash,
        prefix: made.prefix,
        name: 'access request',
        scopes,
        rateLimit: null,
      },
    },
    isFromSyncService ? { ...deps.limits, perAddressHour: SYNC_SERVICE_PER_HOUR } : deps.limits,
  );
  if (!outcome.ok) return outcome;
  return {
    ok: true,
    requestId: outcome.request.id,
    claimToken,
    key: made && { apiKey: made.apiKey, prefix: made.prefix, scopes, expiresAt: outcome.keyExpiresAt },
  };
}

export type ClaimAnswer =
  | Exclude<ClaimOutcome, { kind: 'answered' }>
  | (Omit<Extract<ClaimOutcome, { kind: 'answered' }>, 'sealedKey'> & { apiKey: string | null });

/** `unknown`: there is no such request, or the token is not its own. Throws where no key of ours opens what is sealed. */
export async function claimKey(
  { storage, secretKeys }: Pick<AccessDeps, 'storage' | 'secretKeys'>,
  requestId: string,
  claimToken: string,
): Promise<ClaimAnswer> {
  const known = await storage.findClaimToken(requestId);
  // Compared also where there is none, so that the time tells nothing.
  const isRight = isSameHash(hashToken(claimToken), known?.tokenHash ?? hashToken(''));
  if (known === undefined || !isRight) return { kind: 'unknown' };
  const outcome = await storage.claimAccess(requestId);
  if (outcome.kind !== 'answered') return outcome;
  const { sealedKey, ...answered } = outcome;
  return { ...answered, apiKey: sealedKey === null ? null : openSecret(sealedKey, secretKeys) };
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function isSameHash(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));
}
