// A fresh look at one work in the registry: after an event, a replayed answer, or the owner's wish.
import type { ApplyContext } from '../../types/registry.ts';
import type { Action, Outcome, Work } from '../../types/work.ts';
import { outcomeOfRefusal, refusalIn } from './outcome-of-refusal.ts';
import { isOurRecord, patchOfForeignRecord, patchOfRecord } from './read-back.ts';
import { hasSourceOfSite, isHiddenOfOurs } from './sources-of-work.ts';
import { Artwork } from '../../types/registry-answers.ts';

/** Reads the work and says what is confirmed about it; the plan then repairs what differs. */
export async function compareWork(context: ApplyContext, action: Action, work: Work): Promise<Outcome> {
  const answer = await context.send({ method: 'GET', path: `/artworks/${action.registryId}` });
  const refusal = refusalIn(answer);
  if (refusal !== null) {
    const mayBeGivenBack = refusal.meaning === 'work_missing' && work.ownership === 'moved';
    return mayBeGivenBack && (await isHiddenOfOurs(context, work))
      ? { result: 'settled', patch: { recheckSince: null, ...givenBackHidden(context, work) } }
      : outcomeOfRefusal(context, action, work, refusal);
  }
  const parsed = Artwork.safeParse((answer.body as { data?: unknown } | null)?.data);
  if (!parsed.success) return { result: 'later', delayMs: 5000, isSuspect: false };
  const isOurs =
    isOurRecord(context, parsed.data) !== false || (await hasSourceOfSite(context, parsed.data.registry_id));
  // It was hidden between the two answers, which the next look finds.
  if (isOurs === undefined) return { result: 'later', delayMs: 1000, isSuspect: false };
  const patch = isOurs
    ? { ...sourceLost(work), ...patchOfRecord(context, work, parsed.data, work.confirmed) }
    : patchOfForeignRecord(work, parsed.data);
  return { result: 'settled', patch: { recheckSince: null, ...patch } };
}

/** A work that was given away lost its sources. */
const sourceLost = ({ ownership }: Work): Partial<Work> =>
  ownership === 'moved' ? { confirmedSource: null } : {};

const givenBackHidden = ({ nowIso }: ApplyContext, work: Work): Partial<Work> => ({
  ...sourceLost(work),
  ownership: 'ours',
  confirmed: { external_id: work.externalId, availability: 'fully_private' },
  confirmedAt: nowIso,
});
