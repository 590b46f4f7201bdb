// Connected sites: found by their identity (organisation, platform, normalised site), so that a repeated handshake keeps
// id and history.
import { randomBytes } from 'node:crypto';
import type { InstallationRecord, NewInstallation } from '../storage/records.ts';
import type { Tx } from '../storage/tx.ts';

/** Inserts or finds by identity; a repeat refreshes site_url, and name and version where they are given. */
export async function connectInstallation(
  tx: Tx,
  row: NewInstallation,
): Promise<{ installation: InstallationRecord; created: boolean }> {
  const known = await tx.findInstallationOfSite(row.organizationId, row.platformKey, row.siteKey);
  if (known !== undefined) {
    await tx.updateInstallation(known.id, row);
    return { installation: { ...known, siteUrl: row.siteUrl }, created: false };
  }
  const { organizationId, platform, platformLabel, platformKey, siteUrl } = row;
  const installation: InstallationRecord = {
    id: `ins_${randomBytes(12).toString('hex')}`,
    organizationId,
    platform,
    platformLabel,
    platformKey,
    siteUrl,
    connectedAt: tx.tick(),
    lastSyncedAt: null,
  };
  await tx.insertInstallation(installation, row);
  return { installation, created: true };
}
