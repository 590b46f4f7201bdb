// First publications: up to 50 works in one sync call, each with a result of its own.
import type { ApplyContext } from '../../types/registry.ts';
import type { Action, ArtworkContent, Outcome, Work } from '../../types/work.ts';
import { outcomeOfRefusal, refusalOf } from './outcome-of-refusal.ts';
import { isOurRecord, readBack, seenIn, sourceIn } from './read-back.ts';
import { sendBatch } from './send-batch.ts';
import { hasSourceOfSite } from './sources-of-work.ts';
import { SyncResultItem } from '../../types/registry-answers.ts';

/** Outcomes in the order of the actions. Throws what the first `send` throws, and InstallationUnknown. */
export async function publishWorks(
  context: ApplyContext,
  actions: Action[],
  works: Work[],
): Promise<Outcome[]> {
  const items = actions.map((action) => ({
    idempotency_key: action.idempotencyKey,
    artwork: contentOf(action),
  }));
  return sendBatch(context, actions, works, {
    path: '/integrations/sync',
    items,
    schema: SyncResultItem,
    outcomeOf: (action, work, item) => outcomeOfItem(context, action, work, item),
  });
}

async function outcomeOfItem(
  context: ApplyContext,
  action: Action,
  work: Work,
  item: SyncResultItem,
): Promise<Outcome> {
  const { result, error, status } = item;
  if (error !== null) return outcomeOfRefusal(context, action, work, refusalOf(status, error));
  if (result === null) return { result: 'later', delayMs: 5000, isSuspect: false };
  const sent = contentOf(action);
  const seen = result.data === null ? { registryId: result.registry_id } : seenIn(result.data);

  if (result.duplicate && !(await isOurs(context, result.matched_on, result.data))) {
    // Our own number in the shop finds another holder's work only where it was ours, and was transferred.
    const isTransferred = result.matched_on === 'external_id';
    const patch = isTransferred
      ? { ownership: 'moved' as const, matchedOn: null }
      : { ownership: 'elsewhere' as const, matchedOn: result.matched_on };
    return { result: 'settled', patch: { ...seen, ...patch, blockedTarget: action.target } };
  }
  if (item.replayed) {
    // The stored answer is as old as the first try: it says that the work exists, not what it shows by now.
    const patch = {
      ...seen,
      ownership: 'ours' as const,
      confirmed: sent,
      confirmedSource: 'active' as const,
    };
    const matchedOn = result.duplicate ? result.matched_on : null;
    return { result: 'settled', patch: { ...patch, matchedOn, recheckSince: context.nowIso } };
  }
  if (!result.duplicate) {
    return {
      result: 'settled',
      patch: {
        ...seen,
        ownership: 'ours',
        confirmed: sent,
        confirmedSource: 'active',
        confirmedAt: context.nowIso,
        matchedOn: null,
      },
    };
  }
  const bare: ArtworkContent = { external_id: work.externalId };
  const confirmed =
    result.data === null ? { ...bare, availability: 'fully_private' } : readBack(result.data, bare, sent);
  // Our own earlier publication, met again after the journal was lost, is not a duplicate.
  const isOwnReturn = result.matched_on === 'external_id';
  // No record shows where a hidden work stands besides.
  const mayStandElsewhere = result.data === null && context.formerInstallations.length > 0;
  return {
    result: 'settled',
    patch: {
      ...seen,
      ownership: 'ours',
      confirmed,
      confirmedSource: mayStandElsewhere ? null : 'active',
      ...(result.data !== null && sourceIn(context, result.data)),
      confirmedAt: context.nowIso,
      matchedOn: isOwnReturn ? null : result.matched_on,
    },
  };
}

/** The holder or the sources tell. A match that is hidden is taken for ours, until an update of it is refused. */
async function isOurs(
  context: ApplyContext,
  matchedOn: string | null,
  data: NonNullable<SyncResultItem['result']>['data'],
): Promise<boolean> {
  if (data === null || (matchedOn !== 'fingerprint' && matchedOn !== 'external_id')) return true;
  const isHere = isOurRecord(context, data);
  if (isHere || (isHere === false && matchedOn === 'fingerprint')) return isHere;
  return (await hasSourceOfSite(context, data.registry_id)) ?? true;
}

function contentOf(action: Action): ArtworkContent {
  if (action.body.kind !== 'publish') throw new Error(`Action ${action.id} is not a publication.`);
  return action.body.content;
}
