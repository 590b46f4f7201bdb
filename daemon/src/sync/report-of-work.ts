// A work as WordPress hears of it (docs/site-protocol.md, "report").
import type { ReportedWork } from '../journal/report-rows.ts';

/** How many works a group of possible duplicates has, and which of them the registry knows already. */
export type DuplicateGroup = { size: number; known: string | null };

/** `group` is asked for held works only. */
export function reportOfWork(work: ReportedWork, group: (work: ReportedWork) => DuplicateGroup) {
  return {
    external_id: work.externalId,
    revision: work.revision,
    state: work.state,
    registry_id: work.registryId,
    public_page: work.publicPage,
    confirmed_at: work.confirmedAt,
    matched_on: work.matchedOn,
    shows: work.shows,
    held: work.state === 'held' ? heldOf(work, group) : null,
    error: work.error,
  };
}

function heldOf(work: ReportedWork, group: (work: ReportedWork) => DuplicateGroup) {
  if (work.departure === 'held') return { reason: 'bulk_removal', group: null, size: null, known: null };
  return { reason: 'possible_duplicate', group: work.fingerprint!.slice(0, 16), ...group(work) };
}
