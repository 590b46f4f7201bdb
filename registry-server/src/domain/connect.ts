// The handshake: the same platform and site always get the same installation.
import { ConnectRequest } from '@artwork-registry/contract';
import type { Installation, Profile } from '@artwork-registry/contract';
import type { InstallationRecord, ProfileRecord } from '../storage/records.ts';
import { isoOfMicros } from '../storage/timestamp.ts';
import { ApiError } from './api-error.ts';
import { parse, refuseProtected } from './artwork-bodies.ts';
import type { Caller, DomainDeps } from './caller.ts';
import { platformOf, siteKeyOf } from './site-identity.ts';

export async function connect(deps: DomainDeps, caller: Caller, body: unknown): Promise<Installation> {
  refuseProtected(body);
  if (isMissingSite(body)) throw new ApiError('site_url_required');
  const request = parse(ConnectRequest, body);
  const organizationId = caller.key.organization.id;
  const platform = platformOf(request.platform);
  const { installation, created } = await deps.storage.connectInstallation({
    organizationId,
    platform: platform.platform,
    platformLabel: platform.label,
    platformKey: platform.key,
    siteUrl: request.site_url,
    siteKey: siteKeyOf(request.site_url),
    siteName: request.site_name ?? null,
    clientVersion: request.client_version ?? null,
  });
  const profiles = await deps.storage.listProfiles(organizationId);
  return { ...installationObject(installation), created, profiles: profiles.map(profileObject) };
}

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

/** The organisation's own view of its profile: the country is shown whatever the public sees. */
export function profileObject(row: ProfileRecord): Profile {
  const { id, type, slug, name, city, country } = row;
  return { id, type, slug, name, city, country };
}

function isMissingSite(body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false;
  const site = (body as Record<string, unknown>).site_url;
  return site === undefined || site === null || (typeof site === 'string' && site.trim() === '');
}
