// The API description, OpenAPI 3.1: the table of endpoints, the operations and the contract put together.
import { ERRORS } from '@artwork-registry/contract';
import type { ErrorCode } from '@artwork-registry/contract';
import { ApiError } from '../../domain/api-error.ts';
import { BASE_PATH, ENDPOINTS } from '../../domain/endpoints.ts';
import type { Endpoint } from '../../domain/endpoints.ts';
import { artwork, EXAMPLES, written } from './examples.ts';
import { HEADERS, headersOf } from './headers.ts';
import { OPERATIONS, PARAMETER_WORDS, TAGS } from './operations.ts';
import type { Operation } from './operations.ts';
import { componentSchemas, queryParameters, refTo } from './schemas.ts';
import type { JsonSchema, SchemaName } from './schemas.ts';

export type OpenApiDocument = {
  openapi: string;
  paths: Record<string, Record<string, JsonSchema>>;
  components: { schemas: Record<string, JsonSchema> } & JsonSchema;
} & JsonSchema;

/** `publicUrl` is the origin, without /api/v1. */
export function openApiDocument(publicUrl: string): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of ENDPOINTS) {
    const operation = OPERATIONS[`${endpoint.method} ${endpoint.path}`];
    if (operation === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is not described`);
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationObject(endpoint, operation),
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

function operationObject(endpoint: Endpoint, operation: Operation): JsonSchema {
  const { operationId, tag, summary, description, body } = operation;
  const parameters: JsonSchema[] = [];
  if (operation.id !== undefined) {
    const schema = { type: 'string', minLength: 1 };
    parameters.push({ name: 'id', in: 'path', required: true, description: operation.id, schema });
  }
  if (operation.query !== undefined) parameters.push(...queryParameters(operation.query, PARAMETER_WORDS));
  if (operation.takesIdempotencyKey) parameters.push(IDEMPOTENCY_KEY);
  return {
    operationId,
    tags: [tag],
    summary,
    description:
      [description, endpoint.scope && `Scope: \`${endpoint.scope}\`.`].filter(Boolean).join(' ') || summary,
    ...(endpoint.key !== 'required' && { security: [] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: refTo(body), example: EXAMPLES[body] } },
      },
    }),
    responses: { ...successes(endpoint, operation), ...refusals(endpoint, operation) },
  };
}

function successes(endpoint: Endpoint, operation: Operation): JsonSchema {
  return Object.fromEntries(
    operation.answers.map(({ status, schema, description, example }) => [
      status,
      {
        description,
        headers: headersOf(endpoint.key, status, operation.takesIdempotencyKey),
        content: {
          'application/json':
            schema === null
              ? { schema: { type: 'object' } }
              : { schema: refTo(schema), example: exampleOf(schema, example) },
        },
      },
    ]),
  );
}

function exampleOf(schema: SchemaName, name: string | undefined): unknown {
  if (name === 'ArtworkDuplicate')
    return { ...written, duplicate: true, matched_on: 'fingerprint', data: artwork };
  return EXAMPLES[name ?? schema];
}

function refusals(endpoint: Endpoint, operation: Operation): JsonSchema {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of new Set([...operation.errors, ...sharedErrors(endpoint)])) {
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
  if (key === 'required') shared.push('unauthorized', 'organisation_inactive');
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
      content: { 'application/json': { schema: refTo('WebhookEvent'), example: EXAMPLES.WebhookEvent } },
    },
    responses: {
      '2XX': { description: 'Received.' },
      '4XX': { description: 'Refused; the delivery is tried again, six times in all.' },
    },
  };
}
