// What operators did, on the command line and in the console: written down before it begins, so that an action that was cut off is in
// the list as well.
import type {
  ActionReferences,
  ActionSubject,
  EndedAction,
  NewAction,
} from '../../storage/operator-records.ts';
import { reducedDetails } from '../../storage/shared/personal-data.ts';
import { OutcomeUnknown } from '../../storage/storage.ts';
import type { Storage } from '../../storage/storage.ts';

type ActionStore = Pick<Storage, 'beginAction' | 'endAction' | 'findActionSubject'>;
/** `told`: options, arguments and fields, by name. */
export type ToldAction = Pick<NewAction, 'operator' | 'via' | 'action'> & { told: Record<string, unknown> };
export type BegunAction = ToldAction & { seq: number; subject: ActionSubject };

/** Never written down: they open something, name a person whose data is asked for, or belong to the form alone. */
const LEFT_OUT = new Set(['token', 'password', 'email', 'confirm', 'json']);
const LONGEST_VALUE = 500;

/** By the first word of an action: what its options and fields name. */
export const NAMED: Readonly<Record<string, Record<string, keyof ActionReferences>>> = {
  org: { slug: 'organization' },
  profile: { org: 'organization', slug: 'profile' },
  key: { org: 'organization', prefix: 'key' },
  webhook: { org: 'organization', id: 'webhook' },
  'access-request': { org: 'organization', slug: 'organization', id: 'request' },
  artwork: { profile: 'profile', id: 'artwork' },
  certificate: { artwork: 'artwork', id: 'certificate' },
  import: { profile: 'profile' },
};

/** Does it between the two entries; an error counts as refused, unless the work may have been done: then it stays without an end. */
export async function recorded<Result>(
  storage: ActionStore,
  action: ToldAction,
  work: () => Promise<Result>,
): Promise<Result> {
  const begun = await beginAction(storage, action);
  let result: Result;
  try {
    result = await work();
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) await endAction(storage, begun, 'refused');
    throw error;
  }
  await endAction(storage, begun, 'done');
  return result;
}

export async function beginAction(storage: ActionStore, action: ToldAction): Promise<BegunAction> {
  const { operator, via, action: name, told } = action;
  const subject = await subjectOf(storage, action);
  const details = detailsOf(told);
  const seq = await storage.beginAction({ operator, via, action: name, details, ...subject });
  return { ...action, seq, subject };
}

/**
 * Never throws: what was done stays done where this cannot be written, and its result may be shown this once only. The list of actions
 * then shows it as one that was cut off.
 */
export async function endAction(
  storage: ActionStore,
  action: BegunAction,
  outcome: EndedAction['outcome'],
): Promise<void> {
  await writeEnd(storage, action, outcome).catch(() => undefined);
}

/** What an action makes is found only now. One that was refused, and concerns nobody that is there, could not be erased later. */
async function writeEnd(
  storage: ActionStore,
  action: BegunAction,
  outcome: EndedAction['outcome'],
): Promise<void> {
  const isMade = outcome === 'done' && action.subject.organizationId === null;
  const subject = isMade ? await subjectOf(storage, action) : action.subject;
  const isLost = outcome === 'refused' && namesOf(action) !== undefined && isNobody(subject);
  const details = isLost ? reducedDetails(detailsOf(action.told)) : null;
  await storage.endAction(action.seq, { outcome, details, ...subject });
}

/** The row of an action that concerns the whole registry. */
export const concerningNobody = ({ operator, via, action, told }: ToldAction): NewAction => ({
  operator,
  via,
  action,
  details: detailsOf(told),
  ...NOBODY,
});

const NOBODY: ActionSubject = { organizationId: null, requestId: null };

const isNobody = ({ organizationId, requestId }: ActionSubject) =>
  organizationId === null && requestId === null;

const namesOf = ({ action }: ToldAction) => NAMED[action.split(' ')[0] ?? ''];

async function subjectOf(storage: ActionStore, action: ToldAction): Promise<ActionSubject> {
  const named: ActionReferences = {};
  for (const [name, kind] of Object.entries(namesOf(action) ?? {})) {
    const value = action.told[name];
    if (typeof value === 'string') named[kind] ??= value;
  }
  return Object.keys(named).length === 0 ? NOBODY : storage.findActionSubject(named);
}

/** What an action was told, as JSON. */
function detailsOf(told: Record<string, unknown>): string {
  const kept = Object.entries(told)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== undefined && value !== '')
    .map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, LONGEST_VALUE).toWellFormed() : value,
    ]);
  return JSON.stringify(Object.fromEntries(kept));
}
