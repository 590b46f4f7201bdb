// API keys as rows: only the hash and the visible prefix are here.
import { randomUUID } from 'node:crypto';
import type { ApiKeyRecord, KeyChanges, NewKey } from '../records.ts';
import { DAY_MICROS } from '../shared/sweep-ages.ts';
import type { Portable } from './portable.ts';
import { KEY, keyOf } from './texts/keys.ts';
import type { KeyRow } from './texts/keys.ts';

export async function insertApiKey({ run, tick }: Portable, row: NewKey): Promise<void> {
  await run(
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
      tick(),
      row.expiresAt,
      row.idleDays ?? null,
    ],
  );
}

export async function listApiKeys({ all }: Portable, organizationId: string): Promise<ApiKeyRecord[]> {
  const rows = await all<KeyRow>(`${KEY} WHERE k.organization_id = $1 ORDER BY k.created_at`, [
    organizationId,
  ]);
  return rows.map(keyOf);
}

/** Keys that have ended by themselves and were not revoked since, but for those that end when they are not used. */
export async function listExpiredKeys({ all, nowMs }: Portable): Promise<ApiKeyRecord[]> {
  const rows = await all<KeyRow>(
    `${KEY} WHERE k.revoked_at IS NULL AND k.idle_days IS NULL AND k.expires_at <= $1 ORDER BY k.created_at`,
    [nowMs * 1000],
  );
  return rows.map(keyOf);
}

/** Undefined when no key that is not revoked has this prefix. */
export async function updateApiKey(
  { first, run }: Portable,
  prefix: string,
  { name, rateLimit, expiresAt }: KeyChanges,
): Promise<ApiKeyRecord | undefined> {
  const set = {
    ...(name !== undefined && { name }),
    ...(rateLimit !== undefined && { rate_limit: rateLimit }),
    ...(expiresAt !== undefined && { expires_at: expiresAt, idle_days: null }),
  };
  for (const [column, value] of Object.entries(set))
    await run(`UPDATE api_keys SET ${column} = $1 WHERE prefix = $2 AND revoked_at IS NULL`, [value, prefix]);
  const row = await first<KeyRow>(`${KEY} WHERE k.prefix = $1 AND k.revoked_at IS NULL`, [prefix]);
  return row && keyOf(row);
}

/** False when no key that is still valid has this prefix. */
export async function revokeApiKey({ run, tick }: Portable, prefix: string): Promise<boolean> {
  const text = 'UPDATE api_keys SET revoked_at = $1 WHERE prefix = $2 AND revoked_at IS NULL';
  return (await run(text, [tick(), prefix])) > 0;
}

/** Notes the use of a key, at most daily, and moves the end of a key that ends when it is not used. */
export async function recordKeyUse({ run, nowMs }: Portable, keyId: string): Promise<void> {
  await run(
    `UPDATE api_keys SET last_used_at = CAST($2 AS bigint),
       expires_at = CASE WHEN idle_days IS NULL THEN expires_at ELSE $2 + idle_days * ${DAY_MICROS} END
     WHERE id = $1 AND coalesce(last_used_at, 0) <= $2 - ${DAY_MICROS}`,
    [keyId, nowMs * 1000],
  );
}
