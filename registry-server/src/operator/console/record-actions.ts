// What the role of a visitor allows, and the list of what was done: each form that changes something is written down before its page
// runs, and closed before its answer is sent.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { beginAction, endAction } from '../../domain/operator-actions.ts';
import type { BegunAction } from '../../domain/operator-actions.ts';
import type { OperatorRole } from '../../storage/operator-records.ts';
import type { Storage } from '../../storage/storage.ts';
import { mayDo } from './operator-identity.ts';
import type { Who } from './operator-identity.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the operator console: who may send this form. Default: operate. */
    role?: OperatorRole;
  }
}

const OWN_SESSION = ['/login', '/logout'];

export function recordActions(
  scope: FastifyInstance,
  storage: Storage,
  {
    whoOf,
    refuse,
  }: {
    whoOf: (request: FastifyRequest) => Who | undefined;
    refuse: (reply: FastifyReply, needed: OperatorRole) => FastifyReply;
  },
): void {
  const begun = new WeakMap<FastifyRequest, BegunAction>();

  scope.addHook('preHandler', async (request, reply) => {
    const who = whoOf(request);
    const path = (request.routeOptions.url ?? '').slice(scope.prefix.length);
    if (request.method !== 'POST' || who === undefined || OWN_SESSION.includes(path)) return;
    const needed = request.routeOptions.config.role ?? 'operate';
    const action = path
      .split('/')
      .filter((part) => part !== '' && !part.startsWith(':'))
      .join(' ');
    const told = { ...(request.body as object), ...(request.params as object) };
    begun.set(request, await beginAction(storage, { operator: who.name, via: 'console', action, told }));
    if (!mayDo(who, needed)) return refuse(reply, needed);
  });

  scope.addHook('onSend', async (request, reply) => {
    const entry = begun.get(request);
    // A form that was shown again, with what is wrong in it, has changed nothing.
    if (entry !== undefined) await endAction(storage, entry, reply.statusCode < 400 ? 'done' : 'refused');
  });
}
