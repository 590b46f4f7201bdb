// Requests that are wrong in as many ways as we can think of, as bytes on a socket. Made by fast-check from a seed, so
// that the same seed is the same requests in the same order.
import fc from 'fast-check';

export type FuzzRequest = {
  method: string;
  target: string;
  headers: [string, string][];
  /** The body in the pieces it is sent in. */
  body: Uint8Array[];
  /** Milliseconds before each piece. */
  pauseMs: number;
  /** Hang up after this many bytes of the request; undefined: never. */
  cutAfter: number | undefined;
};

/** Values that exist, so that a good part of the requests gets past the first check. */
export type Known = {
  apiKey: string;
  readKey: string;
  artIds: string[];
  installationId: string;
  slugs: string[];
};

const encode = (text: string) => new TextEncoder().encode(text);

// Names that reach into the language, and names that the registry manages.
const NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'length',
  'then',
  'toJSON',
  'id',
  'owner_id',
  'admin_note',
  'status',
  '',
  ' ',
  '\u0000',
  'é',
];
const FIELDS = [
  'title',
  'artist_name',
  'year_created',
  'medium',
  'height_cm',
  'width_cm',
  'depth_cm',
  'availability',
  'price',
  'cover_image_url',
  'external_id',
  'source_url',
  'inventory_ref',
  'integration',
  'installation_id',
  'items',
  'platform',
  'site_url',
  'last_synced_at',
  'email',
  'website',
];
const PARAMETERS = [
  'q',
  'artist',
  'gallery',
  'museum',
  'collection',
  'medium',
  'year',
  'availability',
  'collect24_id',
  'installation_id',
  'platform',
  'price_min',
  'price_max',
  'updated_since',
  'limit',
  'offset',
  'after',
];
const HOSTILE = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u202e',
  '🖼'.repeat(300),
  'a\u0301'.repeat(400),
  "' OR 1=1 --",
  '") OR (1=1',
  'title:* NEAR/3',
  '%_\\',
  '*',
  '"',
  '../../etc/passwd',
  '${7*7}',
  '<script>alert(1)</script>',
  'x'.repeat(3000),
  '9'.repeat(400),
  'NaN',
  '1e999',
  '-0',
  '2026-02-30T25:61:61Z',
  '2026-01-01T00:00:00+99:99',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  'https://',
  'https://user:pass@[::1]:99999/',
  'http://xn--/',
  'javascript:alert(1)',
  'İıſẞ',
];

const text = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
);
const name = fc.oneof(fc.constantFrom(...FIELDS), fc.constantFrom(...NAMES), fc.string({ maxLength: 10 }));
const value = fc.oneof(
  text,
  fc.constantFrom(null, true, 0, -1, 1e308, 1e-308, 2 ** 53, [], {}, [[]], { amount: 1 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);
/** An object with any names, `__proto__` among them, as JSON text: a literal could not hold such a name. */
const objectText = fc
  .array(fc.tuple(name, value), { maxLength: 8 })
  .map(
    (entries) =>
      `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${JSON.stringify(item)}`).join(',')}}`,
  );

export function arbitraryRequest(known: Known): fc.Arbitrary<FuzzRequest> {
  const goodWork = fc.record(
    {
      title: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      artist_name: fc.constantFrom('Ana', 'Ben', 'Zoë'),
      external_id: fc.constantFrom('1', '2', '3'),
      availability: fc.constantFrom('for_sale', 'sold', 'fully_private'),
      integration: fc.constant({ installation_id: known.installationId }),
    },
    { requiredKeys: ['title', 'artist_name'] },
  );
  const spoiled = fc
    .tuple(goodWork, name, value)
    .map(
      ([work, key, item]) =>
        `${JSON.stringify(work).slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(item)}}`,
    );
  const items = fc
    .array(fc.oneof(spoiled, objectText), { maxLength: 4 })
    .map(
      (works) =>
        `{"installation_id":${JSON.stringify(known.installationId)},"items":[${works
          .map(
            (work, index) =>
              `{"idempotency_key":"f${index}","artwork":${work},"registry_id":"x","changes":${work}}`,
          )
          .join(',')}]}`,
    );
  const jsonText = fc.oneof(
    { weight: 4, arbitrary: spoiled },
    { weight: 3, arbitrary: objectText },
    { weight: 2, arbitrary: items },
    { weight: 1, arbitrary: goodWork.map((work) => JSON.stringify(work)) },
    { weight: 1, arbitrary: fc.json() },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        'null',
        '1e999',
        '[',
        '\ufeff{}',
        '{"title":"\\ud800","artist_name":"a"}',
        '{"title":1,"title":2}',
        '['.repeat(50_000),
        `${'{"price":'.repeat(5000)}1${'}'.repeat(5000)}`,
        JSON.stringify({ title: 'x'.repeat(1_200_000), artist_name: 'a' }),
      ),
    },
  );
  const bytes = fc.oneof(
    { weight: 8, arbitrary: jsonText.map(encode) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(jsonText, fc.double({ min: 0, max: 1, noNaN: true }))
        .map(([whole, share]) => encode(whole.slice(0, Math.floor(whole.length * share)))),
    },
  );

  const id = fc.oneof(
    fc.constantFrom(...known.artIds, ...known.slugs, known.installationId),
    text.map((part) => encodeURIComponent(part.toWellFormed())),
    fc.constantFrom(
      '%',
      '%ZZ',
      '%00',
      '%c0%ae',
      '..',
      '.',
      '%2e%2e%2f',
      '\\',
      ';',
      '*',
      '{id}',
      'x'.repeat(9000),
    ),
  );
  const address = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom('', '/', '/artworks', '/artworks/match', '/changes', '/openapi.json'),
    },
    {
      weight: 4,
      arbitrary: fc
        .constantFrom(
          'access-requests',
          'access-requests/claim',
          'connect',
          'installations/ins_none/move',
          'sync',
          'updates',
        )
        .map((part) => `/integrations/${part}`),
    },
    {
      weight: 6,
      arbitrary: fc
        .tuple(
          fc.constantFrom('artworks', 'artists', 'galleries', 'museums'),
          id,
          fc.constantFrom('', '/source', '/artworks', '/x'),
        )
        .map(([folder, part, tail]) => `/${folder}/${part}${tail}`),
    },
    {
      weight: 1,
      arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((part) => `/${encodeURI(part)}`),
    },
  );
  const query = fc
    .array(
      fc.tuple(
        fc.oneof(fc.constantFrom(...PARAMETERS), fc.constantFrom(...NAMES)),
        fc.oneof(text, fc.constantFrom('1', '0', '101', known.installationId, '2026-01-01T00:00:00Z')),
        fc.boolean(),
      ),
      { maxLength: 4 },
    )
    .map((pairs) =>
      pairs
        .map(([key, item, isRaw]) =>
          isRaw
            ? `${key}=${item}`.replace(/[^\x21-\x7e]/g, '')
            : `${encodeURIComponent(key)}=${encodeURIComponent(item.toWellFormed())}`,
        )
        .join('&'),
    );
  const target = fc.oneof(
    {
      weight: 20,
      arbitrary: fc.tuple(address, query).map(([path, search]) => `/api/v1${path}${search && `?${search}`}`),
    },
    { weight: 1, arbitrary: id.map((part) => `/artworks/${part}`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '*',
        '//',
        'http://x/api/v1/',
        '/api/v1//artworks',
        '/docs/static/../x',
        '/docs/..%2f..%2fx',
      ),
    },
  );
  const headerText = text.map((part) => encodeURIComponent(part.toWellFormed()).slice(0, 300));
  const headers = fc
    .record({
      key: fc.oneof(
        { weight: 6, arbitrary: fc.constant(['authorization', `Bearer ${known.apiKey}`]) },
        { weight: 1, arbitrary: fc.constant(['x-api-key', known.readKey]) },
        { weight: 1, arbitrary: headerText.map((part) => ['authorization', `Bearer ${part}`]) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(['x-api-key', `${known.apiKey}x`], ['authorization', 'Basic eDp5'], []),
        },
      ),
      type: fc.oneof(
        { weight: 8, arbitrary: fc.constant(['content-type', 'application/json']) },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            [],
            ['content-type', ''],
            ['content-type', ';'],
            ['content-type', 'application/json; charset="'],
            ['content-type', 'text/plain'],
            ['content-type', 'multipart/form-data'],
            ['content-type', 'application/json\u00e9'],
          ),
        },
      ),
      more: fc.array(
        fc.oneof(
          headerText.map((part) => ['idempotency-key', part]),
          fc.constantFrom(
            ['idempotency-key', 'same'],
            ['idempotency-key', ''],
            ['idempotency-key', 'x'.repeat(201)],
            ['content-encoding', 'gzip'],
            ['expect', '100-continue'],
            ['expect', 'nothing'],
            ['upgrade', 'websocket'],
            ['x-forwarded-for', "1.1.1.1', '"],
            ['x-forwarded-for', 'unknown, ::1%lo, [::2]:80'],
            ['host', ''],
            ['accept', 'text/html'],
            ['range', 'bytes=0-'],
            ['if-none-match', '*'],
            ['x-http-method-override', 'DELETE'],
            ['transfer-encoding', 'chunked'],
            ['transfer-encoding', 'gzip, chunked'],
            ['content-length', '5'],
            ['content-length', '-1'],
            ['x-long', 'y'.repeat(17_000)],
          ),
        ),
        { maxLength: 2 },
      ),
    })
    .map(({ key, type, more }) =>
      [key, type, ...more].filter((pair): pair is [string, string] => pair.length === 2),
    );

  const rare = <T>(weight: number, arbitrary: fc.Arbitrary<T>, usual: T) =>
    fc.oneof({ weight: 100 - weight, arbitrary: fc.constant(usual) }, { weight, arbitrary });
  return fc
    .record({
      method: fc.oneof(
        { weight: 14, arbitrary: fc.constant('fitting') },
        { weight: 2, arbitrary: fc.constantFrom('GET', 'POST', 'PATCH') },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            'HEAD',
            'OPTIONS',
            'PUT',
            'DELETE',
            'TRACE',
            'PROPFIND',
            'QUERY',
            'NONSENSE',
          ),
        },
      ),
      target,
      headers,
      body: bytes,
      pieces: rare(3, fc.integer({ min: 2, max: 5 }), 1),
      pauseMs: rare(2, fc.constantFrom(5, 20), 0),
      cutAfter: rare<number | undefined>(4, fc.integer({ min: 1, max: 600 }), undefined),
    })
    .map(({ pieces, body, method, ...given }) => {
      const rest = {
        ...given,
        method: method === 'fitting' ? fittingMethod(given.target, body.length) : method,
      };
      const size = Math.max(1, Math.ceil(body.length / pieces));
      const parts = Array.from({ length: Math.ceil(body.length / size) }, (_, index) =>
        body.subarray(index * size, (index + 1) * size),
      );
      return { ...rest, body: rest.method === 'GET' || rest.method === 'HEAD' ? [] : parts };
    });
}

/** A method that the address takes, so that most requests get as far as their body or query. */
function fittingMethod(target: string, dice: number): string {
  if (/^\/api\/v1\/(integrations|artworks\/match)/.test(target)) return 'POST';
  if (/^\/api\/v1\/artworks(\?|$)/.test(target)) return dice % 2 === 0 ? 'GET' : 'POST';
  if (/^\/api\/v1\/artworks\//.test(target)) return dice % 2 === 0 ? 'GET' : 'PATCH';
  return 'GET';
}
