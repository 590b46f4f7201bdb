// Connected sites as rows.
import type { NewChange } from '../../artwork-facts.ts';
import type { InstallationRecord, NewInstallation } from '../../records.ts';
import { INSTALLATION_OF_STEP } from '../../shared/feed-step.ts';
import type { SqliteContext } from '../engine/context.ts';
import { writeChange } from './outbox.ts';

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

export function findInstallationOfSite(
  context: SqliteContext,
  organizationId: string,
  platformKey: string,
  siteKey: string,
): InstallationRecord | undefined {
  const row = context
    .sql<InstallationRow>(`${INSTALLATION} WHERE organization_id = ? AND platform_key = ? AND site_key = ?`)
    .get(organizationId, platformKey, siteKey);
  return row && installationOf(row);
}

export function insertInstallation(
  context: SqliteContext,
  { id, connectedAt }: InstallationRecord,
  row: NewInstallation,
): void {
  context
    .sql(
      `INSERT INTO installations (id, organization_id, platform, platform_label, platform_key, site_url, site_key,
         site_name, client_version, connected_at)
       VALUES (@id, @organizationId, @platform, @platformLabel, @platformKey, @siteUrl, @siteKey, @siteName,
         @clientVersion, @connectedAt)`,
    )
    .run({ ...row, id, connectedAt });
}

/** The site's address, and its name and version where they are given. Its works show it at once: they are not rewritten. */
export function updateInstallation(
  context: SqliteContext,
  id: string,
  site: Pick<NewInstallation, 'siteUrl' | 'siteKey' | 'siteName' | 'clientVersion'> | null,
  changes: NewChange[],
): void {
  if (site !== null) {
    context
      .sql(
        `UPDATE installations SET site_url = ?, site_key = ?, site_name = coalesce(?, site_name),
           client_version = coalesce(?, client_version) WHERE id = ?`,
      )
      .run(site.siteUrl, site.siteKey, site.siteName, site.clientVersion, id);
  }
  for (const change of changes) writeChange(context, change);
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

const shown = (id: string) => `EXISTS (SELECT 1 FROM sources s JOIN artworks w ON w.number = s.artwork_number
  WHERE s.installation_id = ${id} AND s.is_public = 1 AND w.source_installation_id = s.installation_id)`;

/** Whether a public work shows the site, and with it its address. */
export function isSiteShown(context: SqliteContext, id: string): boolean {
  return context.pluck<number>(`SELECT ${shown('?')}`).get(id) === 1;
}

/** Of `changes`: a step by which a site moved is public only while a public work shows the site. */
export const IS_STEP_PUBLIC = `(op <> 'installation' OR ${shown(INSTALLATION_OF_STEP)})`;

export function listInstallations(context: SqliteContext, organizationId: string): InstallationRecord[] {
  return context
    .sql<InstallationRow>(`${INSTALLATION} WHERE organization_id = ? ORDER BY connected_at`)
    .all(organizationId)
    .map(installationOf);
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
