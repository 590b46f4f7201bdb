// Requests for access as rows, and the hits that limit their senders: keyed hashes of address and e-mail, never the plain
// address.
import type { AccessRequestRecord, AccessRequestStatus, NewKey } from '../../records.ts';
import type { HitWindow } from '../../tx.ts';
import type { SqliteContext } from '../engine/context.ts';
import { insertApiKey } from './keys.ts';

const REQUEST = `SELECT id, status, access_type AS accessType, name, email, organization, website,
  intended_use AS intendedUse, expected_volume AS expectedVolume, platform, created_at AS createdAt,
  decided_at AS decidedAt, reason FROM access_requests`;

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
  { addressHash, emailHash }: { addressHash: string; emailHash: string },
  key: NewKey | null,
): void {
  context
    .sql('INSERT INTO access_request_hits (address_hash, email_hash, at_ms) VALUES (?, ?, ?)')
    .run(addressHash, emailHash, context.nowMs);
  context
    .sql(
      `INSERT INTO access_requests (id, status, access_type, name, email, organization, website, intended_use,
         expected_volume, platform, created_at, decided_at, reason)
       VALUES (@id, @status, @accessType, @name, @email, @organization, @website, @intendedUse, @expectedVolume,
         @platform, @createdAt, @decidedAt, @reason)`,
    )
    .run(request);
  if (key !== null) insertApiKey(context, key);
}

export function writeDecision(
  context: SqliteContext,
  { id, status, decidedAt, reason }: AccessRequestRecord,
  key: NewKey | null,
): void {
  context
    .sql('UPDATE access_requests SET status = ?, decided_at = ?, reason = ? WHERE id = ?')
    .run(status, decidedAt, reason, id);
  if (key !== null) insertApiKey(context, key);
}

export function listAccessRequests(
  context: SqliteContext,
  status?: AccessRequestStatus,
): AccessRequestRecord[] {
  return status === undefined
    ? context.sql<AccessRequestRecord>(`${REQUEST} ORDER BY number`).all()
    : context.sql<AccessRequestRecord>(`${REQUEST} WHERE status = ? ORDER BY number`).all(status);
}

export function findAccessRequest(context: SqliteContext, id: string): AccessRequestRecord | undefined {
  return context.sql<AccessRequestRecord>(`${REQUEST} WHERE id = ?`).get(id);
}
