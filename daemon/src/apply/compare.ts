// A fresh look at one work in the registry: after an event, a replayed answer, or the owner's wish.
import { Artwork } from '@artwork-registry/contract';
import type { ApplyContext } from '../types/registry.ts';
import type { Action, Outcome, Work } from '../types/work.ts';
import { errorIn, outcomeOfError } from './item-error.ts';
import { patchOfRecord } from './read-back.ts';

/** Reads the work and says what is confirmed about it; the plan then repairs what differs. */
export async function compareWork(context: ApplyContext, action: Action, work: Work): Promise<Outcome> {
  const answer = await context.send({ method: 'GET', path: `/artworks/${action.registryId}` });
  if (answer.status >= 400) {
    const error = errorIn(answer);
    if (error.code === 'artwork_not_found') return outcomeOfMissing(context, work);
    return outcomeOfError(action, work, answer.status, error);
  }
  const parsed = Artwork.safeParse((answer.body as { data?: unknown } | null)?.data);
  if (!parsed.success) return { result: 'later', delayMs: 5000, isSuspect: false };
  return {
    result: 'settled',
    patch: { recheckSince: null, ...patchOfRecord(context, work, parsed.data, work.confirmed) },
  };
}

/** Not readable: hidden because we said so, or taken out by somebody else. */
function outcomeOfMissing(context: ApplyContext, work: Work): Outcome {
  if (work.standing === 'elsewhere') {
    return {
      result: 'settled',
      patch: { recheckSince: null, standing: 'ours', registryId: null, matchedOn: null },
    };
  }
  const isHiddenByUs = work.confirmed?.['availability'] === 'fully_private';
  if (isHiddenByUs) return { result: 'settled', patch: { recheckSince: null, confirmedAt: context.nowIso } };
  return { result: 'settled', patch: { recheckSince: null, standing: 'private' } };
}
