// Connected sites: found by their identity, so that a repeated handshake keeps id and history.
import { randomBytes } from 'node:crypto';
import type { InstallationRecord, NewInstallation } from '../../records.ts';
import { Refused } from '../../tx.ts';
import { tick } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';

type InstallationRow = {
  id: string;
  organization_id: string;
  platform: string;
  platform_label: string | null;
  platform_key: string;
  site_url: string;
  connected_at: number;
  last_synced_at: number | null;
};

const INSTALLATION =
  'SELECT id, organization_id, platform, platform_label, platform_key, site_url, connected_at, last_synced_at FROM installations';

/** Inserts or finds by identity; a repeat refreshes site_url, name and version. */
export function connectInstallation(
  context: SqliteContext,
  row: NewInstallation,
): { installation: InstallationRecord; created: boolean } {
  const { sql } = context;
  const find = () =>
    sql<InstallationRow>(
      `${INSTALLATION} WHERE organization_id = ? AND platform_key = ? AND site_key = ?`,
    ).get(row.organizationId, row.platformKey, row.siteKey);
  const existing = find();
  if (existing !== undefined) {
    sql(
      `UPDATE installations SET site_url = ?, site_name = coalesce(?, site_name),
         client_version = coalesce(?, client_version) WHERE id = ?`,
    ).run(row.siteUrl, row.siteName, row.clientVersion, existing.id);
    return { installation: { ...installationOf(existing), siteUrl: row.siteUrl }, created: false };
  }
  sql(
    `INSERT INTO installations (id, organization_id, platform, platform_label, platform_key, site_url, site_key,
       site_name, client_version, connected_at)
     VALUES (@id, @organizationId, @platform, @platformLabel, @platformKey, @siteUrl, @siteKey, @siteName,
       @clientVersion, @now)`,
  ).run({ ...row, id: `ins_${randomBytes(12).toString('hex')}`, now: tick(context) });
  const inserted = find();
  if (inserted === undefined) throw new Error('the installation just inserted is gone');
  return { installation: installationOf(inserted), created: true };
}

export function findInstallation(
  context: SqliteContext,
  organizationId: string,
  id: string,
): InstallationRecord | undefined {
  const row = context
    .sql<InstallationRow>(`${INSTALLATION} WHERE organization_id = ? AND id = ?`)
    .get(organizationId, id);
  return row && installationOf(row);
}

export function listInstallations(context: SqliteContext, organizationId: string): InstallationRecord[] {
  return context
    .sql<InstallationRow>(`${INSTALLATION} WHERE organization_id = ? ORDER BY connected_at`)
    .all(organizationId)
    .map(installationOf);
}

/** Inside a write job: the caller's installation, or unknown_installation. */
export function requireInstallation(
  context: SqliteContext,
  organizationId: string,
  id: string,
): InstallationRecord {
  const installation = findInstallation(context, organizationId, id);
  if (installation === undefined) throw new Refused('unknown_installation');
  return installation;
}

function installationOf(row: InstallationRow): InstallationRecord {
  return {
    id: row.id,
    organizationId: row.organization_id,
    platform: row.platform,
    platformLabel: row.platform_label,
    platformKey: row.platform_key,
    siteUrl: row.site_url,
    connectedAt: row.connected_at,
    lastSyncedAt: row.last_synced_at,
  };
}
