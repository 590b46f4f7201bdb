// What the role of a visitor allows, and the list of what was done: each form that changes something is written down before its page
// runs, and closed before its answer is sent.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { detailsOf } from '../domain/operator-actions.ts';
import type { OperatorRole } from '../storage/operator-records.ts';
import type { Storage } from '../storage/storage.ts';
import { mayDo } from './who.ts';
import type { Who } from './who.ts';

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
  const begun = new WeakMap<FastifyRequest, number>();

  scope.addHook('preHandler', async (request, reply) => {
    const who = whoOf(request);
    const path = (request.routeOptions.url ?? '').slice(scope.prefix.length);
    if (request.method !== 'POST' || who === undefined || OWN_SESSION.includes(path)) return;
    const needed = request.routeOptions.config.role ?? 'operate';
    const action = path
      .split('/')
      .filter((part) => part !== '' && !part.startsWith(':'))
      .join(' ');
    const told = { ...(request.params as object), ...(request.body as object) };
    const entry = { operator: who.name, via: 'console' as const, action, details: detailsOf(told) };
    const seq = await storage.beginAction(entry);
    begun.set(request, seq);
    if (!mayDo(who, needed)) return refuse(reply, needed);
  });

  scope.addHook('onSend', async (request, reply) => {
    const seq = begun.get(request);
    // A form that was shown again, with what is wrong in it, has changed nothing.
    if (seq !== undefined) await storage.endAction(seq, reply.statusCode < 400 ? 'done' : 'refused');
  });
}
