// Sends a request again until the registry has answered it: after 429 and 503 when the registry says, else with growing pauses.
import { setTimeout as sleep } from 'node:timers/promises';
import { RegistryError, retryAfterOf } from './registry-error.ts';

/** How a call is repeated; a test may pass its own `fetch` and `pause`. */
export interface RetryOptions {
  /** How often a request is sent again; default 5. */
  retries?: number;
  /** How long one attempt may take; default 30,000. */
  timeoutMs?: number;
  /** Longest pause that is waited for; if the registry asks for more, the error is thrown at once. Default 120. */
  maxPauseSeconds?: number;
  fetch?: typeof fetch;
  /** Waits; default: a timer that the caller's signal ends. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;
/** Something failed, here or on the way; the registry may have done it. */
const UNKNOWN = [500, 502, 503, 504];
/** Batches, each item of which has an idempotency key. */
const BATCHES = /\/integrations\/(?:sync|updates)$/;

export function retryingFetch(options: RetryOptions): (request: Request) => Promise<Response> {
  const { retries = 5, timeoutMs = 30_000, maxPauseSeconds = 120 } = options;
  const send = options.fetch ?? fetch;
  const pause = options.pause ?? sleepUnlessEnded;
  return async (request) => {
    const body = request.body === null ? undefined : await request.arrayBuffer();
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries;
      const answer = await once(request, body, timeoutMs, send);
      if (answer instanceof RegistryError) {
        if (isLast || !isRepeatable(request)) throw answer;
        await pause(backoff(attempt), request.signal);
        continue;
      }
      const mayRepeat = isNotDone(answer) || (UNKNOWN.includes(answer.status) && isRepeatable(request));
      if (isLast || !(mayRepeat || isStillRunning(answer))) return answer;
      const seconds = retryAfterOf(answer);
      if (seconds !== undefined && seconds > maxPauseSeconds) return answer;
      // At least our own pause: "0", or a date that has passed, would send all attempts at once.
      await pause(Math.max(backoff(attempt), (seconds ?? 0) * 1000), request.signal);
    }
  };
}

/** Throws the signal's own reason, as a call under way does. */
async function sleepUnlessEnded(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
}

/** Doing it twice is doing it once: reads, changes to given values, and what has an idempotency key. */
function isRepeatable({ method, headers, url }: Request): boolean {
  return method !== 'POST' || headers.has('idempotency-key') || BATCHES.test(new URL(url).pathname);
}

/** The registry did nothing, whatever the request. A gateway says 503 also where the registry's answer came too late. */
function isNotDone({ status, headers }: Response): boolean {
  return status === 429 || (status === 503 && headers.has('x-registry-api-version'));
}

/** The first attempt, whose answer was lost, is not finished yet (idempotent_request_in_progress). */
function isStillRunning(answer: Response): boolean {
  return answer.status === 409 && answer.headers.has('retry-after');
}

async function once(
  request: Request,
  body: ArrayBuffer | undefined,
  timeoutMs: number,
  send: typeof fetch,
): Promise<Response | RegistryError> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const { method, headers } = request;
  try {
    const answer = await send(request.url, {
      method,
      headers,
      ...(body && { body }),
      // A redirect would carry the key to another address.
      redirect: 'manual',
      signal: AbortSignal.any([request.signal, timeout]),
    });
    // Read whole here, so that an answer that breaks off or stalls is tried again like one that never came.
    const bytes = await answer.arrayBuffer();
    const { status, statusText } = answer;
    return new Response(bytes.byteLength === 0 ? null : bytes, {
      status,
      statusText,
      headers: answer.headers,
    });
  } catch (cause) {
    // The caller's own end of the call is not a problem of the registry.
    request.signal.throwIfAborted();
    const where = new URL(request.url).origin;
    return timeout.aborted
      ? new RegistryError({
          code: 'timeout',
          status: null,
          message: `${where} did not answer in ${timeoutMs} ms`,
          cause,
        })
      : new RegistryError({ code: 'network', status: null, message: `${where} cannot be reached`, cause });
  }
}

/** Doubles each time, with a random part so that many clients do not come back together. */
function backoff(attempt: number): number {
  const full = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt);
  return full / 2 + (Math.random() * full) / 2;
}
