// What becomes of a work whose step was refused. Which refusal it is says registry/answer-meaning.ts; refusals of the key or of
// the whole service never come here.
import { ERRORS } from '@artwork-registry/contract';
import type { ErrorBody } from '@artwork-registry/contract';
import { randomUUID } from 'node:crypto';
import { meaningOfRefusal, type WorkRefusal } from '../../registry/answer-meaning.ts';
import { AccountRefused, InstallationUnknown, RegistryTransient } from '../../types/registry.ts';
import type { ApplyContext, RegistryAnswer } from '../../types/registry.ts';
import type { Action, Outcome, Work, WorkError } from '../../types/work.ts';
import { ErrorEnvelope } from '../../types/registry-answers.ts';
import { isHearsay, wasOurs } from './read-back.ts';

const IN_PROGRESS_WAIT_MS = 1000;

export type Refusal = { meaning: WorkRefusal; status: number; error: ErrorBody };

export const refusalOf = (status: number, error: ErrorBody): Refusal => ({
  meaning: meaningOfRefusal(status, error.code),
  status,
  error,
});

/** The refusal of a whole call; null where it was carried out. Account hands on refusals with an envelope only. */
export function refusalIn(answer: RegistryAnswer): Refusal | null {
  return answer.status < 400 ? null : refusalOf(answer.status, ErrorEnvelope.parse(answer.body).error);
}

/** The outcome of a refused step. `work`: the journal's row. Throws InstallationUnknown, which is about every work. */
export function outcomeOfRefusal(
  context: Pick<ApplyContext, 'nowIso'>,
  action: Action,
  work: Work,
  refusal: Refusal,
): Outcome {
  switch (refusal.meaning) {
    case 'in_progress':
      return later(IN_PROGRESS_WAIT_MS);
    case 'key_reused':
      return { ...later(0), newKey: `${action.kind}-${randomUUID()}` };
    case 'busy':
      return later(IN_PROGRESS_WAIT_MS * 2 ** Math.min(8, action.attempts));
    case 'installation_unknown':
      throw new InstallationUnknown(refusal.error.message);
    case 'work_missing':
      return outcomeOfMissing(context, action, work, refusal);
    case 'not_ours':
      return settled({
        ownership: wasOurs(work) ? 'moved' : 'elsewhere',
        blockedTarget: action.target,
        recheckSince: null,
      });
    case 'source_missing':
    case 'refused':
      return refused(refusal);
  }
}

/** Nobody can read the work: we hid it, somebody withdrew it, or another profile's entry is gone. */
function outcomeOfMissing(
  context: Pick<ApplyContext, 'nowIso'>,
  action: Action,
  work: Work,
  refusal: Refusal,
): Outcome {
  if (action.kind === 'publish') return refused(refusal);
  const isPrivate = settled({ ownership: 'private', recheckSince: null });
  if (action.kind !== 'compare') return isPrivate;
  // One that the shop does not show is not published, and what is put back of it must be heard of.
  if (work.ownership === 'elsewhere' || (isHearsay(work) && work.siteState === 'shared'))
    return settled({
      recheckSince: null,
      ownership: 'ours',
      registryId: null,
      confirmed: null,
      matchedOn: null,
    });
  // Its new holder hides it, and a service that knows it by the site's word alone must find it given away again.
  if (work.ownership === 'moved') return settled({ recheckSince: null });
  const isHiddenByUs = work.confirmed?.['availability'] === 'fully_private';
  return isHiddenByUs ? settled({ recheckSince: null, confirmedAt: context.nowIso }) : isPrivate;
}

/**
 * A whole call was refused without naming a work: smaller batches find it. A call with one work only is that work's refusal.
 */
export function outcomesOfRefusedCall(
  context: ApplyContext,
  actions: Action[],
  works: Work[],
  refusal: Refusal,
): Outcome[] {
  const isAboutAll = actions.length > 1 && refusal.meaning !== 'installation_unknown';
  if (isAboutAll) return actions.map(() => ({ result: 'later', delayMs: 0, isSuspect: true }));
  return actions.map((action, index) => outcomeOfRefusal(context, action, works[index]!, refusal));
}

/**
 * Runs the further calls that one item of a batch needs. Where they fail, this item alone is tried again: the other items were
 * carried out, and must not be treated as never sent.
 */
export async function isolateItem(context: ApplyContext, outcome: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await outcome();
  } catch (error) {
    if (error instanceof InstallationUnknown) context.forgetInstallation();
    else if (!(error instanceof RegistryTransient || error instanceof AccountRefused)) throw error;
    return later(IN_PROGRESS_WAIT_MS);
  }
}

const settled = (patch: Partial<Work>): Outcome => ({ result: 'settled', patch });

function refused({ error }: Refusal): Outcome {
  const row = Object.hasOwn(ERRORS, error.code) ? ERRORS[error.code as keyof typeof ERRORS] : undefined;
  const named = (error.fields ?? []).map((path) => ({ path, message: 'is managed by the registry' }));
  const shown: WorkError = {
    code: error.code,
    message: error.message,
    issues: [...(error.issues ?? []), ...named],
    hint: row?.hint ?? null,
  };
  return { result: 'refused', error: shown };
}

function later(delayMs: number): Outcome & { result: 'later' } {
  return { result: 'later', delayMs, isSuspect: false };
}
