// POST /integrations/access-requests/claim: fetch the key of an approved request (feature `access_claim`).
import type { FastifyRequest } from 'fastify';
import { AccessClaimRequest, LIMITS } from '@artwork-registry/contract';
import type { AccessClaim } from '@artwork-registry/contract';
import { claimKey, SYNC_SERVICE_PER_HOUR } from '../../domain/access/access-requests.ts';
import { senderOf } from '@artwork-registry/contract';
import { isoOfMicros } from '../../storage/timestamp.ts';
import { ApiError } from '../api-error.ts';
import type { ApiDeps, Endpoint } from '../endpoint.ts';
import { parseBody } from '../parse-body.ts';
import { CountWindows } from '../count-windows.ts';

/** Wrong tokens a minute from one address. Right ones do not count: a sync service claims for many galleries. */
const WRONG_PER_MINUTE = 30;

export const claimAccess: Endpoint = {
  method: 'POST',
  path: '/integrations/access-requests/claim',
  scope: null,
  key: 'optional',
  operationId: 'claimAccess',
  tag: 'integrations',
  summary: 'Fetch the key of an approved request for access; needs none (feature access_claim)',
  description:
    'Every 30 seconds at most. `api_key` is there from the approval until the key is first used, at most 14 days.',
  body: {
    schema: 'AccessClaimRequest',
    example: {
      request_id: '0c9d1f52-7f3c-4a58-9c1d-6b1f3e2a4d5c',
      claim_token: 'bq3wWmUgHm1yT0wq0cP1xOQm3y7ZQ0v9Jr6f2b8sK4E',
    },
  },
  answers: [
    {
      status: 200,
      schema: 'AccessClaim',
      description: 'What became of the request, and the key.',
      example: { object: 'access_claim', status: 'waiting', api_key: null, key: null },
    },
  ],
  errors: ['invalid_body', 'access_request_not_found'],
  bodyLimit: LIMITS.accessBodyBytes,
  handler: ({ storage, access, clock }) => {
    const wrong = limitWrongTokens({ access, clock });
    return async (request) => {
      const { request_id: requestId, claim_token: token } = parseBody(AccessClaimRequest, request.body);
      wrong.refuse(request);
      const answer = await claimKey({ storage, ...access }, requestId, token);
      if (answer.kind === 'unknown') {
        wrong.count(request);
        throw new ApiError('access_request_not_found');
      }
      if (answer.kind === 'early') {
        throw new ApiError('rate_limited', {
          message: 'The key was asked for less than 30 seconds ago. Wait and ask again.',
          retryAfterSeconds: answer.retryAfterSeconds,
        });
      }
      return claimObject(answer);
    };
  },
};

function claimObject({
  status,
  apiKey,
  key,
}: Extract<Awaited<ReturnType<typeof claimKey>>, { kind: 'answered' }>): AccessClaim {
  return {
    object: 'access_claim',
    status,
    api_key: apiKey,
    key: key && {
      prefix: key.prefix,
      scopes: key.scopes,
      expires_at: key.expiresAt === null ? null : isoOfMicros(key.expiresAt),
    },
  };
}

/** Counted in memory: nothing is stored for a stranger. */
function limitWrongTokens({ access: { isSyncService }, clock }: Pick<ApiDeps, 'access' | 'clock'>) {
  const limiterFor = (request: FastifyRequest) => (isSyncService(request.ip) ? services : anybody);
  const anybody = new CountWindows(clock, { most: WRONG_PER_MINUTE, seconds: 60 });
  const services = new CountWindows(clock, { most: SYNC_SERVICE_PER_HOUR, seconds: 60 });
  return {
    refuse: (request: FastifyRequest) => {
      const retryAfterSeconds = limiterFor(request).wait(senderOf(request.ip));
      if (retryAfterSeconds !== undefined) throw new ApiError('rate_limited', { retryAfterSeconds });
    },
    count: (request: FastifyRequest) => limiterFor(request).count(senderOf(request.ip)),
  };
}
