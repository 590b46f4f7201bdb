// The response headers of the API description: which answer carries which.
import type { Endpoint } from '../endpoint.ts';
import type { JsonSchema } from './schemas.ts';

const header = (description: string, schema: JsonSchema, required = true): JsonSchema => ({
  description,
  required,
  schema,
});
const whole = { type: 'integer', minimum: 0 };

export const HEADERS: Readonly<Record<string, JsonSchema>> = {
  'x-registry-api-version': header('Version of the API.', { const: 'v1', type: 'string' }),
  'cache-control': header('Answers are not to be stored.', { const: 'no-store', type: 'string' }),
  'x-request-id': header('Names this answer in questions to the operator.', {
    type: 'string',
    format: 'uuid',
  }),
  'x-ratelimit-limit': header('Requests per minute and key.', whole),
  'x-ratelimit-remaining': header('Requests left in this window.', whole),
  'x-ratelimit-reset': header('When the window resets, in unix seconds.', whole),
  'retry-after': header('Seconds to wait.', { type: 'integer', minimum: 1 }),
  'retry-after-if-running': header('Seconds to wait, where the first call still runs.', whole, false),
  'retry-after-if-unknown': header(
    'Seconds to wait, where the registry does not know whether the call was carried out.',
    { type: 'integer', minimum: 1 },
    false,
  ),
  'www-authenticate': header('How to present a key.', { const: 'Bearer realm="registry"', type: 'string' }),
  'idempotent-replay': header('On a repeat: the stored answer.', { const: 'true', type: 'string' }, false),
};

const ALWAYS = ['x-registry-api-version', 'cache-control', 'x-request-id'];
const RATE = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'];

/** References to the headers that an answer of this status carries. */
export function headersOf(key: Endpoint['key'], status: number, isReplayable = false): JsonSchema {
  const names = [...ALWAYS];
  // A server error may be the key's own look-up.
  if (key === undefined && status !== 401 && status < 500) names.push(...RATE);
  if (status === 401) names.push('www-authenticate');
  if (status === 429 || status === 503) names.push('retry-after');
  const references = Object.fromEntries(names.map((name) => [name, reference(name)]));
  if (status === 500) references['retry-after'] = reference('retry-after-if-unknown');
  if (status === 409) references['retry-after'] = reference('retry-after-if-running');
  if (isReplayable) references['idempotent-replay'] = reference('idempotent-replay');
  return references;
}

const reference = (name: string): JsonSchema => ({ $ref: `#/components/headers/${name}` });
