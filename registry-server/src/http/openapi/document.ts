// The API description, OpenAPI 3.1, made from the endpoints and the contract. Written here rather than by fastify-zod-openapi:
// requests are refused with our own list of issues, answers stay open while requests are strict, each answer names its error
// codes, and one handler serves GET and HEAD; that library would have to be overruled in each of these.
import { ERRORS } from '@artwork-registry/contract';
import type { ErrorCode } from '@artwork-registry/contract';
import { ApiError } from '../api-error.ts';
import { DEPRECATIONS, deprecationWords } from '../deprecations.ts';
import type { Deprecation } from '../deprecations.ts';
import type { Endpoint } from '../endpoint.ts';
import { BASE_PATH } from '../endpoint.ts';
import { ENDPOINTS } from '../endpoints.ts';
import { HEADERS, headersOf } from './headers.ts';
import { webhookEvent } from './samples.ts';
import { componentSchemas, queryParameters, refTo } from './schemas.ts';
import type { JsonSchema, OpenApiDocument } from './schemas.ts';
import { PARAMETER_WORDS, TAGS } from './words.ts';

/** `publicUrl` is the origin, without /api/v1. */
export function openApiDocument(publicUrl: string, deprecations = DEPRECATIONS): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of ENDPOINTS) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationObject(endpoint, deprecations[endpoint.operationId]),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Artwork Registry API',
      version: 'v1',
      description:
        'Artworks with permanent Art IDs: read, search, publish, keep in step. Keys are for servers, never for browsers. HEAD answers like GET, OPTIONS lists the methods in Allow; every answer is the error envelope or the object described here, and answers may gain fields within v1.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: `${publicUrl}${BASE_PATH}` }],
    security: [{ bearer: [] }, { apiKey: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: { event: { post: webhook() } },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Authorization: Bearer areg_…' },
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' },
      },
      headers: HEADERS,
      schemas: componentSchemas(),
    },
  };
}

/** The description as JSON, written once for each public address: with port 0 that is known only after the server listens. */
export function describeOnce(publicUrl: () => string, deprecations = DEPRECATIONS): () => string {
  let made: { publicUrl: string; json: string } | undefined;
  return () => {
    const url = publicUrl();
    if (made?.publicUrl !== url)
      made = { publicUrl: url, json: JSON.stringify(openApiDocument(url, deprecations)) };
    return made.json;
  };
}

function operationObject(endpoint: Endpoint, deprecation: Deprecation | undefined): JsonSchema {
  const { operationId, tag, summary, description, scope, body } = endpoint;
  const parameters: JsonSchema[] = [];
  if (endpoint.id !== undefined) {
    const schema = { type: 'string', minLength: 1 };
    parameters.push({ name: 'id', in: 'path', required: true, description: endpoint.id, schema });
  }
  if (endpoint.query !== undefined) parameters.push(...queryParameters(endpoint.query, PARAMETER_WORDS));
  if (endpoint.takesIdempotencyKey) parameters.push(IDEMPOTENCY_KEY);
  return {
    operationId,
    tags: [tag],
    summary,
    description:
      [deprecation && deprecationWords(deprecation), description, scope && `Scope: \`${scope}\`.`]
        .filter(Boolean)
        .join(' ') || summary,
    ...(deprecation && { deprecated: true }),
    ...(endpoint.key !== undefined && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: refTo(body.schema), example: body.example } },
      },
    }),
    responses: { ...successes(endpoint), ...refusals(endpoint) },
  };
}

function successes(endpoint: Endpoint): JsonSchema {
  return Object.fromEntries(
    endpoint.answers.map(({ status, schema, description, example }) => [
      status,
      {
        description,
        headers: headersOf(endpoint.key, status, endpoint.takesIdempotencyKey),
        content: {
          'application/json':
            schema === null ? { schema: { type: 'object' } } : { schema: refTo(schema), example },
        },
      },
    ]),
  );
}

function refusals(endpoint: Endpoint): JsonSchema {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...endpoint.errors, ...sharedErrors(endpoint)])) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join(' '),
        'x-error-codes': codes,
        headers: headersOf(endpoint.key, status),
        content: {
          'application/json': {
            schema: refTo('ErrorEnvelope'),
            examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
          },
        },
      },
    ]),
  );
}

/** What any call of this kind may answer, whatever it does. */
function sharedErrors({ method, scope, key }: Endpoint): ErrorCode[] {
  if (key === 'ignored') return [];
  const shared: ErrorCode[] = ['rate_limited', 'internal_error', 'unavailable'];
  if (key === undefined) shared.push('unauthorized', 'organisation_inactive');
  if (scope !== null) shared.push('missing_scope');
  if (method !== 'GET') shared.push('invalid_json', 'payload_too_large', 'unsupported_media_type');
  return shared;
}

function errorExample(code: ErrorCode): unknown {
  const isAboutFields = code === 'invalid_body' || code === 'invalid_query';
  const { body } = new ApiError(code, {
    ...(isAboutFields && {
      issues: [{ path: code === 'invalid_body' ? 'title' : 'limit', message: 'is required' }],
    }),
    ...(code === 'protected_field' && { fields: ['owner_id'] }),
  });
  return { error: body, ...(code === 'rate_limited' && { retry_after_seconds: 17 }) };
}

const IDEMPOTENCY_KEY: JsonSchema = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a repeat of the same body answer the stored result, with the header idempotent-replay: true.',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' },
};

function webhook(): JsonSchema {
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  });
  return {
    operationId: 'receiveEvent',
    tags: ['integrations'],
    summary: 'What the registry sends to the HTTPS address that the operator has registered for you',
    description: 'Compare the signature in constant time and refuse timestamps more than 300 seconds off.',
    security: [],
    parameters: [
      header('x-registry-event', 'Kind of the event.'),
      header('x-registry-timestamp', 'Unix seconds.'),
      header('x-registry-delivery', 'Stable over retries: deduplicate on it.'),
      header('x-registry-attempt', 'Number of the attempt, from 1.'),
      header('x-registry-signature', 'sha256= and the hex HMAC-SHA256 of `<timestamp>.<raw body>`.'),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: refTo('WebhookEvent'), example: webhookEvent } },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: 'Refused; the delivery is tried again, six times in all.' },
    },
  };
}
