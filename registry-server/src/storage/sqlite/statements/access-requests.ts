// Requests for access as rows, and the hits that limit their senders: keyed hashes of address and e-mail, never the plain
// address.
import type { AccessRequestRecord, AccessRequestStatus, NewClaim, NewKey } from '../../records.ts';
import type { HitWindow } from '../../tx.ts';
import type { SqliteContext } from '../engine/context.ts';
import { insertClaim, sealClaim } from './access-claims.ts';
import { insertApiKey } from './keys.ts';

type RequestRow = Omit<AccessRequestRecord, 'isFromSyncService'> & { isFromSyncService: number };

const REQUEST = `SELECT id, status, access_type AS accessType, name, email, organization, website,
  intended_use AS intendedUse, expected_volume AS expectedVolume, platform, created_at AS createdAt,
  decided_at AS decidedAt, reason, is_from_sync_service AS isFromSyncService FROM access_requests`;

/** When the hit was made with which each limit is reached; undefined below the limit. */
export function gatherAccessHits(
  context: SqliteContext,
  { address, email }: { address: HitWindow; email: HitWindow },
): { address: number | undefined; email: number | undefined } {
  const reached = (column: 'address_hash' | 'email_hash', { hash, limit, windowMs }: HitWindow) =>
    context
      .pluck<number>(
        `SELECT at_ms FROM access_request_hits WHERE ${column} = ? AND at_ms > ? AND at_ms <= ? ORDER BY at_ms DESC
         LIMIT 1 OFFSET ?`,
      )
      // What lies ahead was counted by a clock that was set back since.
      .get(hash, context.nowMs - windowMs, context.nowMs, limit - 1);
  return { address: reached('address_hash', address), email: reached('email_hash', email) };
}

export function writeAccessRequest(
  context: SqliteContext,
  request: AccessRequestRecord,
  claim: NewClaim,
  { addressHash, emailHash }: { addressHash: string; emailHash: string },
  key: NewKey | null,
): void {
  context
    .sql('INSERT INTO access_request_hits (address_hash, email_hash, at_ms) VALUES (?, ?, ?)')
    .run(addressHash, emailHash, context.nowMs);
  context
    .sql(
      `INSERT INTO access_requests (id, status, access_type, name, email, organization, website, intended_use,
         expected_volume, platform, created_at, decided_at, reason, is_from_sync_service)
       VALUES (@id, @status, @accessType, @name, @email, @organization, @website, @intendedUse, @expectedVolume,
         @platform, @createdAt, @decidedAt, @reason, @isFromSyncService)`,
    )
    .run({ ...request, isFromSyncService: Number(request.isFromSyncService) });
  if (key !== null) insertApiKey(context, key);
  insertClaim(context, request.id, claim);
}

export function writeDecision(
  context: SqliteContext,
  { id, status, decidedAt, reason }: AccessRequestRecord,
  key: (NewKey & { sealedKey: string }) | null,
): void {
  context
    .sql('UPDATE access_requests SET status = ?, decided_at = ?, reason = ? WHERE id = ?')
    .run(status, decidedAt, reason, id);
  if (key === null) return;
  insertApiKey(context, key);
  sealClaim(context, id, { prefix: key.prefix, sealedKey: key.sealedKey, at: context.nowMs * 1000 });
}

export function listAccessRequests(
  context: SqliteContext,
  status?: AccessRequestStatus,
): AccessRequestRecord[] {
  return status === undefined
    ? context.sql<RequestRow>(`${REQUEST} ORDER BY number`).all().map(requestOf)
    : context.sql<RequestRow>(`${REQUEST} WHERE status = ? ORDER BY number`).all(status).map(requestOf);
}

export function findAccessRequest(context: SqliteContext, id: string): AccessRequestRecord | undefined {
  const row = context.sql<RequestRow>(`${REQUEST} WHERE id = ?`).get(id);
  return row && requestOf(row);
}

function requestOf(row: RequestRow): AccessRequestRecord {
  return { ...row, isFromSyncService: row.isFromSyncService === 1 };
}
