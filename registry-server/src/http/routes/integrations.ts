// GET / and what connected systems use: access requests, connect, sync, batch update.
import type { FastifyInstance } from 'fastify';
import { LIMITS } from '@artwork-registry/contract';
import { requestAccess } from '../../domain/access-requests.ts';
import type { AccessDeps } from '../../domain/access-requests.ts';
import type { DomainDeps } from '../../domain/caller.ts';
import { connect } from '../../domain/connect.ts';
import { serviceDescriptor } from '../../domain/service-descriptor.ts';
import { batchUpdate, sync } from '../../domain/sync.ts';
import { callerOf } from '../gate.ts';
import type { Gate } from '../gate.ts';
import { addResource } from '../resource.ts';

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
  addResource(app, gate, '/integrations/access-requests', {
    POST: (request) => requestAccess({ storage: deps.storage, ...options.access }, request.body, request.ip),
  });
  addResource(app, gate, '/integrations/connect', {
    POST: (request) => connect(deps, callerOf(request), request.body),
  });
  addResource(
    app,
    gate,
    '/integrations/sync',
    { POST: (request) => sync(deps, callerOf(request), request.body) },
    LIMITS.batchBodyBytes,
  );
  addResource(
    app,
    gate,
    '/integrations/updates',
    { POST: (request) => batchUpdate(deps, callerOf(request), request.body) },
    LIMITS.batchBodyBytes,
  );
}
