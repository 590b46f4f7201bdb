// Turns every error into the error envelope. Logs it once; the answer never contains a stack trace.
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import type { ErrorCode } from '@artwork-registry/contract';
import type { Clock } from '#kit/clock';
import { ApiError } from './api-error.ts';
import { OutcomeUnknown, ReadTooLong, StorageUnavailable } from '../storage/storage.ts';
import type { Gate } from './gate.ts';
import { recordErrorCode } from './request-log.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
};

const UNAVAILABLE_SECONDS = 5;

const TOO_LONG =
  'This search took too long and was stopped. Narrow it with another filter or more specific words.';

export function answerErrors(app: FastifyInstance, gate: Gate, clock: Clock): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const known = knownError(error);
    if (known === undefined) request.log.error({ err: error }, 'request failed');
    if (known?.code === 'unavailable' || error instanceof OutcomeUnknown)
      request.log.warn({ err: error }, 'the request cannot be answered just now');
    return sendError(reply, known ?? new ApiError('internal_error'), clock);
  });
  app.addHook('onRequest', (request, reply, done) => {
    // Before a body is read: a body sent to an unknown address is never parsed.
    if (!request.is404) done();
    else gate.countOnly(request, reply).then(() => done(new ApiError('not_found')), done);
  });
  app.setNotFoundHandler(async (_request, reply) => sendError(reply, new ApiError('not_found'), clock));
}

export function sendError(reply: FastifyReply, error: ApiError, clock: Clock): FastifyReply {
  recordErrorCode(reply, error.code);
  const seconds = error.detail.retryAfterSeconds ?? retryAfterSeconds(reply, error.code, clock);
  if (seconds !== undefined) reply.header('retry-after', seconds);
  // Fastify would end the connection, and a sender that still writes its body would be told of that and not of the answer. The rest is thrown
  // away as it arrives, until the request's time is over.
  if (error.code === 'payload_too_large') reply.removeHeader('connection');
  if (error.code === 'unauthorized') reply.header('www-authenticate', 'Bearer realm="registry"');
  const envelope =
    error.code === 'rate_limited'
      ? { error: error.body, retry_after_seconds: seconds }
      : { error: error.body };
  return reply.code(error.status).type(JSON_TYPE).send(envelope);
}

function knownError(error: FastifyError): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (error instanceof ReadTooLong) return new ApiError('unavailable', { message: TOO_LONG });
  // Not 503, which says that nothing was done, so that a caller may change its mind or send it again without a key.
  if (error instanceof OutcomeUnknown)
    return new ApiError('internal_error', {
      message: OutcomeUnknown.advice,
      retryAfterSeconds: UNAVAILABLE_SECONDS,
    });
  if (error instanceof StorageUnavailable) return new ApiError('unavailable');
  const code = FASTIFY_CODES[error.code];
  if (code !== undefined) return new ApiError(code);
  // An error of the framework itself, such as 403 for a path that leaves the /docs folder.
  if (error.statusCode === 403 || error.statusCode === 404) return new ApiError('not_found');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ApiError('malformed_request');
  }
  return undefined;
}

function retryAfterSeconds(reply: FastifyReply, code: ErrorCode, clock: Clock): number | undefined {
  if (code === 'idempotent_request_in_progress') return 1;
  if (code === 'unavailable') return UNAVAILABLE_SECONDS;
  if (code !== 'rate_limited') return undefined;
  return Math.max(1, Math.ceil(Number(reply.getHeader('x-ratelimit-reset')) - clock.now() / 1000));
}
