// A work as WordPress hears of it (docs/site-protocol.md, "report").
import type { Work } from './types/work.ts';

export function reportOfWork(work: Work) {
  return {
    external_id: work.externalId,
    revision: work.revision,
    state: work.state,
    registry_id: work.registryId,
    public_page: work.publicPage,
    confirmed_at: work.confirmedAt,
    matched_on: work.matchedOn,
    shows: work.shows,
    error: work.error,
  };
}
