// One HTTP call to the registry's API with a key. It knows transport and headers, not what the calls mean.
import type { Dispatcher } from 'undici';
import { request } from 'undici';
import type { RegistryCall } from '../types/registry.ts';
import { BODY_TOO_LARGE, readBody } from '../read-body.ts';
import { DAEMON_VERSION } from '../version.ts';

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

export type RegistryClient = { send: (call: RegistryCall) => Promise<RawRegistryAnswer> };

/** `baseUrl` with `/api/v1`. The key goes into the Authorization header and nowhere else. */
export function createRegistryClient(
  baseUrl: string,
  /** Null for calls without a key, as asking for access. A function is asked at each call; where it has none, no call is made. */
  apiKey: string | null | (() => string | null),
  options: { timeoutMs: number; agent: Dispatcher },
): RegistryClient {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    async send(call) {
      const key = typeof apiKey === 'function' ? apiKey() : apiKey;
      if (key === null && apiKey !== null) throw new NoAnswer('The key of this site was removed.', false);
      try {
        const answer = await request(`${base}${call.path}`, {
          method: call.method,
          headers: {
            ...(key === null ? {} : { authorization: `Bearer ${key}` }),
            accept: 'application/json',
            'user-agent': `artwork-registry-daemon/${DAEMON_VERSION}`,
            ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
          },
          body: call.body === undefined ? null : JSON.stringify(call.body),
          dispatcher: options.agent,
          signal: AbortSignal.timeout(options.timeoutMs),
        });
        return {
          status: answer.statusCode,
          headers: answer.headers,
          body: parseJson((await readBody(answer.body)).toString('utf8')),
        };
      } catch (error) {
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
