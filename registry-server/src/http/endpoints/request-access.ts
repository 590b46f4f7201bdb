// POST /integrations/access-requests: ask for an API key. Needs none.
import type { FastifyRequest } from 'fastify';
import { AccessRequest, LIMITS } from '@artwork-registry/contract';
import type { AccessRequestResult } from '@artwork-registry/contract';
import {
  requestAccess as insertRequest,
  SYNC_SERVICE_PER_HOUR,
} from '../../domain/access/access-requests.ts';
import type { AccessDeps } from '../../domain/access/access-requests.ts';
import { senderOf } from '@artwork-registry/contract';
import { isoOfMicros } from '../../storage/timestamp.ts';
import { ApiError } from '../api-error.ts';
import type { ApiDeps, Endpoint } from '../endpoint.ts';
import { parseBody } from '../parse-body.ts';
import { CountWindows } from '../count-windows.ts';

/** Access requests a minute from one address, refused ones included: a caller without a key counts on no other limit. */
const PER_MINUTE = 60;

const QUEUED = 'The request waits for the operator of the registry, who will answer by e-mail.';

export const requestAccess: Endpoint = {
  method: 'POST',
  path: '/integrations/access-requests',
  scope: null,
  key: 'optional',
  operationId: 'requestAccess',
  tag: 'integrations',
  summary: 'Ask for an API key; needs none',
  description:
    '`read` is issued at once, the key is shown this once. `publishing` and `both` are queued; `claim_token` fetches the key once the operator has approved.',
  body: {
    schema: 'AccessRequest',
    example: {
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      organization: 'Analytical Engines',
      website: 'https://example.com',
      access_type: 'read',
      intended_use: 'Showing the works of our city on a map for visitors.',
    },
  },
  answers: [
    {
      status: 200,
      schema: 'AccessRequestResult',
      description: 'A read key, or a queued request.',
      example: {
        object: 'access_request_result',
        request_id: '0c9d1f52-7f3c-4a58-9c1d-6b1f3e2a4d5c',
        claim_token: 'bq3wWmUgHm1yT0wq0cP1xOQm3y7ZQ0v9Jr6f2b8sK4E',
        status: 'queued',
        access_type: 'publishing',
        api_key: null,
        key: null,
        message: QUEUED,
      },
    },
  ],
  errors: ['invalid_body'],
  bodyLimit: LIMITS.accessBodyBytes,
  beforeBody: (deps) => limitPerMinute(deps),
  handler:
    ({ storage, access }) =>
    (request) =>
      answer({ storage, ...access }, request),
};

async function answer(deps: AccessDeps, { body, ip }: FastifyRequest): Promise<AccessRequestResult> {
  const request = parseBody(AccessRequest, body);
  const outcome = await insertRequest(deps, request, ip);
  if (!outcome.ok) {
    throw new ApiError('rate_limited', {
      message: 'Too many access requests from this address or for this e-mail. Wait and send it again.',
      retryAfterSeconds: outcome.retryAfterSeconds,
    });
  }
  const { key } = outcome;
  return {
    object: 'access_request_result',
    request_id: outcome.requestId,
    claim_token: outcome.claimToken,
    status: key === null ? 'queued' : 'issued',
    access_type: request.access_type,
    api_key: key?.apiKey ?? null,
    key: key && {
      prefix: key.prefix,
      scopes: key.scopes,
      expires_at: key.expiresAt === null ? null : isoOfMicros(key.expiresAt),
    },
    message:
      key === null
        ? QUEUED
        : 'Keep the key now: it is not shown again. It expires after 365 days without use.',
  };
}

/** Refuses a sender with too many requests in a minute. Counted in memory: nothing is stored for a stranger. */
function limitPerMinute({
  access: { limits, isSyncService },
  clock,
}: Pick<ApiDeps, 'access' | 'clock'>): (request: FastifyRequest) => void {
  const most = Math.max(PER_MINUTE, limits.perAddressHour);
  const anybody = new CountWindows(clock, { most, seconds: 60 });
  const services = new CountWindows(clock, { most: SYNC_SERVICE_PER_HOUR, seconds: 60 });
  return (request) => {
    const windows = isSyncService(request.ip) ? services : anybody;
    const retryAfterSeconds = windows.take(senderOf(request.ip));
    if (retryAfterSeconds !== undefined) throw new ApiError('rate_limited', { retryAfterSeconds });
  };
}
