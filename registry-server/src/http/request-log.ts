// One line for each request: who asked, for what, how it ended, and how long it took. A key appears by its prefix, without the part that
// every key has: with it the log's redaction would take it for a key.
import { LogController } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTrace, traceOf } from '../trace.ts';
import { identityOf } from './gate.ts';

const codes = new WeakMap<FastifyReply, string>();

/** The error's code, for the line of this answer. */
export function recordErrorCode(reply: FastifyReply, code: string): void {
  codes.set(reply, code);
}

/** Of Fastify's own lines the one about an answer that fails after its first byte, which nothing else hears of; not where its reader went away. */
export class BrokenOffAlone extends LogController {
  constructor() {
    super({ disableRequestLogging: true });
  }

  override streamError(error: NodeJS.ErrnoException, request: FastifyRequest): void {
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    request.log.error({ err: error, method: request.method, url: request.url }, 'the answer broke off');
  }
}

export function logRequests(app: FastifyInstance): void {
  // After the body was read: its events belong to the connection, not to what a hook before them began.
  app.addHook('preValidation', (request, _reply, done) => {
    const trace = traceOf(request.headers['traceparent']);
    if (trace === undefined) done();
    else inTrace(trace, done);
  });
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
        trace: traceOf(request.headers['traceparent']),
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
