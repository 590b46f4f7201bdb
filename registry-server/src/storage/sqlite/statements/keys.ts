// API keys as rows: only the hash and the visible prefix are here.
import { randomUUID } from 'node:crypto';
import type { ApiKeyRecord, KeyChanges, NewKey, OrganizationStatus } from '../../records.ts';
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';

type KeyRow = {
  id: string;
  prefix: string;
  name: string | null;
  scopes: string;
  rate_limit: number | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  idle_days: number | null;
  organization_id: string;
  organization_slug: string;
  organization_name: string;
  organization_status: OrganizationStatus;
};

const DAY_MICROS = 86_400_000_000;

const KEY = `SELECT k.id, k.prefix, k.name, k.scopes, k.rate_limit, k.created_at, k.expires_at, k.revoked_at,
  k.last_used_at, k.idle_days, o.id AS organization_id, o.slug AS organization_slug, o.name AS organization_name, o.status AS organization_status
  FROM api_keys k JOIN organizations o ON o.id = k.organization_id`;

export function insertApiKey(context: SqliteContext, row: NewKey): void {
  context
    .sql(
      `INSERT INTO api_keys (id, organization_id, hash, prefix, name, scopes, rate_limit, created_at, expires_at,
         idle_days)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
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
    );
}

export function listApiKeys(context: SqliteContext, organizationId: string): ApiKeyRecord[] {
  return context
    .sql<KeyRow>(`${KEY} WHERE k.organization_id = ? ORDER BY k.created_at`)
    .all(organizationId)
    .map(keyOf);
}

/** `condition` is a fixed text over `k`; its values are bound. */
export function listAllKeys(context: SqliteContext, condition: string, values: unknown[]): ApiKeyRecord[] {
  return context
    .sql<KeyRow>(`${KEY} WHERE ${condition} ORDER BY k.created_at`)
    .all(...values)
    .map(keyOf);
}

/** Undefined when no key that is not revoked has this prefix. */
export function updateApiKey(
  context: SqliteContext,
  prefix: string,
  { name, rateLimit, expiresAt }: KeyChanges,
): ApiKeyRecord | undefined {
  const set = {
    ...(name !== undefined && { name }),
    ...(rateLimit !== undefined && { rate_limit: rateLimit }),
    ...(expiresAt !== undefined && { expires_at: expiresAt, idle_days: null }),
  };
  for (const [column, value] of Object.entries(set))
    context
      .sql(`UPDATE api_keys SET ${column} = ? WHERE prefix = ? AND revoked_at IS NULL`)
      .run(value, prefix);
  return listAllKeys(context, 'k.prefix = ? AND k.revoked_at IS NULL', [prefix])[0];
}

/** False when no key that is still valid has this prefix. */
export function revokeApiKey(context: SqliteContext, prefix: string): boolean {
  return (
    context
      .sql('UPDATE api_keys SET revoked_at = ? WHERE prefix = ? AND revoked_at IS NULL')
      .run(tick(context), prefix).changes > 0
  );
}

export type FoundKey = { key: ApiKeyRecord; isUseNoted: boolean };

/** A key that is neither revoked nor expired, and whether its use was noted within the last day. */
export function findUsableKey(context: SqliteContext, hash: string): FoundKey | undefined {
  const row = context
    .sql<KeyRow>(
      `${KEY} WHERE k.hash = ? AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?)`,
    )
    .get(hash, context.nowMs * 1000);
  if (row === undefined) return undefined;
  return { key: keyOf(row), isUseNoted: (row.last_used_at ?? 0) > context.nowMs * 1000 - DAY_MICROS };
}

/** Notes the use of a key, at most daily, and moves the end of a key that ends when it is not used. */
export function noteKeyUse(context: SqliteContext, keyId: string): void {
  context
    .sql(
      `UPDATE api_keys SET last_used_at = @now, expires_at = iif(idle_days IS NULL, expires_at,
         @now + idle_days * ${DAY_MICROS}) WHERE id = @keyId AND coalesce(last_used_at, 0) <= @now - ${DAY_MICROS}`,
    )
    .run({ keyId, now: context.nowMs * 1000 });
}

function keyOf(row: KeyRow): ApiKeyRecord {
  return {
    id: row.id,
    organization: {
      id: row.organization_id,
      slug: row.organization_slug,
      name: row.organization_name,
      status: row.organization_status,
    },
    prefix: row.prefix,
    name: row.name,
    scopes: row.scopes.split(','),
    rateLimit: row.rate_limit,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    lastUsedAt: row.last_used_at,
    idleDays: row.idle_days,
  };
}
