// GET / and what connected systems use: access requests, connect, sync, batch update.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { LIMITS } from '@artwork-registry/contract';
import { requestAccess } from '../../domain/access-requests.ts';
import type { AccessDeps } from '../../domain/access-requests.ts';
import type { DomainDeps } from '../../domain/caller.ts';
import { ApiError } from '../../domain/api-error.ts';
import { connect } from '../../domain/connect.ts';
import { senderOf } from '../../domain/sender-address.ts';
import { serviceDescriptor } from '../../domain/service-descriptor.ts';
import { batchUpdate, sync } from '../../domain/sync.ts';
import { callerOf } from '../gate.ts';
import type { Gate } from '../gate.ts';
import { addResource } from '../resource.ts';

// Access requests a minute from one address, refused ones included: whoever has no key counts on no other limit.
const PER_MINUTE = 60;

export function addIntegrationRoutes(
  app: FastifyInstance,
  gate: Gate,
  deps: DomainDeps,
  options: { publicUrl: () => string; rateLimit: number; access: Omit<AccessDeps, 'storage'> },
): void {
  addResource(app, gate, '/', {
    GET: async (request) =>
      serviceDescriptor(callerOf(request), {
        rateLimit: options.rateLimit,
        publicUrl: options.publicUrl(),
        nowMs: deps.clock.nowMs(),
      }),
  });
  addResource(
    app,
    gate,
    '/integrations/access-requests',
    {
      POST: (request) =>
        requestAccess({ storage: deps.storage, ...options.access }, request.body, request.ip),
    },
    {
      bodyLimit: LIMITS.accessBodyBytes,
      beforeBody: limitPerMinute(Math.max(PER_MINUTE, options.access.limits.perAddressHour)),
    },
  );
  addResource(app, gate, '/integrations/connect', {
    POST: (request) => connect(deps, callerOf(request), request.body),
  });
  addResource(
    app,
    gate,
    '/integrations/sync',
    { POST: (request) => sync(deps, callerOf(request), request.body) },
    { bodyLimit: LIMITS.batchBodyBytes },
  );
  addResource(
    app,
    gate,
    '/integrations/updates',
    { POST: (request) => batchUpdate(deps, callerOf(request), request.body) },
    { bodyLimit: LIMITS.batchBodyBytes },
  );
}

/** Refuses a sender with more requests than this in a minute. Counted in memory: nothing is stored for a stranger. */
function limitPerMinute(points: number): (request: FastifyRequest) => Promise<void> {
  const limiter = new RateLimiterMemory({ points, duration: 60 });
  return async (request) => {
    try {
      await limiter.consume(senderOf(request.ip));
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw new ApiError('rate_limited', {
        retryAfterSeconds: Math.max(1, Math.ceil(refused.msBeforeNext / 1000)),
      });
    }
  };
}
