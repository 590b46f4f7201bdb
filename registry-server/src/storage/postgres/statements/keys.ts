// API keys as rows, only the hash and the visible prefix of each, and the requests they make.
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@artwork-registry/contract';
import type { ApiKeyRecord, KeyChanges, NewKey, Organization } from '../../records.ts';
import { tick } from '../engine/context.ts';
import type { PostgresContext } from '../engine/context.ts';

type KeyRow = Omit<ApiKeyRecord, 'scopes'> & { scopes: string; organization: Organization };

const DAY_MICROS = 86_400_000_000;

const KEY = `SELECT k.id, k.prefix, k.name, k.scopes, k.rate_limit AS "rateLimit", k.created_at AS "createdAt",
  k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt", k.idle_days AS "idleDays",
  json_build_object('id', o.id, 'slug', o.slug, 'name', o.name, 'status', o.status) AS organization
  FROM api_keys k JOIN organizations o ON o.id = k.organization_id`;

export function insertApiKey(context: PostgresContext, row: NewKey): Promise<unknown> {
  return context.connection.run(
    `INSERT INTO api_keys (id, organization_id, hash, prefix, name, scopes, rate_limit, created_at, expires_at, idle_days)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      randomUUID(),
      row.organizationId,
      row.hash,
      row.prefix,
      row.name,
      row.scopes.join(','),
      row.rateLimit,
      tick(context),
      row.expiresAt,
      row.idleDays ?? null,
    ],
  );
}

export async function listApiKeys(
  { connection }: PostgresContext,
  organizationId: string,
): Promise<ApiKeyRecord[]> {
  const rows = await connection.query<KeyRow>(`${KEY} WHERE k.organization_id = $1 ORDER BY k.created_at`, [
    organizationId,
  ]);
  return rows.map(keyOf);
}

/** Keys that have ended by themselves and were not revoked since, but for those that end when they are not used. */
export async function listExpiredKeys({ connection, nowMs }: PostgresContext): Promise<ApiKeyRecord[]> {
  const rows = await connection.query<KeyRow>(
    `${KEY} WHERE k.revoked_at IS NULL AND k.idle_days IS NULL AND k.expires_at <= $1 ORDER BY k.created_at`,
    [nowMs * 1000],
  );
  return rows.map(keyOf);
}

/** Undefined when no key that is not revoked has this prefix. */
export async function updateApiKey(
  { connection }: PostgresContext,
  prefix: string,
  { name, rateLimit, expiresAt }: KeyChanges,
): Promise<ApiKeyRecord | undefined> {
  const set = {
    ...(name !== undefined && { name }),
    ...(rateLimit !== undefined && { rate_limit: rateLimit }),
    ...(expiresAt !== undefined && { expires_at: expiresAt, idle_days: null }),
  };
  for (const [column, value] of Object.entries(set))
    await connection.run(`UPDATE api_keys SET ${column} = $1 WHERE prefix = $2 AND revoked_at IS NULL`, [
      value,
      prefix,
    ]);
  const [row] = await connection.query<KeyRow>(`${KEY} WHERE k.prefix = $1 AND k.revoked_at IS NULL`, [
    prefix,
  ]);
  return row && keyOf(row);
}

/** False when no key that is still valid has this prefix. */
export async function revokeApiKey(context: PostgresContext, prefix: string): Promise<boolean> {
  const revoked = await context.connection.run(
    'UPDATE api_keys SET revoked_at = $1 WHERE prefix = $2 AND revoked_at IS NULL',
    [tick(context), prefix],
  );
  return revoked > 0;
}

export type FoundKey = { key: ApiKeyRecord; isUseNoted: boolean };

/** A key that is neither revoked nor expired, and whether its use was noted within the last day. */
export async function findUsableKey(
  { connection, nowMs }: PostgresContext,
  hash: string,
): Promise<FoundKey | undefined> {
  const [row] = await connection.query<KeyRow>(
    `${KEY} WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)`,
    [hash, nowMs * 1000],
  );
  if (row === undefined) return undefined;
  return { key: keyOf(row), isUseNoted: (row.lastUsedAt ?? 0) > nowMs * 1000 - DAY_MICROS };
}

/** Notes the use of a key, at most daily, and moves the end of a key that ends when it is not used. */
export async function noteKeyUse({ connection, nowMs }: PostgresContext, keyId: string): Promise<void> {
  await connection.run(
    `UPDATE api_keys SET last_used_at = $2::bigint,
       expires_at = CASE WHEN idle_days IS NULL THEN expires_at ELSE $2 + idle_days * ${DAY_MICROS} END
     WHERE id = $1 AND coalesce(last_used_at, 0) <= $2 - ${DAY_MICROS}`,
    [keyId, nowMs * 1000],
  );
}

export type CountedRequest = { isAllowed: boolean; remaining: number; resetAtSeconds: number };

/**
 * Counts one request in the key's fixed window, unless the limit is used up: in one statement, so that all instances
 * together allow exactly `limit`. A window that ends later than a new one would was begun by a clock that was ahead.
 */
export async function countRequest(
  { connection, nowMs }: PostgresContext,
  keyId: string,
  limit: number,
): Promise<CountedRequest> {
  const nowSeconds = Math.floor(nowMs / 1000);
  const [row] = await connection.query<{ used: number; reset_at_seconds: number }>(
    `INSERT INTO rate_windows AS w (key_id, reset_at_seconds, used)
     VALUES ($1, $3::bigint + ${LIMITS.window}, 1)
     ON CONFLICT (key_id) DO UPDATE SET
       used = CASE WHEN w.reset_at_seconds <= $3 OR w.reset_at_seconds > excluded.reset_at_seconds THEN 1
         ELSE least(w.used + 1, $2::bigint + 1) END,
       reset_at_seconds = CASE WHEN w.reset_at_seconds <= $3 OR w.reset_at_seconds > excluded.reset_at_seconds
         THEN excluded.reset_at_seconds ELSE w.reset_at_seconds END
     RETURNING used, reset_at_seconds`,
    [keyId, limit, nowSeconds],
  );
  if (row === undefined) throw new Error('a window was neither found nor made');
  return {
    isAllowed: row.used <= limit,
    remaining: Math.max(0, limit - row.used),
    resetAtSeconds: row.reset_at_seconds,
  };
}

function keyOf({ scopes, ...row }: KeyRow): ApiKeyRecord {
  return { ...row, scopes: scopes.split(',') };
}
