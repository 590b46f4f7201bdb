// An organisation's own view of its profiles and connected sites, as the API and the command line answer with it.
import type { Installation, Profile } from '@artwork-registry/contract';
import type { InstallationRecord, ProfileRecord } from '../storage/records.ts';
import { isoOfMicros } from '../storage/timestamp.ts';

export function installationObject(row: InstallationRecord): Omit<Installation, 'created' | 'profiles'> {
  return {
    object: 'installation',
    installation_id: row.id,
    platform: row.platform,
    platform_label: row.platformLabel,
    site_url: row.siteUrl,
    connected_at: isoOfMicros(row.connectedAt),
    last_synced_at: row.lastSyncedAt === null ? null : isoOfMicros(row.lastSyncedAt),
  };
}

/** As connect answers. */
export function connectedObject(
  row: InstallationRecord,
  created: boolean,
  profiles: ProfileRecord[],
): Installation {
  return { ...installationObject(row), created, profiles: profiles.map(profileObject) };
}

/** The country is given whether or not the public sees it. */
export function profileObject(row: ProfileRecord): Profile {
  const { id, type, slug, name, city, country } = row;
  return { id, type, slug, name, city, country };
}
