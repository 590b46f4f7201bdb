// The journal's row of a work of which nothing is known yet.
import type { SiteKnows } from '../../types/site.ts';
import type { Work } from '../../types/work.ts';

export function unknownWork(siteId: string): Work {
  return {
    siteId,
    externalId: '',
    revision: 0,
    siteState: 'shared',
    leaveReason: null,
    title: '',
    content: null,
    contentHash: null,
    siteHash: null,
    fingerprint: null,
    registryId: null,
    ownership: 'ours',
    confirmed: null,
    confirmedSource: null,
    confirmedAt: null,
    matchedOn: null,
    soldOver: null,
    state: 'queued',
    error: null,
    blockedTarget: null,
    publicPage: null,
    shows: null,
    recheckSince: null,
    lastEventAt: null,
    recheckAt: null,
    leftAt: null,
    departure: null,
    acceptedTarget: null,
  };
}

/**
 * A lost journal does not know of works that the operator withdrew or gave to another organisation, and the registry does not list them to us.
 * The site was told: the work is looked at by its Art ID, and not registered once more. Null for any other work.
 */
export function recalledWork(siteId: string, siteKnows: SiteKnows | null, nowIso: string): Work | null {
  const { state, registry_id: registryId } = siteKnows ?? { state: '', registry_id: null };
  if (registryId === null || (state !== 'moved' && state !== 'private')) return null;
  return { ...unknownWork(siteId), registryId, ownership: state, recheckSince: nowIso };
}
