// What is a duplicate. The keys of a work are tried in the specification's order, and the first that matches wins:
// fingerprint, external_id, inventory_ref, source_url, image URL. Somebody else's works count for the fingerprint alone,
// and only while they are public; one that was transferred to them is still the work that its former installation names. A
// value that stands for none identifies no work, and neither does one that two works carry.
import { createHash } from 'node:crypto';
import {
  foldText,
  isPlaceholderPicture,
  isStandIn,
  normaliseName,
  urlForm,
} from '@artwork-registry/contract';
import type { Candidate, PublishFacts, UrlCandidate } from '../../storage/artwork-facts.ts';
import type { ArtworkFields, InstallationRecord, PublishInput } from '../../storage/records.ts';
import { siteKeyOf } from '../curation/site-identity.ts';

export type MatchKey = 'fingerprint' | 'external_id' | 'inventory_ref' | 'source_url' | 'image_url';
export type Match = Candidate & { matchedOn: MatchKey };

/** What a new work is recognised by, inside its organisation; null where it is not given, or stands for nothing. */
export type IdentityKeys = {
  organizationId: string;
  installationId: string | null;
  externalId: string | null;
  inventoryRef: string | null;
  sourceUrlKey: string | null;
  coverImageKey: string | null;
  /** Beside the external_id, for a work that was transferred. */
  workKey: string;
};

export function identityKeysOf({ organizationId, source, artistName, fields }: PublishInput): IdentityKeys {
  const installationId = source?.installationId ?? null;
  const externalId = source?.externalId ?? fields.external_id;
  const { source_url_key: sourceUrlKey, cover_image_key: coverImageKey } = urlKeysOf(fields);
  return {
    organizationId,
    installationId,
    externalId: installationId === null ? identifying(externalId) : externalId,
    inventoryRef: identifying(fields.inventory_ref),
    sourceUrlKey,
    coverImageKey,
    workKey: workKeyOf(artistName, fields.title),
  };
}

/** What tells, beside an external_id, whether a work is the one that was transferred: the shop may have given its number to another one. */
export const workKeyOf = (artistName: string, title: string): string =>
  hashOf(JSON.stringify([normaliseName(artistName), foldText(title)]));

/** The columns that the URLs of a work are compared by. Hashes, because an index holds no text of any length. */
export function urlKeysOf({
  source_url: sourceUrl,
  cover_image_url: coverImageUrl,
}: Pick<ArtworkFields, 'source_url' | 'cover_image_url'>) {
  return {
    source_url_key: sourceUrl === null ? null : urlKey(sourceUrl),
    cover_image_key:
      coverImageUrl === null || isPlaceholderPicture(coverImageUrl) ? null : urlKey(coverImageUrl),
  };
}

const urlKey = (url: string): string => hashOf(urlForm(url));

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

const identifying = (value: string | null): string | null =>
  value === null || isStandIn(value) ? null : value;

/** How many works with the same value are read: a value that two works carry identifies neither. */
export const CARRIERS = 2;

/** The work that a new one with these keys duplicates. */
export function findMatch(
  keys: IdentityKeys,
  facts: PublishFacts,
  sourceUrl: string | null,
): Match | undefined {
  const isOwn = (candidate: Candidate) => candidate.organizationId === keys.organizationId;
  const byFingerprint = facts.sameFingerprint.toSorted(
    (a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.number - b.number,
  )[0];
  if (byFingerprint !== undefined) return { ...byFingerprint, matchedOn: 'fingerprint' };
  const { sameExternalId, formerSource } = facts;
  if (sameExternalId !== undefined && isOwn(sameExternalId)) {
    return { ...sameExternalId, matchedOn: 'external_id' };
  }
  if (sameExternalId === undefined && formerSource !== undefined) {
    return { ...formerSource, matchedOn: 'external_id' };
  }
  const byInventoryRef = onlyCarrier(facts.sameInventoryRef);
  if (byInventoryRef !== undefined) return { ...byInventoryRef, matchedOn: 'inventory_ref' };
  const sameSourceUrl = isSiteItself(sourceUrl, facts.installation) ? [] : facts.sameSourceUrl;
  return findByUrl(keys, 'source_url', sameSourceUrl) ?? findByUrl(keys, 'image_url', facts.sameImageUrl);
}

function onlyCarrier<Work>(carriers: Work[]): Work | undefined {
  return carriers.length < CARRIERS ? carriers[0] : undefined;
}

/** The address of the whole shop, which every work without a page of its own has. */
function isSiteItself(sourceUrl: string | null, installation: InstallationRecord | undefined): boolean {
  if (sourceUrl === null || installation === undefined) return false;
  return new URL(sourceUrl).search === '' && siteKeyOf(sourceUrl) === siteKeyOf(installation.siteUrl);
}

function findByUrl(
  keys: IdentityKeys,
  matchedOn: 'source_url' | 'image_url',
  carriers: UrlCandidate[],
): Match | undefined {
  const found = onlyCarrier(carriers);
  if (found === undefined || haveDistinctIds(found, keys)) return undefined;
  return { number: found.number, organizationId: keys.organizationId, matchedOn };
}

/**
 * Whether two works that share a URL are known to be two: they carry different inventory numbers, or different
 * external_ids of one installation. A portfolio page is shared by two works.
 */
export function haveDistinctIds(candidate: UrlCandidate, keys: IdentityKeys): boolean {
  if (differ(identifying(candidate.inventoryRef), keys.inventoryRef)) return true;
  if (keys.installationId !== null) return differ(candidate.installationExternalId, keys.externalId);
  return !candidate.hasSources && differ(identifying(candidate.externalId), keys.externalId);
}

function differ(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}
