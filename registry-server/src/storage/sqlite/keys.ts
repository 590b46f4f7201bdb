// API keys and their rate-limit windows. On SQLite one process serves all requests, so windows live in its memory.
import { randomUUID } from 'node:crypto';
import { LIMITS } from '@artwork-registry/contract';
import type { KeyStore } from '../storage.ts';
import type { ApiKeyRecord, OrganizationStatus } from '../records.ts';
import { tick } from './context.ts';
import type { SqliteContext } from './context.ts';

type KeyRow = {
  id: string;
  prefix: string;
  name: string | null;
  scopes: string;
  rate_limit: number | null;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  organization_id: string;
  organization_slug: string;
  organization_name: string;
  organization_status: OrganizationStatus;
};

const KEY = `SELECT k.id, k.prefix, k.name, k.scopes, k.rate_limit, k.created_at, k.expires_at, k.revoked_at,
  o.id AS organization_id, o.slug AS organization_slug, o.name AS organization_name, o.status AS organization_status
  FROM api_keys k JOIN organizations o ON o.id = k.organization_id`;

// Windows that are over are dropped once the map has grown past this.
const MAX_WINDOWS = 10_000;

export function keyStore(context: SqliteContext): KeyStore {
  const { sql, writes, clock } = context;
  const windows = new Map<string, { resetAtSeconds: number; used: number }>();

  return {
    insertApiKey: (row) =>
      writes.run(() => {
        sql(
          `INSERT INTO api_keys (id, organization_id, hash, prefix, name, scopes, rate_limit, created_at, expires_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ).run(
          randomUUID(),
          row.organizationId,
          row.hash,
          row.prefix,
          row.name,
          row.scopes.join(','),
          row.rateLimit,
          tick(context),
          row.expiresAt,
        );
      }),
    listApiKeys: async (organizationId) =>
      sql<KeyRow>(`${KEY} WHERE k.organization_id = ? ORDER BY k.created_at`).all(organizationId).map(keyOf),
    revokeApiKey: (prefix) =>
      writes.run(
        () =>
          sql('UPDATE api_keys SET revoked_at = ? WHERE prefix = ? AND revoked_at IS NULL').run(
            tick(context),
            prefix,
          ).changes > 0,
      ),
    findApiKey: async (hash) => {
      const row = sql<KeyRow>(
        `${KEY} WHERE k.hash = ? AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > ?)`,
      ).get(hash, clock.nowMs() * 1000);
      return row && keyOf(row);
    },
    countRequest: async (keyId, limit) => {
      const nowSeconds = Math.floor(clock.nowMs() / 1000);
      let window = windows.get(keyId);
      if (window === undefined || nowSeconds >= window.resetAtSeconds) {
        if (windows.size >= MAX_WINDOWS) dropOver(windows, nowSeconds);
        window = { resetAtSeconds: nowSeconds + LIMITS.window, used: 0 };
        windows.set(keyId, window);
      }
      const isAllowed = window.used < limit;
      if (isAllowed) window.used += 1;
      return {
        isAllowed,
        remaining: Math.max(0, limit - window.used),
        resetAtSeconds: window.resetAtSeconds,
      };
    },
  };
}

function dropOver(windows: Map<string, { resetAtSeconds: number }>, nowSeconds: number): void {
  for (const [keyId, window] of windows) if (nowSeconds >= window.resetAtSeconds) windows.delete(keyId);
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
  };
}
