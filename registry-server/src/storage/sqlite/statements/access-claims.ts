// Claims of requests for access as rows.
import type { AccessClaimRecord, NewClaim } from '../../records.ts';
import type { SqliteContext } from '../engine/context.ts';

type ClaimRow = {
  status: AccessClaimRecord['status'];
  asked_at: number | null;
  sealed_key: string | null;
  sealed_at: number | null;
  prefix: string | null;
  scopes: string | null;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
};

export function insertClaim(
  context: SqliteContext,
  requestId: string,
  { tokenHash, keyPrefix }: NewClaim,
): void {
  context
    .sql('INSERT INTO access_claims (request_id, token_hash, key_prefix) VALUES (?, ?, ?)')
    .run(requestId, tokenHash, keyPrefix);
}

export function findClaimToken(
  context: SqliteContext,
  requestId: string,
): { tokenHash: string; askedAt: number | null } | undefined {
  return context
    .sql<{ tokenHash: string; askedAt: number | null }>(
      'SELECT token_hash AS tokenHash, asked_at AS askedAt FROM access_claims WHERE request_id = ?',
    )
    .get(requestId);
}

export function findClaim(context: SqliteContext, requestId: string): AccessClaimRecord | undefined {
  const row = context
    .sql<ClaimRow>(
      `SELECT r.status, c.asked_at, c.sealed_key, c.sealed_at, k.prefix, k.scopes, k.expires_at, k.revoked_at,
         k.last_used_at
       FROM access_claims c JOIN access_requests r ON r.id = c.request_id
         LEFT JOIN api_keys k ON k.prefix = c.key_prefix WHERE c.request_id = ?`,
    )
    .get(requestId);
  return row && claimOf(row);
}

export function writeClaim(
  context: SqliteContext,
  requestId: string,
  { askedAt, sealedKey }: Pick<AccessClaimRecord, 'askedAt' | 'sealedKey'>,
): void {
  context
    .sql('UPDATE access_claims SET asked_at = ?, sealed_key = ? WHERE request_id = ?')
    .run(askedAt, sealedKey, requestId);
}

export function sealClaim(
  context: SqliteContext,
  requestId: string,
  { prefix, sealedKey, at }: { prefix: string; sealedKey: string; at: number },
): void {
  context
    .sql('UPDATE access_claims SET key_prefix = ?, sealed_key = ?, sealed_at = ? WHERE request_id = ?')
    .run(prefix, sealedKey, at, requestId);
}

function claimOf(row: ClaimRow): AccessClaimRecord {
  return {
    status: row.status,
    askedAt: row.asked_at,
    sealedKey: row.sealed_key,
    sealedAt: row.sealed_at,
    key:
      row.prefix === null
        ? null
        : {
            prefix: row.prefix,
            scopes: row.scopes?.split(',') ?? [],
            expiresAt: row.expires_at,
            revokedAt: row.revoked_at,
            lastUsedAt: row.last_used_at,
          },
  };
}
