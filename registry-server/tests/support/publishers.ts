// Who publishes in tests and benchmarks, and the plainest work there is.
import { makeApiKey } from '../../src/domain/access/api-key.ts';
import type { ArtworkFields, NewAccessRequest, SourceChange } from '../../src/storage/records.ts';
import type { Storage } from '../../src/storage/storage.ts';

type Profile = Parameters<Storage['insertProfile']>[0];

/** A new organisation with one profile of the same name, a gallery unless told otherwise. */
export async function addOrganization(
  storage: Storage,
  slug: string,
  profile: Partial<Omit<Profile, 'organizationId'>> = {},
): Promise<{ organizationId: string; profileId: string }> {
  const { id: organizationId } = await storage.insertOrganization({ slug, name: slug });
  const { id: profileId } = await storage.insertProfile({
    organizationId,
    type: 'gallery',
    slug,
    name: slug,
    city: null,
    country: null,
    showCountry: false,
    website: null,
    inDumps: true,
    ...profile,
  });
  return { organizationId, profileId };
}

/** A key that reads and writes, with the server's own limit, unless told otherwise. */
export async function addApiKey(
  storage: Storage,
  organizationId: string,
  { scopes = ['artworks:read', 'artworks:write'], rateLimit = null as number | null } = {},
): Promise<{ apiKey: string; prefix: string }> {
  const { apiKey, hash, prefix } = makeApiKey();
  await storage.insertApiKey({
    organizationId,
    hash,
    prefix,
    name: null,
    scopes,
    rateLimit,
    expiresAt: null,
  });
  return { apiKey, prefix };
}

/** A request for access by somebody who wants to publish; `claim` is the hash of its token. */
export const ACCESS_REQUEST: NewAccessRequest = {
  accessType: 'publishing',
  name: 'Ana',
  email: 'ana@example.org',
  organization: null,
  website: 'https://example.org',
  intendedUse: 'Publishing the works of our gallery.',
  expectedVolume: null,
  platform: null,
  isFromSyncService: false,
  addressHash: 'address',
  emailHash: 'email',
  claimHash: 'claim',
  readKey: null,
};

/** Stores one that waits for the operator; returns its id. */
export async function addAccessRequest(
  storage: Storage,
  more: Partial<NewAccessRequest> = {},
): Promise<string> {
  const limits = { perAddressHour: 1_000_000, perEmailDay: 1_000_000 };
  const outcome = await storage.insertAccessRequest({ ...ACCESS_REQUEST, ...more }, limits);
  if (!outcome.ok) throw new Error('the request was refused');
  return outcome.request.id;
}

/** What a site of Wix says of itself, but for its address. */
export const WIX_SHOP = {
  platform: 'wix',
  platformLabel: null,
  platformKey: 'wix',
  siteName: null,
  clientVersion: null,
};

/** A site, connected. Throws where the organisation is not active. */
export async function connectSite(storage: Storage, row: Parameters<Storage['connectInstallation']>[0]) {
  const connected = await storage.connectInstallation(row);
  if (!connected.ok) throw new Error(`the site was refused: ${connected.code}`);
  return connected;
}

/** The shop of an organisation, connected. Returns the installation's id. */
export async function addInstallation(
  storage: Storage,
  organizationId: string,
  platform = 'woocommerce',
): Promise<string> {
  const { installation } = await connectSite(storage, {
    organizationId,
    platform,
    platformLabel: null,
    platformKey: platform,
    siteUrl: 'https://shop.example',
    siteKey: 'shop.example',
    siteName: null,
    clientVersion: null,
  });
  return installation.id;
}

/** Every field of a work, with nothing said but its title. */
export const PLAIN_WORK: ArtworkFields = {
  title: 'Work',
  year_created: null,
  medium: null,
  height_cm: null,
  width_cm: null,
  depth_cm: null,
  availability: 'not_for_sale',
  price: null,
  cover_image_url: null,
  external_id: null,
  source_url: null,
  inventory_ref: null,
};

export const NEW_PROFILE = {
  type: 'gallery' as const,
  city: null,
  country: null,
  showCountry: false,
  website: null,
  inDumps: true,
};

/** A work with that title; answers its Art ID. */
export async function publish(
  storage: Storage,
  organizationId: string,
  title: string,
  source: SourceChange | null = null,
): Promise<string> {
  return publishBy(storage, organizationId, 'Ana', { title }, source);
}

/** A work by this artist; answers its Art ID. */
export async function publishBy(
  storage: Storage,
  organizationId: string,
  artistName: string,
  fields: Partial<ArtworkFields>,
  source: SourceChange | null = null,
): Promise<string> {
  const [outcome] = await storage.publishArtworks([
    { organizationId, fields: { ...PLAIN_WORK, ...fields }, artistName, source, idempotency: null },
  ]);
  if (!outcome?.ok) throw new Error(`refused: ${outcome?.code}`);
  return outcome.body.registry_id;
}
