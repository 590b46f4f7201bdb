// Runs before every API route: checks key, rate limit, organisation and scope, in this order, from the headers alone.
// The body is not read before it passes.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Scope } from '@artwork-registry/contract';
import { ApiError } from './api-error.ts';
import { hashApiKey, isApiKey } from '../domain/access/api-key.ts';
import type { ApiKeyRecord, ReadCaller } from '../storage/records.ts';
import type { Storage } from '../storage/storage.ts';

export type Caller = { key: ApiKeyRecord };

export type Gate = {
  /** Throws unauthorized, rate_limited, organisation_inactive or missing_scope. */
  admit(request: FastifyRequest, reply: FastifyReply, scope: Scope | null): Promise<void>;
  /** For calls that need no key: a valid key is still counted and limited, an invalid one is ignored. */
  admitAnyone(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** For answers given before the key is checked (404, 405): counts the request and sets the headers if the key is valid. */
  countOnly(request: FastifyRequest, reply: FastifyReply): Promise<void>;
};

const callers = new WeakMap<FastifyRequest, Caller>();
const identities = new WeakMap<FastifyRequest, ApiKeyRecord>();

/** The caller that the gate admitted. */
export function callerOf(request: FastifyRequest): Caller {
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('this route is not behind the gate');
  return caller;
}

/** The valid key that was presented, also where the request was refused; undefined: none was. */
export function identityOf(request: FastifyRequest): ApiKeyRecord | undefined {
  return identities.get(request);
}

/** The same for lists: storage runs one list at a time for each caller. */
export function readCallerOf(request: FastifyRequest): ReadCaller {
  return { id: callerOf(request).key.id, isThere: () => request.raw.socket.destroyed !== true };
}

const MAX_HASHES = 1000;

export function makeGate(storage: Storage, defaultLimit: number): Gate {
  // Hashes of valid keys, so that the checksum of a key is computed once. Plain keys are not kept in memory.
  const known = new LRUCache<string, true>({ max: MAX_HASHES });

  async function identify(request: FastifyRequest, reply: FastifyReply) {
    const apiKey = presentedKey(request);
    if (apiKey === undefined) return undefined;
    const hash = hashApiKey(apiKey);
    if (!known.has(hash) && !isApiKey(apiKey)) return undefined;
    const key = await storage.findApiKey(hash);
    if (key === undefined) return undefined;
    known.set(hash, true);
    identities.set(request, key);
    const limit = key.rateLimit ?? defaultLimit;
    const window = await storage.countRequest(key.id, limit);
    reply.header('x-ratelimit-limit', limit);
    reply.header('x-ratelimit-remaining', window.remaining);
    reply.header('x-ratelimit-reset', window.resetAtSeconds);
    return { key, window };
  }

  return {
    admit: async (request, reply, scope) => {
      const identity = await identify(request, reply);
      if (identity === undefined) throw new ApiError('unauthorized');
      const { key, window } = identity;
      if (!window.isAllowed) throw new ApiError('rate_limited');
      if (key.organization.status !== 'active') throw new ApiError('organisation_inactive');
      if (scope !== null && !key.scopes.includes(scope)) throw new ApiError('missing_scope');
      callers.set(request, { key });
    },
    admitAnyone: async (request, reply) => {
      const identity = await identify(request, reply);
      if (identity !== undefined && !identity.window.isAllowed) throw new ApiError('rate_limited');
    },
    countOnly: async (request, reply) => {
      await identify(request, reply);
    },
  };
}

function presentedKey(request: FastifyRequest): string | undefined {
  const bearer = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const own = request.headers['x-api-key'];
  return typeof own === 'string' ? own.trim() : undefined;
}
