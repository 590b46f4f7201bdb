// Connected sites: found by their identity (organisation, platform, normalised site), so that a repeated handshake keeps
// id and history. A site that changes its address keeps both as well, and its works show the new address at once.
import { randomBytes } from 'node:crypto';
import type { NewChange } from '../../storage/artwork-facts.ts';
import type { InstallationRecord, NewInstallation, SiteAddress } from '../../storage/records.ts';
import { Refused } from '../../storage/tx.ts';
import type { Tx } from '../../storage/tx.ts';

/** Inserts or finds by identity; a repeat refreshes site_url, and name and version where they are given. */
export async function connectInstallation(
  tx: Tx,
  row: NewInstallation,
): Promise<{ ok: true; installation: InstallationRecord; created: boolean }> {
  const [isActive, known] = await Promise.all([
    tx.isOrganizationActive(row.organizationId),
    tx.findInstallationOfSite(row.organizationId, row.platformKey, row.siteKey),
  ]);
  if (!isActive) throw new Refused('organisation_inactive');
  if (known !== undefined)
    return { ok: true, installation: await writeAddress(tx, known, row), created: false };
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
  return { ok: true, installation, created: true };
}

/** Refuses an installation of somebody else, and an address where another one of the organisation lives. */
export async function moveInstallation(
  tx: Tx,
  organizationId: string,
  id: string,
  address: SiteAddress,
  by: 'gallery' | 'operator',
): Promise<{ ok: true; installation: InstallationRecord }> {
  const [isActive, known] = await Promise.all([
    tx.isOrganizationActive(organizationId),
    tx.findInstallation(organizationId, id),
  ]);
  if (by === 'gallery' && !isActive) throw new Refused('organisation_inactive');
  if (known === undefined) throw new Refused('installation_not_found');
  const there = await tx.findInstallationOfSite(organizationId, known.platformKey, address.siteKey);
  if (there !== undefined && there.id !== id) {
    throw new Refused(
      'source_conflict',
      `Another installation of your organisation, ${there.id}, is connected at this address. Use that one for the site, or give the two sites different addresses.`,
    );
  }
  const site = { ...address, siteName: null, clientVersion: null };
  return { ok: true, installation: await writeAddress(tx, known, site) };
}

/** One step in the feed once more, for readers who may have seen another address. True if one was written. */
export async function republishInstallation(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const known = await tx.findInstallation(organizationId, id);
  const steps = known === undefined ? [] : await stepsOf(tx, known);
  if (steps.length > 0) await tx.updateInstallation(id, null, steps);
  return steps.length > 0;
}

type Site = Pick<NewInstallation, 'siteUrl' | 'siteKey' | 'siteName' | 'clientVersion'>;

/** The works are not written, and keep their updated_at: what they show of the site is put in when they are read. */
async function writeAddress(tx: Tx, known: InstallationRecord, site: Site): Promise<InstallationRecord> {
  const installation = { ...known, siteUrl: site.siteUrl };
  const isMoved = known.siteUrl !== site.siteUrl;
  // By the time given out, a restore knows a database that lacks the new address, also of a site that the feed does not tell of.
  if (isMoved) tx.tick();
  await tx.updateInstallation(known.id, site, isMoved ? await stepsOf(tx, installation) : []);
  return installation;
}

/** The feed is public, so it has no address of a site that no public work shows. A work that becomes public brings the address along. */
async function stepsOf(tx: Tx, { id, siteUrl }: InstallationRecord): Promise<NewChange[]> {
  if (!(await tx.isSiteShown(id))) return [];
  return [{ op: 'installation', installation: { id, site_url: siteUrl }, updatedAt: tx.tick() }];
}
