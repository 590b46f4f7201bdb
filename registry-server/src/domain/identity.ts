// What is a duplicate. The keys of a work are tried in the specification's order, and the first that matches wins:
// fingerprint, external_id, inventory_ref, source_url, image URL. Somebody else's works count for the fingerprint alone,
// and only while they are public.
import type { Candidate, PublishFacts, UrlCandidate, UrlQuery } from '../storage/artwork-facts.ts';
import type { PublishInput } from '../storage/records.ts';
import type { Tx } from '../storage/tx.ts';

export type MatchKey = 'fingerprint' | 'external_id' | 'inventory_ref' | 'source_url' | 'image_url';
export type Match = Candidate & { matchedOn: MatchKey };

/** What a new work is recognised by, inside its organisation. */
export type IdentityKeys = {
  organizationId: string;
  installationId: string | null;
  externalId: string | null;
  inventoryRef: string | null;
  sourceUrl: string | null;
  imageUrl: string | null;
};

export function identityKeysOf({ organizationId, source, fields }: PublishInput): IdentityKeys {
  return {
    organizationId,
    installationId: source?.installationId ?? null,
    externalId: source?.externalId ?? fields.external_id,
    inventoryRef: fields.inventory_ref,
    sourceUrl: fields.source_url,
    imageUrl: fields.cover_image_url,
  };
}

/** The work that a new one with these keys duplicates. */
export async function findMatch(tx: Tx, keys: IdentityKeys, facts: PublishFacts): Promise<Match | undefined> {
  const isOwn = (candidate: Candidate) => candidate.organizationId === keys.organizationId;
  const byFingerprint = facts.sameFingerprint.toSorted(
    (a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.number - b.number,
  )[0];
  if (byFingerprint !== undefined) return { ...byFingerprint, matchedOn: 'fingerprint' };
  const { sameExternalId, sameInventoryRef } = facts;
  if (sameExternalId !== undefined && isOwn(sameExternalId)) {
    return { ...sameExternalId, matchedOn: 'external_id' };
  }
  if (sameInventoryRef !== undefined) return { ...sameInventoryRef, matchedOn: 'inventory_ref' };
  return (
    (await findByUrl(tx, keys, 'source_url', keys.sourceUrl, facts.sameSourceUrl)) ??
    (await findByUrl(tx, keys, 'image_url', keys.imageUrl, facts.sameImageUrl))
  );
}

/** How many works with the same URL are read at first; a placeholder picture is shared by thousands. */
export const URL_LIMIT = 20;
const URL_GROWTH = 8;

async function findByUrl(
  tx: Tx,
  keys: IdentityKeys,
  matchedOn: 'source_url' | 'image_url',
  url: string | null,
  first: UrlCandidate[],
): Promise<Match | undefined> {
  if (url === null) return undefined;
  const { organizationId, installationId } = keys;
  const column: UrlQuery['column'] = matchedOn === 'source_url' ? 'source_url' : 'cover_image_url';
  let [candidates, limit] = [first, URL_LIMIT];
  for (;;) {
    const found = candidates.find((candidate) => !areToldApart(candidate, keys));
    if (found !== undefined) return { number: found.number, organizationId, matchedOn };
    const last = candidates.at(-1);
    if (last === undefined || candidates.length < limit) return undefined;
    limit *= URL_GROWTH;
    const query = { organizationId, column, url, installationId, after: last.number, limit };
    candidates = await tx.listSameUrl(query);
  }
}

/**
 * Whether two works that share a URL are known to be two: they carry different inventory numbers, or different
 * external_ids of one installation. A portfolio page or a placeholder picture is shared by many works.
 */
export function areToldApart(candidate: UrlCandidate, keys: IdentityKeys): boolean {
  if (differ(candidate.inventoryRef, keys.inventoryRef)) return true;
  if (keys.installationId !== null) return differ(candidate.installationExternalId, keys.externalId);
  return !candidate.hasSources && differ(candidate.externalId, keys.externalId);
}

function differ(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}
