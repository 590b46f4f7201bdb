// Claims of requests for access as rows.
import type { AccessClaimRecord, NewClaim } from '../records.ts';
import { forBoth } from './dialect.ts';
import type { Portable } from './portable.ts';

type ClaimRow = Omit<AccessClaimRecord, 'key'> & {
  prefix: string | null;
  scopes: string | null;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
};

export async function insertClaim(
  { run }: Portable,
  requestId: string,
  { tokenHash, keyPrefix }: NewClaim,
): Promise<void> {
  await run('INSERT INTO access_claims (request_id, token_hash, key_prefix) VALUES ($1, $2, $3)', [
    requestId,
    tokenHash,
    keyPrefix,
  ]);
}

export function findClaimToken(
  { first }: Portable,
  requestId: string,
): Promise<{ tokenHash: string; askedAt: number | null } | undefined> {
  return first(
    'SELECT token_hash AS "tokenHash", asked_at AS "askedAt" FROM access_claims WHERE request_id = $1',
    [requestId],
  );
}

const LOCK = forBoth(({ locked }) => locked('SELECT 1 FROM access_claims WHERE request_id = $1'));

/**
 * Locks the claim until the unit ends: of two instances that are asked at the same time, one answers. It is read by a statement
 * of its own: one that waits for a lock sees the other tables as they were before, so an approval would be read by half.
 */
export async function findClaim(
  { first, engine }: Portable,
  requestId: string,
): Promise<AccessClaimRecord | undefined> {
  const [, row] = await Promise.all([
    first(LOCK[engine], [requestId]),
    first<ClaimRow>(
      `SELECT r.status, c.asked_at AS "askedAt", c.sealed_key AS "sealedKey", c.sealed_at AS "sealedAt", k.prefix, k.scopes,
         k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt"
       FROM access_claims c JOIN access_requests r ON r.id = c.request_id
         LEFT JOIN api_keys k ON k.prefix = c.key_prefix WHERE c.request_id = $1`,
      [requestId],
    ),
  ]);
  return row && claimOf(row);
}

export async function writeClaim(
  { run }: Portable,
  requestId: string,
  { askedAt, sealedKey }: Pick<AccessClaimRecord, 'askedAt' | 'sealedKey'>,
): Promise<void> {
  await run('UPDATE access_claims SET asked_at = $1, sealed_key = $2 WHERE request_id = $3', [
    askedAt,
    sealedKey,
    requestId,
  ]);
}

export async function sealClaim(
  { run }: Portable,
  requestId: string,
  { prefix, sealedKey, at }: { prefix: string; sealedKey: string; at: number },
): Promise<void> {
  await run(
    'UPDATE access_claims SET key_prefix = $1, sealed_key = $2, sealed_at = $3 WHERE request_id = $4',
    [prefix, sealedKey, at, requestId],
  );
}

function claimOf({ prefix, scopes, expiresAt, revokedAt, lastUsedAt, ...row }: ClaimRow): AccessClaimRecord {
  const key =
    prefix === null ? null : { prefix, scopes: scopes?.split(',') ?? [], expiresAt, revokedAt, lastUsedAt };
  return { ...row, key };
}
