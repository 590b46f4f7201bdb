// The calls of the registry as functions: what they take and give comes from the API description (api.generated.ts).
import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { components, operations, paths } from './api.generated.ts';
import { errorOf, RegistryError } from './registry-error.ts';
import { retryingFetch } from './retrying-fetch.ts';
import type { RetryOptions } from './retrying-fetch.ts';

type Schemas = components['schemas'];
type Sent<Name extends keyof operations> = operations[Name] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;
type ListQuery = Omit<NonNullable<operations['listArtworks']['parameters']['query']>, 'offset'>;
export type Change =
  operations['listChanges']['responses'][200]['content']['application/json']['data'][number];

export interface ClientOptions extends RetryOptions {
  /** Address of the API, such as https://registry.example/api/v1. */
  baseUrl: string;
  apiKey: string;
}

export interface CallOptions {
  /** Ends the call, also between two attempts, which then throws the signal's reason. */
  signal?: AbortSignal | undefined;
}

export type RegistryClient = ReturnType<typeof createRegistryClient>;

export function createRegistryClient({ baseUrl, apiKey, ...retry }: ClientOptions) {
  const key = apiKey.trim();
  // fetch would name the whole key in its own complaint.
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('apiKey is empty or holds a character that no key has');
  const http: Client<paths> = createClient<paths>({
    baseUrl: addressOf(baseUrl),
    fetch: retryingFetch(retry),
    bodySerializer: (body) => JSON.stringify(body, refuseNoNumber),
  });
  http.use({
    onRequest: ({ request, schemaPath, params }) => {
      for (const [, name] of schemaPath.matchAll(/\{(\w+)\}/g)) refuseOtherPath(name!, params.path?.[name!]);
      request.headers.set('authorization', `Bearer ${key}`);
      if (request.method === 'POST' && TAKES_KEY.has(schemaPath) && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', randomUUID());
      return request;
    },
    onResponse: async ({ response }) => {
      if (!response.ok) throw await errorOf(response);
      // Such as the page of a proxy, which openapi-fetch would fail to parse with an error of its own.
      if (!(await isObject(response.clone()))) throw await errorOf(response);
    },
  });

  return {
    /** Every operation of the API by its path, with the same retries, keys and errors. */
    http,

    service: async (options: CallOptions = {}) => got(await http.GET('/', signalOf(options))),

    /** Publishes a work. An idempotency key of your own (such as your order number) also covers a restart of your program. */
    publish: async (
      work: Sent<'publishArtwork'>,
      idempotencyKey: string = randomUUID(),
      options: CallOptions = {},
    ) =>
      got(
        await http.POST('/artworks', {
          ...signalOf(options),
          params: { header: { 'Idempotency-Key': idempotencyKey } },
          body: work,
        }),
      ),

    artwork: async (id: string, options: CallOptions = {}) => {
      const answer = await http.GET('/artworks/{id}', { ...signalOf(options), params: { path: { id } } });
      const { data } = got(answer);
      if (data === undefined) throw badAnswer(answer.response, 'The answer is not an artwork');
      return data;
    },

    update: async (id: string, changes: Sent<'updateArtwork'>, options: CallOptions = {}) =>
      got(
        await http.PATCH('/artworks/{id}', {
          ...signalOf(options),
          params: { path: { id } },
          body: changes,
        }),
      ),

    reportSource: async (id: string, source: Sent<'updateArtworkSource'>, options: CallOptions = {}) =>
      got(
        await http.PATCH('/artworks/{id}/source', {
          ...signalOf(options),
          params: { path: { id } },
          body: source,
        }),
      ),

    /**
     * All works that the query finds, page by page as they are asked for, those that were changed longest ago first. Writes by anybody
     * meanwhile do no harm: a work that passes the query from the first page to the last is given exactly once, as it was when its page
     * was read. A work that is published or begins to pass meanwhile is given too, unless the iteration is over; one that is changed
     * after it was given is not given again. `limit` is the size of a page, `updated_since` where the iteration begins.
     */
    async *artworks(
      query: ListQuery = {},
      options: CallOptions = {},
    ): AsyncGenerator<Schemas['ArtworkList']['data'][number]> {
      const given = new Set<string>();
      // Pages continue from the time of the last work, not from an offset: a work that is published or hidden moves all offsets behind it.
      let since = query.updated_since ?? '1970-01-01T00:00:00Z';
      let offset = 0;
      // With a page of one, the work at `since` would come for ever.
      const limit = Math.max(2, query.limit ?? 100);
      for (;;) {
        const asked = { ...query, limit, offset, updated_since: since };
        const answer = await http.GET('/artworks', { ...signalOf(options), params: { query: asked } });
        const { data, pagination } = pageOf(answer, (page) => page.pagination);
        for (const work of data) {
          if (given.has(work.registry_id)) continue;
          given.add(work.registry_id);
          yield work;
        }
        const last = data.at(-1);
        if (last === undefined || !pagination.has_more) return;
        // A registry gives each change a time of its own; where a whole page shares one, only an offset leads out of it.
        offset = last.updated_at === since ? offset + data.length : 0;
        since = last.updated_at;
      }
    },

    /** All changes of the public registry after a number; keep the `seq` of the last one for the next time. */
    async *changes(after = 0, options: CallOptions = {}): AsyncGenerator<Change> {
      for (let next = after; ;) {
        const query = { after: next, limit: 100 };
        const answer = await http.GET('/changes', { ...signalOf(options), params: { query } });
        const page = pageOf(answer, ({ next_after }) => next_after);
        yield* page.data;
        if (!page.has_more) return;
        if (!(page.next_after > next))
          throw badAnswer(answer.response, 'The next page begins where this one did');
        next = page.next_after;
      }
    },
  };
}

/** fetch would name a password in its own complaint, and a query would come before the path of each call. */
function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    throw new TypeError(
      'baseUrl is not an address such as https://registry.example/api/v1, without user, password, query and fragment',
    );
  return url.origin + url.pathname.replace(/\/+$/, '');
}

/** An address without its last part, or with a dot for it, is that of a list or of something else. */
function refuseOtherPath(name: string, value: unknown): void {
  if (value === undefined || value === null || ['', '.', '..'].includes(String(value)))
    throw new TypeError(`${name} is empty or not a name`);
}

/** JSON does not know NaN: a price that could not be calculated would be sent as null, which removes the price. */
function refuseNoNumber(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${name} is ${value}`);
  return value;
}

const signalOf = ({ signal }: CallOptions) => (signal === undefined ? {} : { signal });

/** Operations that store their answer under an idempotency key (docs/api.md "Idempotency"). */
const TAKES_KEY = new Set<string>(['/artworks', '/artworks/{id}/certificates'] satisfies (keyof paths)[]);

const isObject = (answer: Response) =>
  answer.json().then(
    (body) => typeof body === 'object' && body !== null,
    () => false,
  );

function badAnswer(response: Response, what: string): RegistryError {
  const message = `${what} (HTTP ${response.status})`;
  return new RegistryError({ code: 'bad_answer', status: response.status, message });
}

/** A page of a list; an answer that is none would end, or never end, the walk through all pages. */
function pageOf<Page extends { data: unknown }>(
  answer: { data?: Page; response: Response },
  next: (page: Page) => unknown,
): Page {
  const page = got(answer);
  if (Array.isArray(page.data) && next(page) !== undefined) return page;
  throw badAnswer(answer.response, 'The answer is not a page of a list');
}

function got<Data>({ data, response }: { data?: Data; response: Response }): Data {
  if (data !== undefined) return data;
  throw badAnswer(response, 'The answer of the registry is empty');
}
