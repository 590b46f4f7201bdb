// What a refusal of one work means for that work. Refusals of the key or of the whole service never come here.
import { ErrorEnvelope, ERRORS } from '@artwork-registry/contract';
import type { ErrorBody } from '@artwork-registry/contract';
import { randomUUID } from 'node:crypto';
import { AccountRefused, InstallationUnknown, RegistryTransient } from '../types/registry.ts';
import type { ApplyContext, RegistryAnswer } from '../types/registry.ts';
import type { Action, Outcome, Work } from '../types/work.ts';

const IN_PROGRESS_WAIT_MS = 1000;

/** The error of an answer that the account handed on: a refusal without an envelope never comes this far. */
export function errorIn(answer: RegistryAnswer): ErrorBody {
  return ErrorEnvelope.parse(answer.body).error;
}

/** The outcome of a work that the registry answered with an error. `work` is the journal's row. */
export function outcomeOfError(action: Action, work: Work, status: number, error: ErrorBody): Outcome {
  if (error.code === 'idempotent_request_in_progress') return later(IN_PROGRESS_WAIT_MS);
  if (error.code === 'idempotency_key_reused')
    return { ...later(0), newKey: `${action.kind}-${randomUUID()}` };
  if (status === 429 || status >= 500) return later(IN_PROGRESS_WAIT_MS * 2 ** Math.min(8, action.attempts));
  if (error.code === 'unknown_installation') throw new InstallationUnknown(error.message);
  if (error.code === 'artwork_not_found' && action.kind !== 'publish') {
    return { result: 'settled', patch: { standing: 'private', recheckSince: null } };
  }
  if (error.code === 'not_permitted') {
    const standing = work.confirmedAt === null ? 'elsewhere' : 'moved';
    return { result: 'settled', patch: { standing, blockedTarget: action.target, recheckSince: null } };
  }
  const row = Object.hasOwn(ERRORS, error.code) ? ERRORS[error.code as keyof typeof ERRORS] : undefined;
  const named = (error.fields ?? []).map((path) => ({ path, message: 'is managed by the registry' }));
  return {
    result: 'refused',
    error: {
      code: error.code,
      message: error.message,
      issues: [...(error.issues ?? []), ...named],
      hint: row?.hint ?? null,
    },
  };
}

/**
 * The outcome of one item of a call that was carried out, which may take a further call. Where that fails, this item is tried
 * again: the others were carried out, and none of them may be taken for one that was never sent.
 */
export async function itemAlone(context: ApplyContext, outcome: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await outcome();
  } catch (error) {
    if (error instanceof InstallationUnknown) context.forgetInstallation();
    else if (!(error instanceof RegistryTransient || error instanceof AccountRefused)) throw error;
    return later(IN_PROGRESS_WAIT_MS);
  }
}

/** A whole call was refused without naming a work: smaller batches find it; alone, the work itself is refused. */
export function outcomesOfRefusedBatch(
  actions: Action[],
  works: Work[],
  status: number,
  error: ErrorBody,
): Outcome[] {
  if (error.code === 'unknown_installation') throw new InstallationUnknown(error.message);
  if (actions.length > 1) return actions.map(() => ({ result: 'later', delayMs: 0, isSuspect: true }));
  return actions.map((action, index) => outcomeOfError(action, works[index]!, status, error));
}

function later(delayMs: number): Outcome & { result: 'later' } {
  return { result: 'later', delayMs, isSuspect: false };
}
