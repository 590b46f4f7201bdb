// Compares what the registry lists with the journal, and takes over what the journal does not know.
import type { Journal } from '../../journal/journal.ts';
import type { Work } from '../../types/work.ts';
import { contentHash } from '../plan/changed-fields.ts';
import type { Planner } from './save-and-plan.ts';
import { unknownWork } from './unknown-work.ts';

/** A work of ours as the registry lists it; `patchOf` says what that confirms about the journal's row. */
export type Listed = { registryId: string; externalId: string; patchOf: (work: Work) => Partial<Work> };

/** doubled: the work has another Art ID already, for a person to look at. */
export type Adoption = 'same' | 'adopted' | 'repaired' | 'doubled';

/**
 * Call it inside a transaction. A work that the journal does not know is stored as the registry shows it, until the shop says
 * what it wants.
 */
export function adoptWork(
  { journal, siteId, saveAndPlan }: { journal: Journal; siteId: string; saveAndPlan: Planner['saveAndPlan'] },
  listed: Listed,
): Adoption {
  const { works, actions } = journal;
  const known = works.findByRegistryId(siteId, listed.registryId);
  const work = known ?? works.find(siteId, listed.externalId);
  if (work && !known && work.registryId !== null) return 'doubled';
  // A step under way will give a newer answer.
  const open = actions.findOpen(siteId, work?.externalId ?? listed.externalId);
  if (open && open.attempts > 0) return 'same';
  const before = work ?? { ...unknownWork(siteId), externalId: listed.externalId };
  const patch = listed.patchOf(before);
  if (known && patch.ownership === known.ownership && isConfirmed(known, patch)) return 'same';
  const title = before.title || String(patch.shows?.title ?? '');
  saveAndPlan({ ...before, title, recheckSince: null, ...patch }, work);
  return known ? 'repaired' : 'adopted';
}

function isConfirmed(work: Work, patch: Partial<Work>): boolean {
  if (work.confirmed === null || patch.confirmed == null || work.confirmedSource === null) return false;
  const isSameSource = !('confirmedSource' in patch) || patch.confirmedSource === work.confirmedSource;
  return isSameSource && contentHash(work.confirmed) === contentHash(patch.confirmed);
}
