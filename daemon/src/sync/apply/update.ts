// Changes of published works: fields and source states. Fifty at a time where the registry has `batch_update`,
// else one PATCH each.
import { ErrorBody } from '@artwork-registry/contract';
import { z } from 'zod';
import type { Artwork } from '../../types/registry-answers.ts';
import type { WorkRefusal } from '../../registry/answer-meaning.ts';
import type { ApplyContext } from '../../types/registry.ts';
import type { Action, ArtworkContent, Outcome, Work } from '../../types/work.ts';
import { isolateItem, outcomeOfRefusal, refusalIn, refusalOf } from './outcome-of-refusal.ts';
import type { Refusal } from './outcome-of-refusal.ts';
import { readBack, seenIn, soldOverBy } from './read-back.ts';
import { sendBatch } from './send-batch.ts';
import { ArtworkUpdateResult, BatchUpdateResultItem } from '../../types/registry-answers.ts';

/** Outcomes in the order of the actions. Throws what the first `send` throws, and InstallationUnknown. */
export async function updateWorks(
  context: ApplyContext,
  actions: Action[],
  works: Work[],
): Promise<Outcome[]> {
  const items = actions.map((action, index) => ({
    registry_id: action.registryId,
    idempotency_key: action.idempotencyKey,
    ...itemOf(context, action, works[index]!),
  }));
  const outcomes = await sendBatch(context, actions, works, {
    path: '/integrations/updates',
    items,
    schema: BatchUpdateResultItem,
    outcomeOf: (action, work, item) => outcomeOfItem(context, action, work, item),
  });
  return leaveFormers(context, actions, works, outcomes);
}

/** One PATCH of the work or of its source. */
export async function updateWork(context: ApplyContext, action: Action, work: Work): Promise<Outcome> {
  const item = itemOf(context, action, work);
  const path = `/artworks/${action.registryId}${'source' in item ? '/source' : ''}`;
  const body = 'source' in item ? item.source : item.changes;
  const answer = await context.send({ method: 'PATCH', path, body });
  const result = ArtworkUpdateResult.safeParse(answer.body);
  const answered = {
    status: answer.status,
    replayed: false,
    result: result.success ? result.data : null,
    error: refusalIn(answer)?.error ?? null,
  };
  const outcome = await isolateItem(context, () => outcomeOfItem(context, action, work, answered));
  const [left] = await leaveFormers(context, [action], [work], [outcome]);
  return left!;
}

async function outcomeOfItem(
  context: ApplyContext,
  action: Action,
  work: Work,
  item: Pick<BatchUpdateResultItem, 'status' | 'replayed' | 'result' | 'error'>,
): Promise<Outcome> {
  if (item.error !== null) {
    const refusal = refusalOf(item.status, item.error);
    if (refusal.meaning === 'source_missing' && action.body.kind === 'source')
      return attachSource(context, action, work);
    return outcomeOfRefusal(context, action, work, refusal);
  }
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
 * The answer shows the whole record, and with it changes by others. They are seen here only, because the event of such a change is
 * older than this answer and is ignored. The fields of the step itself are taken as sent.
 */
function seenBeside(action: Action, work: Work, artwork: Artwork): Partial<Work> {
  const { confirmed = work.confirmed } = confirmedBy(action, work);
  if (confirmed === null) return seenIn(artwork);
  const changes = action.body.kind === 'update' ? action.body.changes : {};
  const record = readBack(artwork, confirmed, work.content);
  for (const field of Object.keys(changes)) {
    if (field in confirmed) record[field] = confirmed[field];
    else delete record[field];
  }
  const isSurprise = confirmed['availability'] !== 'sold';
  return { ...seenIn(artwork), confirmed: record, ...soldOverBy(artwork, work, isSurprise) };
}

/** None of our installations holds a source there yet: an update may carry one. */
async function attachSource(context: ApplyContext, action: Action, work: Work): Promise<Outcome> {
  const body = { integration: integrationOf(context, action, work) };
  const answer = await context.send({ method: 'PATCH', path: `/artworks/${action.registryId}`, body });
  const refusal = refusalIn(answer);
  if (refusal !== null) return outcomeOfRefusal(context, action, work, refusal);
  for (const former of context.formerInstallations) await leaveFormer(context, former, [action]);
  return { result: 'settled', patch: { ...confirmedBy(action, work), confirmedAt: context.nowIso } };
}

type ItemBody = { changes: object } | { source: object };

/** A source that is not known to be there is attached, which an update can do for fifty works at once. */
function itemOf(context: ApplyContext, action: Action, work: Work): ItemBody {
  const { body } = action;
  if (body.kind === 'update') return { changes: body.changes };
  if (body.kind !== 'source') throw new Error(`Action ${action.id} is not an update.`);
  if (work.confirmedSource === null)
    return { changes: { integration: integrationOf(context, action, work) } };
  return { source: { installation_id: context.installationId, status: body.status } };
}

function integrationOf(context: ApplyContext, action: Action, work: Work): object {
  if (action.body.kind !== 'source') throw new Error('Only a source step attaches a source.');
  const sourceUrl = work.content?.['source_url'];
  return {
    installation_id: context.installationId,
    external_id: work.externalId,
    status: action.body.status,
    ...(typeof sourceUrl === 'string' ? { source_url: sourceUrl } : {}),
  };
}

/**
 * The site moved: a work that now stands at its new installation no longer stands at a former one, whose address the registry
 * would continue to show. Where that call fails, the step is tried again as a whole.
 */
async function leaveFormers(
  context: ApplyContext,
  actions: Action[],
  works: Work[],
  outcomes: Outcome[],
): Promise<Outcome[]> {
  const isMoved = (index: number) =>
    actions[index]!.body.kind === 'source' &&
    works[index]!.confirmedSource === null &&
    outcomes[index]!.result === 'settled';
  const moved = actions.filter((_, index) => isMoved(index));
  if (moved.length === 0) return outcomes;
  const refused = new Map<Action, Refusal>();
  const leave = async (): Promise<void> => {
    for (const former of context.formerInstallations)
      for (const [action, refusal] of await leaveFormer(context, former, moved)) refused.set(action, refusal);
  };
  const failed = await isolateItem(context, () => leave().then(() => DONE));
  return outcomes.map((outcome, index) => {
    if (!isMoved(index)) return outcome;
    if (failed !== DONE) return failed;
    const refusal = refused.get(actions[index]!);
    return refusal === undefined
      ? outcome
      : outcomeOfRefusal(context, actions[index]!, works[index]!, refusal);
  });
}

const DONE: Outcome = { result: 'settled', patch: {} };

/**
 * A work that never stood there, or an installation that is not ours any more, needs nothing. Answers the works that still stand there,
 * because the registry was busy with them.
 */
async function leaveFormer(
  context: ApplyContext,
  former: string,
  actions: Action[],
): Promise<[Action, Refusal][]> {
  const source = { installation_id: former, status: 'removed' };
  const [first] = actions;
  if (actions.length === 1) {
    await context.send({ method: 'PATCH', path: `/artworks/${first!.registryId}/source`, body: source });
    return [];
  }
  const items = actions.map((action) => ({
    registry_id: action.registryId,
    idempotency_key: `${action.idempotencyKey}-${former}`.slice(0, 200),
    source,
  }));
  const body = { installation_id: context.installationId, items };
  const answer = await context.send({ method: 'POST', path: '/integrations/updates', body });
  const { data = [] } = LeftItems.safeParse(answer.body).data ?? {};
  return actions.flatMap((action, index) => {
    const { status = 0, error = null } = data[index] ?? {};
    const refusal = error && refusalOf(status, error);
    return refusal && TO_REPEAT.has(refusal.meaning) ? [[action, refusal] as [Action, Refusal]] : [];
  });
}

const LeftItems = z.object({ data: z.array(z.object({ status: z.number(), error: ErrorBody.nullable() })) });
const TO_REPEAT = new Set<WorkRefusal>(['busy', 'in_progress']);

function hidden(work: Work): Pick<Work, 'shows'> {
  return { shows: work.shows && { ...work.shows, availability: null } };
}
