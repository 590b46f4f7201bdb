// Connected sites: found by their identity, so that a repeated handshake keeps id and history.
import { randomBytes } from 'node:crypto';
import type { InstallationStore } from '../storage.ts';
import type { InstallationRecord } from '../records.ts';
import { Refused, tick } from './context.ts';
import type { SqliteContext } from './context.ts';

type InstallationRow = {
  id: string;
  organization_id: string;
  platform: string;
  platform_label: string | null;
  site_url: string;
  connected_at: number;
  last_synced_at: number | null;
};

const INSTALLATION =
  'SELECT id, organization_id, platform, platform_label, site_url, connected_at, last_synced_at FROM installations';

export function installationStore(context: SqliteContext): InstallationStore {
  const { sql, writes } = context;
  return {
    connectInstallation: (row) =>
      writes.run(() => {
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
             site_name, client_version, connected_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        ).run(
          `ins_${randomBytes(12).toString('hex')}`,
          row.organizationId,
          row.platform,
          row.platformLabel,
          row.platformKey,
          row.siteUrl,
          row.siteKey,
          row.siteName,
          row.clientVersion,
          tick(context),
        );
        const inserted = find();
        if (inserted === undefined) throw new Error('the installation just inserted is gone');
        return { installation: installationOf(inserted), created: true };
      }),
    findInstallation: async (organizationId, id) => {
      const row = sql<InstallationRow>(`${INSTALLATION} WHERE organization_id = ? AND id = ?`).get(
        organizationId,
        id,
      );
      return row && installationOf(row);
    },
    listInstallations: async (organizationId) =>
      sql<InstallationRow>(`${INSTALLATION} WHERE organization_id = ? ORDER BY connected_at`)
        .all(organizationId)
        .map(installationOf),
  };
}

/** Inside a write job: the caller's installation, or unknown_installation. */
export function requireInstallation(
  context: SqliteContext,
  organizationId: string,
  id: string,
): InstallationRecord {
  const row = context
    .sql<InstallationRow>(`${INSTALLATION} WHERE organization_id = ? AND id = ?`)
    .get(organizationId, id);
  if (row === undefined) throw new Refused('unknown_installation');
  return installationOf(row);
}

function installationOf(row: InstallationRow): InstallationRecord {
  return {
    id: row.id,
    organizationId: row.organization_id,
    platform: row.platform,
    platformLabel: row.platform_label,
    siteUrl: row.site_url,
    connectedAt: row.connected_at,
    lastSyncedAt: row.last_synced_at,
  };
}
