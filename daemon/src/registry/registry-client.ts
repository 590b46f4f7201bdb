// One HTTP call to the registry's API with a key. It knows transport and headers, not what the calls mean.
import { randomBytes } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { request } from 'undici';
import { withTimeLimit, type Clock } from '#kit/clock';
import type { RegistryCall } from '../types/registry.ts';
import { BODY_TOO_LARGE, readBody } from '../net/read-body.ts';
import { DAEMON_VERSION } from '../net/version.ts';

export type RawRegistryAnswer = {
  status: number;
  headers: { [name: string]: string | string[] | undefined };
  /** Parsed JSON; null where the answer was none. */
  body: unknown;
};

/** The network or the registry gave no answer. `wasSent`: it may have got the request. */
export class NoAnswer extends Error {
  readonly wasSent: boolean;

  constructor(message: string, wasSent: boolean) {
    super(message);
    this.wasSent = wasSent;
  }
}

/** How a call ended, for the log. `trace`: its trace id, which is in the registry's log and in the webhooks that it causes. */
export type CallMade = { method: string; path: string; status: number | null; trace: string };

export type RegistryClient = { send: (call: RegistryCall) => Promise<RawRegistryAnswer> };

/** `baseUrl` with `/api/v1`. The key goes into the Authorization header and nowhere else. */
export function createRegistryClient(
  baseUrl: string,
  /** Null for calls without a key, as asking for access. A function is asked at each call; where it has none, no call is made. */
  apiKey: string | null | (() => string | null),
  options: { clock: Clock; timeoutMs: number; agent: Dispatcher; onCall?: (call: CallMade) => void },
): RegistryClient {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    async send(call) {
      const trace = randomBytes(16).toString('hex');
      const note = (status: number | null) =>
        options.onCall?.({ method: call.method, path: call.path, status, trace });
      const key = typeof apiKey === 'function' ? apiKey() : apiKey;
      if (key === null && apiKey !== null) throw new NoAnswer('The key of this site was removed.', false);
      try {
        const headers = {
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
          accept: 'application/json',
          // W3C Trace Context: each call is a trace of its own.
          traceparent: `00-${trace}-${randomBytes(8).toString('hex')}-01`,
          'user-agent': `artwork-registry-daemon/${DAEMON_VERSION}`,
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
        };
        return await withTimeLimit(options.clock, options.timeoutMs, async (signal) => {
          const answer = await request(`${base}${call.path}`, {
            method: call.method,
            headers,
            body: call.body === undefined ? null : JSON.stringify(call.body),
            dispatcher: options.agent,
            signal,
          });
          const body = parseJson((await readBody(answer.body)).toString('utf8'));
          note(answer.statusCode);
          return { status: answer.statusCode, headers: answer.headers, body };
        });
      } catch (error) {
        note(null);
        const { code, message } = error as { code?: string; message?: string };
        const wasSent = !['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'].includes(
          code ?? '',
        );
        const reason = code === BODY_TOO_LARGE ? message : (code ?? message);
        throw new NoAnswer(`${new URL(base).origin} does not answer: ${reason}`, wasSent);
      }
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
