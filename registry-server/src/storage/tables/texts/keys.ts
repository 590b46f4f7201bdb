// The row of a key and its reading, for the statements of tables/ and the one by which each engine finds a usable key.
import type { ApiKeyRecord, Organization } from '../../records.ts';
import { DAY_MICROS } from '../../shared/sweep-ages.ts';

export type KeyRow = Omit<ApiKeyRecord, 'scopes' | 'organization'> & {
  scopes: string;
  organizationId: string;
  slug: string;
  organizationName: string;
  status: Organization['status'];
};

export const KEY = `SELECT k.id, k.prefix, k.name, k.scopes, k.rate_limit AS "rateLimit", k.created_at AS "createdAt",
  k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt", k.idle_days AS "idleDays",
  o.id AS "organizationId", o.slug, o.name AS "organizationName", o.status
  FROM api_keys k JOIN organizations o ON o.id = k.organization_id`;

export type FoundKey = { key: ApiKeyRecord; isUseNoted: boolean };

/** A key that is neither revoked nor expired: $1 is its hash, $2 now. */
export const USABLE_KEY = `${KEY} WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $2)`;

/** The key, and whether its use was noted within the last day. */
export function foundKeyOf(row: KeyRow, nowMs: number): FoundKey {
  return { key: keyOf(row), isUseNoted: (row.lastUsedAt ?? 0) > nowMs * 1000 - DAY_MICROS };
}

/** Field by field, which is faster than to spread the row: each request may wait for it. */
export function keyOf(row: KeyRow): ApiKeyRecord {
  return {
    id: row.id,
    organization: {
      id: row.organizationId,
      slug: row.slug,
      name: row.organizationName,
      status: row.status,
    },
    prefix: row.prefix,
    name: row.name,
    scopes: row.scopes.split(','),
    rateLimit: row.rateLimit,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    revokedAt: row.revokedAt,
    lastUsedAt: row.lastUsedAt,
    idleDays: row.idleDays,
  };
}
