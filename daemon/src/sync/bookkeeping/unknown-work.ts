// The journal's row of a work of which nothing is known yet.
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
