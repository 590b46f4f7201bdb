// The journal's row of a work of which nothing is known yet.
import { hearsay } from '../apply/read-back.ts';
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
 * What a lost journal, or one that was begun again, cannot know of a work that the registry does not list to us: that the operator withdrew it, or
 * gave it to another organisation. The site was told which work it is: it is looked at by its Art ID, and not registered once more. Where it is
 * not public, the registry decides when it is published: it knows what it has of this shop's, and may have lost the work in a restore. One that the
 * site shows as given away is not published at all. Null for a work of which the site was told nothing, or that it is somebody else's.
 */
export function recalledWork(
  siteId: string,
  externalId: string,
  siteKnows: SiteKnows | null,
  nowMs: number,
): Work | null {
  if (siteKnows === null || siteKnows.registry_id === null || siteKnows.state === 'elsewhere') return null;
  return {
    ...unknownWork(siteId),
    registryId: siteKnows.registry_id,
    ...(siteKnows.state === 'moved' ? { ownership: 'moved' } : { confirmed: hearsay(externalId) }),
    recheckSince: new Date(nowMs).toISOString(),
    // One that has left did so before.
    departure: 'free',
    leftAt: nowMs,
  };
}
