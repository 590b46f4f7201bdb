// Connected sites as rows.
import type { InstallationRecord, NewInstallation } from '../records.ts';
import { forBoth } from './dialect.ts';
import type { Portable } from './portable.ts';
import { INSTALLATION, SHOWING_SITE } from './texts/installations.ts';

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

/** Whether a public work shows the site, and with it its address. */
export async function isSiteShown({ first, engine }: Portable, id: string): Promise<boolean> {
  return (await first(SHOWING_SITE[engine], [id])) !== undefined;
}
