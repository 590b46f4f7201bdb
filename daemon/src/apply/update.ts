// Changes of published works: fields and source states. Fifty at a time where the registry has `batch_update`,
// else one PATCH each.
import { ArtworkUpdateResult, BatchUpdateResultItem } from '@artwork-registry/contract';
import type { Artwork } from '@artwork-registry/contract';
import { z } from 'zod';
import type { ApplyContext } from '../types/registry.ts';
import type { Action, ArtworkContent, Outcome, Work } from '../types/work.ts';
import { errorIn, itemAlone, outcomeOfError, outcomesOfRefusedBatch } from './item-error.ts';
import { readBack, seenIn } from './read-back.ts';

const Answer = z.object({ data: z.array(z.unknown()) });

/** Outcomes in the order of the actions. Throws what the first `send` throws, and InstallationUnknown. */
export async function updateWorks(
  context: ApplyContext,
  actions: Action[],
  works: Work[],
): Promise<Outcome[]> {
  const items = actions.map((action) => ({
    registry_id: action.registryId,
    idempotency_key: action.idempotencyKey,
    ...(action.body.kind === 'source'
      ? { source: bodyOf(context, action) }
      : { changes: bodyOf(context, action) }),
  }));
  const answer = await context.send({
    method: 'POST',
    path: '/integrations/updates',
    body: { installation_id: context.installationId, items },
  });
  if (answer.status >= 400) return outcomesOfRefusedBatch(actions, works, answer.status, errorIn(answer));
  const results = Answer.safeParse(answer.body);
  return Promise.all(
    actions.map((action, index) => {
      const item = BatchUpdateResultItem.safeParse(results.success ? results.data.data[index] : undefined);
      if (!item.success) return { result: 'later' as const, delayMs: 5000, isSuspect: true };
      return itemAlone(context, () => outcomeOfItem(context, action, works[index]!, item.data));
    }),
  );
}

/** One PATCH of the work or of its source. */
export async function updateWork(context: ApplyContext, action: Action, work: Work): Promise<Outcome> {
  const path = `/artworks/${action.registryId}${action.body.kind === 'source' ? '/source' : ''}`;
  const answer = await context.send({ method: 'PATCH', path, body: bodyOf(context, action) });
  const result = ArtworkUpdateResult.safeParse(answer.body);
  const item = {
    status: answer.status,
    replayed: false,
    result: result.success ? result.data : null,
    error: answer.status >= 400 ? errorIn(answer) : null,
  };
  return itemAlone(context, () => outcomeOfItem(context, action, work, item));
}

async function outcomeOfItem(
  context: ApplyContext,
  action: Action,
  work: Work,
  item: Pick<BatchUpdateResultItem, 'status' | 'replayed' | 'result' | 'error'>,
): Promise<Outcome> {
  if (item.error?.code === 'source_not_found' && action.body.kind === 'source') {
    return attachSource(context, action, work);
  }
  if (item.error !== null) return outcomeOfError(action, work, item.status, item.error);
  if (item.result === null) return { result: 'later', delayMs: 5000, isSuspect: false };
  const patch: Partial<Work> = {
    confirmedAt: context.nowIso,
    ...confirmedBy(action, work),
    ...(item.result.data === null ? hidden(work) : seenBeside(action, work, item.result.data)),
  };
  // Replayed: our first try was carried out, but what happened since is not in the stored answer.
  return { result: 'settled', patch: item.replayed ? { ...patch, recheckSince: context.nowIso } : patch };
}

function confirmedBy(action: Action, work: Work): Partial<Work> {
  if (action.body.kind === 'source') return { confirmedSource: action.body.status };
  if (action.body.kind !== 'update') return {};
  const confirmed: ArtworkContent = { ...work.confirmed, external_id: work.externalId };
  for (const [field, value] of Object.entries(action.body.changes)) {
    if (value === null) delete confirmed[field];
    else confirmed[field] = value;
  }
  return 'availability' in action.body.changes ? { confirmed, soldOver: null } : { confirmed };
}

/**
 * The answer shows the whole record: what somebody else changed meanwhile is seen here, and here only, because the event of
 * that change is older than this answer. The fields of the step itself are taken as sent.
 */
function seenBeside(action: Action, work: Work, artwork: Artwork): Partial<Work> {
  const { confirmed = work.confirmed } = confirmedBy(action, work);
  if (confirmed === null) return seenIn(artwork);
  const changes = action.body.kind === 'update' ? action.body.changes : {};
  const record = readBack(artwork, confirmed, work.wanted);
  for (const field of Object.keys(changes)) {
    if (field in confirmed) record[field] = confirmed[field];
    else delete record[field];
  }
  const isSold = artwork.availability === 'sold' && confirmed['availability'] !== 'sold';
  const soldOver = isSold && work.siteState === 'shared' ? String(work.wanted?.['availability']) : null;
  return { ...seenIn(artwork), confirmed: record, ...(soldOver === null ? {} : { soldOver }) };
}

/** None of our installations holds a source there yet: an update may carry one. */
async function attachSource(context: ApplyContext, action: Action, work: Work): Promise<Outcome> {
  if (action.body.kind !== 'source') throw new Error('Only a source step attaches a source.');
  const integration = {
    installation_id: context.installationId,
    external_id: work.externalId,
    status: action.body.status,
  };
  const path = `/artworks/${action.registryId}`;
  const answer = await context.send({ method: 'PATCH', path, body: { integration } });
  if (answer.status >= 400) return outcomeOfError(action, work, answer.status, errorIn(answer));
  return { result: 'settled', patch: { confirmedSource: action.body.status, confirmedAt: context.nowIso } };
}

function bodyOf(context: ApplyContext, action: Action): { [field: string]: unknown } {
  if (action.body.kind === 'update') return action.body.changes;
  if (action.body.kind === 'source')
    return { installation_id: context.installationId, status: action.body.status };
  throw new Error(`Action ${action.id} is no update.`);
}

function hidden(work: Work): Pick<Work, 'shows'> {
  return { shows: work.shows && { ...work.shows, availability: null } };
}
