// Recognises a work of the shop among those that the registry holds in the gallery's own profiles.
import type { Holding } from '../../journal/holding-rows.ts';
import type { Journal } from '../../journal/journal.ts';
import type { ReviewedWork, ReviewResult } from '../../types/site.ts';

/** By the keys in the registry's order of trust: the same product, the same description, the same title and artist. */
export function compareWork(journal: Journal, siteId: string, work: ReviewedWork): ReviewResult {
  const { external_id: externalId, mark } = work;
  const found = (holding: Holding | undefined, rest: Pick<ReviewResult, 'found' | 'matched_on'>) => ({
    external_id: externalId,
    mark,
    by: 'list' as const,
    registry_id: holding?.registryId ?? null,
    public_page: holding?.page ?? null,
    shows: holding?.shows ?? null,
    ...rest,
  });
  const list = (key: Parameters<typeof journal.holdings.list>[1], value: string | null) =>
    value === null ? [] : journal.holdings.list(siteId, key, value).filter(isFree);
  /** A record of which another work of this shop is the source already is that work's. */
  const isFree = (holding: Holding): boolean => {
    const owner =
      journal.works.findByRegistryId(siteId, holding.registryId)?.externalId ?? holding.externalId;
    return owner === null || owner === externalId;
  };

  const [source] = list('external_id', externalId);
  if (source) return found(source, { found: 'own', matched_on: 'external_id' });
  const [same] = list('look', work.look);
  if (same) return found(same, { found: 'own', matched_on: 'fingerprint' });
  const [near] = list('name_look', work.name_look);
  if (near) return found(near, { found: 'near', matched_on: 'title' });
  return found(undefined, { found: 'none', matched_on: null });
}
