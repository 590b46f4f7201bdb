// Connected sites as rows.
import type { InstallationRecord, NewInstallation } from '../records.ts';
import { INSTALLATION_OF_STEP } from '../shared/feed-step.ts';
import { forBoth } from './dialect.ts';
import type { Dialect } from './dialect.ts';
import type { Portable } from './portable.ts';

export const INSTALLATION = `SELECT id, organization_id AS "organizationId", platform, platform_label AS "platformLabel",
  platform_key AS "platformKey", site_url AS "siteUrl", connected_at AS "connectedAt",
  last_synced_at AS "lastSyncedAt" FROM installations`;

const OF_SITE = forBoth(
  ({ same }) =>
    `${INSTALLATION} WHERE organization_id = $1 AND ${same('platform_key', '$2')} AND ${same('site_key', '$3')}`,
);

export function findInstallationOfSite(
  { first, engine }: Portable,
  organizationId: string,
  platformKey: string,
  siteKey: string,
): Promise<InstallationRecord | undefined> {
  return first(OF_SITE[engine], [organizationId, platformKey, siteKey]);
}

export async function insertInstallation(
  { run }: Portable,
  { id, connectedAt }: InstallationRecord,
  row: NewInstallation,
): Promise<void> {
  await run(
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
export async function updateSite(
  { run }: Portable,
  id: string,
  site: Pick<NewInstallation, 'siteUrl' | 'siteKey' | 'siteName' | 'clientVersion'>,
): Promise<void> {
  await run(
    `UPDATE installations SET site_url = $1, site_key = $2, site_name = coalesce($3, site_name),
       client_version = coalesce($4, client_version) WHERE id = $5`,
    [site.siteUrl, site.siteKey, site.siteName, site.clientVersion, id],
  );
}

export function findInstallation(
  { first }: Portable,
  organizationId: string,
  id: string,
): Promise<InstallationRecord | undefined> {
  return first(`${INSTALLATION} WHERE organization_id = $1 AND id = $2`, [organizationId, id]);
}

export function listInstallations({ all }: Portable, organizationId: string): Promise<InstallationRecord[]> {
  return all(`${INSTALLATION} WHERE organization_id = $1 ORDER BY connected_at`, [organizationId]);
}

/** No EXISTS: PostgreSQL may read all sources for it at once. */
const showing = (
  id: string,
  { isTrue }: Dialect,
) => `SELECT 1 FROM sources s JOIN artworks w ON w.number = s.artwork_number
  WHERE s.installation_id = ${id} AND ${isTrue('s.is_public')} AND w.source_installation_id = s.installation_id LIMIT 1`;

export const SHOWING_SITE = forBoth((dialect) => showing('$1', dialect));

/** Whether a public work shows the site, and with it its address. */
export async function isSiteShown({ first, engine }: Portable, id: string): Promise<boolean> {
  return (await first(SHOWING_SITE[engine], [id])) !== undefined;
}

/** Of `changes`: a step by which a site moved is public only while a public work shows the site. */
export const isStepPublic = (dialect: Dialect): string =>
  `(op <> 'installation' OR (${showing(INSTALLATION_OF_STEP, dialect)}) IS NOT NULL)`;
