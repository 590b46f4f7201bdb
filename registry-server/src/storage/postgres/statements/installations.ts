// Connected sites as rows.
import type { NewChange } from '../../artwork-facts.ts';
import type { InstallationRecord, NewInstallation } from '../../records.ts';
import { INSTALLATION_OF_STEP } from '../../shared/feed-step.ts';
import type { PostgresContext } from '../engine/context.ts';
import { sendChange } from './outbox.ts';

export const INSTALLATION = `SELECT id, organization_id AS "organizationId", platform, platform_label AS "platformLabel",
  platform_key AS "platformKey", site_url AS "siteUrl", connected_at AS "connectedAt",
  last_synced_at AS "lastSyncedAt" FROM installations`;

export async function findInstallationOfSite(
  { connection }: PostgresContext,
  organizationId: string,
  platformKey: string,
  siteKey: string,
): Promise<InstallationRecord | undefined> {
  const [row] = await connection.query<InstallationRecord>(
    `${INSTALLATION} WHERE organization_id = $1 AND md5(platform_key) = md5($2) AND md5(site_key) = md5($3)
       AND platform_key = $2 AND site_key = $3`,
    [organizationId, platformKey, siteKey],
  );
  return row;
}

export async function insertInstallation(
  { connection }: PostgresContext,
  { id, connectedAt }: InstallationRecord,
  row: NewInstallation,
): Promise<void> {
  await connection.run(
    `INSERT INTO installations (id, organization_id, platform, platform_label, platform_key, site_url, site_key, site_name,
       client_version, connected_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      row.organizationId,
      row.platform,
      row.platformLabel,
      row.platformKey,
      row.siteUrl,
      row.siteKey,
      row.siteName,
      row.clientVersion,
      connectedAt,
    ],
  );
}

/** The site's address, and its name and version where they are given. Its works show it at once: they are not rewritten. */
export async function updateInstallation(
  context: PostgresContext,
  id: string,
  site: Pick<NewInstallation, 'siteUrl' | 'siteKey' | 'siteName' | 'clientVersion'> | null,
  changes: NewChange[],
): Promise<void> {
  await Promise.all([
    site !== null &&
      context.connection.run(
        `UPDATE installations SET site_url = $1, site_key = $2, site_name = coalesce($3, site_name),
           client_version = coalesce($4, client_version) WHERE id = $5`,
        [site.siteUrl, site.siteKey, site.siteName, site.clientVersion, id],
      ),
    ...changes.flatMap((change) => sendChange(context, change)),
  ]);
}

export async function findInstallation(
  { connection }: PostgresContext,
  organizationId: string,
  id: string,
): Promise<InstallationRecord | undefined> {
  const [row] = await connection.query<InstallationRecord>(
    `${INSTALLATION} WHERE organization_id = $1 AND id = $2`,
    [organizationId, id],
  );
  return row;
}

const showing = (id: string) => `SELECT true FROM sources s JOIN artworks w ON w.number = s.artwork_number
  WHERE s.installation_id = ${id} AND s.is_public AND w.source_installation_id = s.installation_id LIMIT 1`;

/** Whether a public work shows the site, and with it its address. */
export async function isSiteShown({ connection }: PostgresContext, id: string): Promise<boolean> {
  return (await connection.query(showing('$1'), [id])).length > 0;
}

/**
 * Of `changes`: a step by which a site moved is public only while a public work shows the site. No EXISTS: PostgreSQL may read all sources
 * for it at once.
 */
export const IS_STEP_PUBLIC = `(op <> 'installation' OR (${showing(INSTALLATION_OF_STEP)}) IS NOT NULL)`;

export function listInstallations(
  { connection }: PostgresContext,
  organizationId: string,
): Promise<InstallationRecord[]> {
  return connection.query(`${INSTALLATION} WHERE organization_id = $1 ORDER BY connected_at`, [
    organizationId,
  ]);
}
