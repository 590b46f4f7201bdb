// What an answer of the registry means: the only place that decides on a status, an error code or a header. It keeps no state and
// acts on nothing; account.ts and sync/apply/ act on what it says.
import { secondsToWait } from '../net/retry-after.ts';
import type { AccountState } from '../types/site.ts';
import type { RawRegistryAnswer } from './registry-client.ts';
import { ErrorEnvelope, ServiceDescriptor } from '../types/registry-answers.ts';

export type AccountRefusal = { state: AccountState; message: string };

/** Refusals of the key or its organisation: everything for this key stops until somebody acts. */
export const ACCOUNT_REFUSALS = {
  unauthorized: {
    state: 'unauthorized',
    message:
      'The registry does not accept the API key. Ask its operator for a new one and set it with "key set".',
  },
  missing_scope: {
    state: 'forbidden',
    message:
      'The API key may read but not register artworks. Ask the operator of the registry for a key with artworks:write.',
  },
  organisation_inactive: {
    state: 'forbidden',
    message: 'The registry has paused this organisation. Ask the operator of the registry to activate it.',
  },
  no_write_target: {
    state: 'no_write_target',
    message:
      'This organisation has no gallery or collection profile to register artworks for. Ask the operator to link one.',
  },
} as const satisfies { [code: string]: AccountRefusal };

/** What a call came to, whichever works it was about. */
export type CallMeaning =
  /** The registry's word about the call itself; a status from 400 on comes with an error envelope. */
  | { kind: 'answer' }
  /** A rate limit. `waitMs` null: it does not say for how long. */
  | { kind: 'rate_limited'; waitMs: number | null }
  | { kind: 'account_refused'; refusal: AccountRefusal }
  | {
      kind: 'failed';
      message: string;
      /** Null: the answer does not say how long to wait. */
      waitMs: number | null;
      /** True where one of the works in the call may be the reason, so that a smaller call may come through. */
      mayBeAWork: boolean;
      /** False where the registry certainly did not carry the call out. */
      wasSent: boolean;
      /** The registry does not offer the endpoint, so that its description must be read again. */
      isEndpointMissing: boolean;
    };

/** `nowMs`: our time, for a Retry-After that names a date. */
export function meaningOfCall(answer: RawRegistryAnswer, registryUrl: string, nowMs: number): CallMeaning {
  const { status } = answer;
  const envelope = ErrorEnvelope.safeParse(answer.body);
  const code = envelope.data?.error.code ?? '';
  const waitMs = retryAfterMs(answer, envelope.data, nowMs);
  if (status === 429) return { kind: 'rate_limited', waitMs };
  const failed = (message: string, isEndpointMissing = false): CallMeaning => ({
    kind: 'failed',
    message,
    waitMs,
    // A 500 that says when to come back is of a registry that does not know whether it was done, whatever the work.
    mayBeAWork: (status === 500 && waitMs === null) || (status >= 400 && status < 500),
    // Only the registry's own 503 says that nothing was done; a gateway says it also when the answer came too late.
    wasSent: status !== 503 || !(envelope.success && hasVersion(answer)),
    isEndpointMissing,
  });
  if (!isFromRegistry(answer, envelope.success)) return failed(describeStranger(answer, registryUrl));
  if (status >= 500) return failed(envelope.data?.error.message ?? `The registry answered ${status}.`);
  // These are about an address, not about a work: an update removed the endpoint, or the base address is wrong.
  if (code === 'not_found' || code === 'method_not_allowed')
    return failed(`${registryUrl} does not have what its version offered: ${code}.`, true);
  if (status === 401) return { kind: 'account_refused', refusal: ACCOUNT_REFUSALS.unauthorized };
  if (status === 403 && Object.hasOwn(ACCOUNT_REFUSALS, code))
    return {
      kind: 'account_refused',
      refusal: ACCOUNT_REFUSALS[code as keyof typeof ACCOUNT_REFUSALS],
    };
  return { kind: 'answer' };
}

/**
 * What a refusal says about one work.
 * in_progress: the same key is being processed. key_reused: the key belongs to another content. busy: try again later.
 * installation_unknown: connect again. work_missing: nobody can read this Art ID. source_missing: the work has no source
 * at this installation. not_ours: another profile holds the work. refused: the content, which the owner must change.
 */
export type WorkRefusal =
  | 'in_progress'
  | 'key_reused'
  | 'busy'
  | 'installation_unknown'
  | 'work_missing'
  | 'source_missing'
  | 'not_ours'
  | 'refused';

const WORK_REFUSALS: { [code: string]: WorkRefusal } = {
  idempotent_request_in_progress: 'in_progress',
  idempotency_key_reused: 'key_reused',
  unknown_installation: 'installation_unknown',
  artwork_not_found: 'work_missing',
  source_not_found: 'source_missing',
  not_permitted: 'not_ours',
};

/** `status` and `code` of one item of a batch, or of a call about one work that `meaningOfCall` took for an answer. */
export function meaningOfRefusal(status: number, code: string): WorkRefusal {
  const named = Object.hasOwn(WORK_REFUSALS, code) ? WORK_REFUSALS[code] : undefined;
  if (named === 'in_progress' || named === 'key_reused') return named;
  if (status === 429 || status >= 500) return 'busy';
  return named ?? 'refused';
}

export type KeyMeaning =
  | { kind: 'accepted'; descriptor: ServiceDescriptor }
  | { kind: 'refused'; message: string }
  /** `message` null: the registry says nothing about it. */
  | { kind: 'unreachable'; message: string | null }
  | { kind: 'not_a_registry' };

/** The answer to `GET /` with a key that is to be stored. */
export function meaningOfKey(answer: RawRegistryAnswer): KeyMeaning {
  const { status } = answer;
  const descriptor = ServiceDescriptor.safeParse(answer.body);
  if (status === 200 && descriptor.success) return { kind: 'accepted', descriptor: descriptor.data };
  const message = registryMessage(answer);
  if ((status === 401 || status === 403) && message !== null && hasVersion(answer))
    return { kind: 'refused', message };
  if (status === 429 || status >= 500) return { kind: 'unreachable', message };
  return { kind: 'not_a_registry' };
}

/** The registry's own words about an error; null where the answer has none. */
export function registryMessage(answer: RawRegistryAnswer): string | null {
  const envelope = ErrorEnvelope.safeParse(answer.body);
  return envelope.success ? envelope.data.error.message.slice(0, 300) : null;
}

/**
 * Every answer of the registry names the version of its API, and every refusal has an error envelope. A firewall's page, a proxy's
 * 404 after a deployment or a redirect has neither, and says nothing about any work.
 */
function isFromRegistry(answer: RawRegistryAnswer, hasEnvelope: boolean): boolean {
  if (answer.status < 300) return answer.body !== null;
  if (answer.status < 400) return false;
  // A 5xx only says that the call failed, not who sent it.
  return answer.status >= 500 || (hasEnvelope && hasVersion(answer));
}

const hasVersion = ({ headers }: RawRegistryAnswer) => headers['x-registry-api-version'] !== undefined;

function describeStranger(answer: RawRegistryAnswer, registryUrl: string): string {
  const { status, headers } = answer;
  if (status >= 300 && status < 400 && headers['location'])
    return `${registryUrl} redirects to ${String(headers['location']).slice(0, 200)}: set the address that answers directly.`;
  return `${new URL(registryUrl).origin} answered ${status}, but not as a registry: a proxy or a firewall may stand before it.`;
}

/** How long the answer asks us to wait, in the header or in the envelope; null: it does not say. */
function retryAfterMs(
  answer: RawRegistryAnswer,
  envelope: ErrorEnvelope | undefined,
  nowMs: number,
): number | null {
  const seconds = secondsToWait(answer.headers, nowMs) ?? envelope?.retry_after_seconds;
  return seconds === undefined ? null : 1000 * seconds;
}
