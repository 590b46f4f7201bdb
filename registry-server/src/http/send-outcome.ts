// How the outcome of one write becomes an HTTP answer.
import type { FastifyReply } from 'fastify';
import { ApiError } from './api-error.ts';
import type { Outcome } from '../storage/records.ts';

/** @throws ApiError where the write was refused */
export function sendOutcome<Body>(reply: FastifyReply, outcome: Outcome<Body> | undefined): FastifyReply {
  if (outcome === undefined) throw new Error('the storage gave no answer');
  if (!outcome.ok) throw ApiError.of(outcome);
  if (outcome.replayed) reply.header('idempotent-replay', 'true');
  return reply.code(outcome.status).send(outcome.body);
}
