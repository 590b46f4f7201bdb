// One line for each request: who asked, for what, how it ended, and how long it took. A key appears by its prefix, without the part that
// every key has: with it the log's redaction would take it for a key.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { identityOf } from './gate.ts';

/** W3C Trace Context, version 00: its first 32 digits are the trace, the same in all programs that a request passes. */
const TRACE_PARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

const codes = new WeakMap<FastifyReply, string>();

/** The error's code, for the line of this answer. */
export function noteErrorCode(reply: FastifyReply, code: string): void {
  codes.set(reply, code);
}

export function logRequests(app: FastifyInstance): void {
  // Hooks of every request use `done`: a promise in each is the largest cost of a small answer.
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        url: request.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...callerFields(request),
        error: codes.get(reply),
        trace: traceOf(request),
      },
      'request',
    );
    done();
  });
}

function callerFields(request: FastifyRequest): { key?: string; organization?: string } {
  const key = identityOf(request);
  return key === undefined
    ? {}
    : { key: key.prefix.replace(/^areg_/, ''), organization: key.organization.slug };
}

function traceOf(request: FastifyRequest): string | undefined {
  const given = request.headers['traceparent'];
  return typeof given === 'string' ? TRACE_PARENT.exec(given)?.[1] : undefined;
}
