// Requests for access as rows, and the hits that limit their senders: keyed hashes of address and e-mail, never the plain
// address.
import type {
  AccessRequestRecord,
  AccessRequestStatus,
  DecidedRequest,
  NewClaim,
  NewKey,
} from '../records.ts';
import type { HitWindow } from '../tx.ts';
import { insertClaim, sealClaim } from './access-claims.ts';
import { insertApiKey } from './keys.ts';
import type { Portable } from './portable.ts';

const REQUEST = `SELECT id, status, access_type AS "accessType", name, email, organization, website,
  intended_use AS "intendedUse", expected_volume AS "expectedVolume", platform, created_at AS "createdAt",
  decided_at AS "decidedAt", reason, is_from_sync_service AS "isFromSyncService" FROM access_requests`;

/** When the hit was made with which each limit is reached; undefined below the limit. */
export async function gatherAccessHits(
  { first, nowMs }: Portable,
  { address, email }: { address: HitWindow; email: HitWindow },
): Promise<{ address: number | undefined; email: number | undefined }> {
  const reached = async (column: 'address_hash' | 'email_hash', { hash, limit, windowMs }: HitWindow) => {
    // What lies ahead was counted by a clock that was set back since.
    const hit = await first<{ at_ms: number }>(
      `SELECT at_ms FROM access_request_hits WHERE ${column} = $1 AND at_ms > $2 AND at_ms <= $3 ORDER BY at_ms DESC
       LIMIT 1 OFFSET $4`,
      [hash, nowMs - windowMs, nowMs, limit - 1],
    );
    return hit?.at_ms;
  };
  const [byAddress, byEmail] = await Promise.all([
    reached('address_hash', address),
    reached('email_hash', email),
  ]);
  return { address: byAddress, email: byEmail };
}

export async function writeAccessRequest(
  context: Portable,
  request: AccessRequestRecord,
  claim: NewClaim,
  { addressHash, emailHash }: { addressHash: string; emailHash: string },
  key: NewKey | null,
): Promise<void> {
  const { run, nowMs } = context;
  await Promise.all([
    run('INSERT INTO access_request_hits (address_hash, email_hash, at_ms) VALUES ($1, $2, $3)', [
      addressHash,
      emailHash,
      nowMs,
    ]),
    run(
      `INSERT INTO access_requests (id, status, access_type, name, email, organization, website, intended_use,
         expected_volume, platform, created_at, decided_at, reason, is_from_sync_service)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
      [
        request.id,
        request.status,
        request.accessType,
        request.name,
        request.email,
        request.organization,
        request.website,
        request.intendedUse,
        request.expectedVolume,
        request.platform,
        request.createdAt,
        request.decidedAt,
        request.reason,
        request.isFromSyncService,
      ],
    ),
    key !== null && insertApiKey(context, key),
    insertClaim(context, request.id, claim),
  ]);
}

export async function writeDecision(
  context: Portable,
  { id, status, decidedAt, reason }: DecidedRequest,
  key: (NewKey & { sealedKey: string }) | null,
): Promise<void> {
  const { run } = context;
  await Promise.all([
    run('UPDATE access_requests SET status = $1, decided_at = $2, reason = $3 WHERE id = $4', [
      status,
      decidedAt,
      reason,
      id,
    ]),
    key !== null && insertApiKey(context, key),
    key !== null && sealClaim(context, id, { ...key, at: decidedAt }),
  ]);
}

export async function listAccessRequests(
  { all }: Portable,
  status?: AccessRequestStatus,
): Promise<AccessRequestRecord[]> {
  const rows = await (status === undefined
    ? all<AccessRequestRecord>(`${REQUEST} ORDER BY number`)
    : all<AccessRequestRecord>(`${REQUEST} WHERE status = $1 ORDER BY number`, [status]));
  return rows.map(requestOf);
}

export async function findAccessRequest(
  { first }: Portable,
  id: string,
): Promise<AccessRequestRecord | undefined> {
  const row = await first<AccessRequestRecord>(`${REQUEST} WHERE id = $1`, [id]);
  return row && requestOf(row);
}

const requestOf = (row: AccessRequestRecord): AccessRequestRecord => ({
  ...row,
  isFromSyncService: Boolean(row.isFromSyncService),
});
