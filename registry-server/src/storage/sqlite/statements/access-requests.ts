// Requests for access and the read keys they are answered with. Limits are counted on keyed hashes of address and
// e-mail; the plain address of the sender is never stored.
import { randomUUID } from 'node:crypto';
import type {
  AccessRequestLimits,
  AccessRequestOutcome,
  AccessRequestRecord,
  AccessRequestStatus,
  NewAccessRequest,
  NewApiKeyRow,
} from '../../records.ts';
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { insertApiKey } from './keys.ts';

// The built-in organisation, made by migration 0002.
const PUBLIC_READERS = '00000000-0000-4000-8000-000000000001';
const READ_KEY_IDLE_DAYS = 365;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const REQUEST = `SELECT id, status, access_type AS accessType, name, email, organization, website,
  intended_use AS intendedUse, expected_volume AS expectedVolume, platform, created_at AS createdAt,
  decided_at AS decidedAt, reason FROM access_requests`;

export function insertAccessRequest(
  context: SqliteContext,
  row: NewAccessRequest,
  limits: AccessRequestLimits,
): AccessRequestOutcome {
  const nowMs = context.nowMs;
  const waitMs = Math.max(
    waitOf(context, 'address_hash', row.addressHash, limits.perAddressHour, HOUR_MS),
    waitOf(context, 'email_hash', row.emailHash, limits.perEmailDay, DAY_MS),
  );
  if (waitMs > 0) return { ok: false, retryAfterSeconds: Math.ceil(waitMs / 1000) };
  context
    .sql('INSERT INTO access_request_hits (address_hash, email_hash, at_ms) VALUES (?, ?, ?)')
    .run(row.addressHash, row.emailHash, nowMs);

  const id = randomUUID();
  const now = tick(context);
  context
    .sql(
      `INSERT INTO access_requests (id, status, access_type, name, email, organization, website, intended_use,
         expected_volume, platform, created_at, decided_at)
       VALUES (@id, @status, @accessType, @name, @email, @organization, @website, @intendedUse, @expectedVolume,
         @platform, @now, @decidedAt)`,
    )
    .run({
      id,
      status: row.readKey === null ? 'queued' : 'issued',
      accessType: row.accessType,
      name: row.name,
      email: row.email,
      organization: row.organization,
      website: row.website,
      intendedUse: row.intendedUse,
      expectedVolume: row.expectedVolume,
      platform: row.platform,
      now,
      decidedAt: row.readKey === null ? null : now,
    });
  let keyExpiresAt: number | null = null;
  if (row.readKey !== null) {
    keyExpiresAt = (nowMs + READ_KEY_IDLE_DAYS * DAY_MS) * 1000;
    insertApiKey(context, {
      ...row.readKey,
      organizationId: PUBLIC_READERS,
      expiresAt: keyExpiresAt,
      idleDays: READ_KEY_IDLE_DAYS,
    });
  }
  return { ok: true, request: getRequest(context, id), keyExpiresAt };
}

/** Milliseconds until this sender is below the limit again; 0 when it is. */
function waitOf(
  context: SqliteContext,
  column: 'address_hash' | 'email_hash',
  hash: string,
  limit: number,
  windowMs: number,
): number {
  const nowMs = context.nowMs;
  const oldest = context
    .sql<{ at_ms: number }>(
      `SELECT at_ms FROM access_request_hits WHERE ${column} = ? AND at_ms > ? AND at_ms <= ? ORDER BY at_ms DESC
       LIMIT 1 OFFSET ?`,
    )
    // What lies ahead was counted by a clock that was set back since.
    .get(hash, nowMs - windowMs, nowMs, limit - 1);
  return oldest === undefined ? 0 : oldest.at_ms + windowMs - nowMs;
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

export function approveAccessRequest(
  context: SqliteContext,
  id: string,
  organizationId: string,
  key: NewApiKeyRow,
): AccessRequestRecord | undefined {
  if (!decide(context, id, 'approved')) return undefined;
  insertApiKey(context, { ...key, organizationId, expiresAt: null });
  return getRequest(context, id);
}

export function rejectAccessRequest(
  context: SqliteContext,
  id: string,
  reason: string | null = null,
): AccessRequestRecord | undefined {
  if (!decide(context, id, 'rejected')) return undefined;
  context.sql('UPDATE access_requests SET reason = ? WHERE id = ?').run(reason, id);
  return getRequest(context, id);
}

function decide(context: SqliteContext, id: string, status: 'approved' | 'rejected'): boolean {
  return (
    context
      .sql(`UPDATE access_requests SET status = ?, decided_at = ? WHERE id = ? AND status = 'queued'`)
      .run(status, tick(context), id).changes > 0
  );
}

function getRequest(context: SqliteContext, id: string): AccessRequestRecord {
  const request = findAccessRequest(context, id);
  if (request === undefined) throw new Error(`access request ${id} is missing`);
  return request;
}
