// Answers that are no answers: they break off, stall, or come from something in between that is not the registry.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createRegistryClient, RegistryError } from './index.ts';
import type { ClientOptions } from './index.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function clientOf(answer: RequestListener, options: Partial<ClientOptions> = {}) {
  server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const pause = () => Promise.resolve();
  return createRegistryClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'areg_x', pause, ...options });
}

const JSON_TYPE = { 'content-type': 'application/json' };

it('an answer that breaks off is asked for again', async () => {
  let calls = 0;
  const client = await clientOf((_request, response) => {
    calls += 1;
    if (calls > 2) return void response.writeHead(200, JSON_TYPE).end('{"object":"service"}');
    response.writeHead(200, { ...JSON_TYPE, 'content-length': '100' });
    response.write('{"object":', () => response.destroy());
  });
  expect(await client.service()).toEqual({ object: 'service' });
  expect(calls).toBe(3);
});

it('a publish whose answer breaks off is sent again under the same idempotency key', async () => {
  const keys: unknown[] = [];
  const client = await clientOf((request, response) => {
    keys.push(request.headers['idempotency-key']);
    request.resume();
    if (keys.length > 1) return void response.writeHead(201, JSON_TYPE).end('{"registry_id":"AREG-1"}');
    response.writeHead(201, { ...JSON_TYPE, 'content-length': '100' });
    response.write('{"registry_id":', () => response.destroy());
  });
  expect(await client.publish({ title: 'Blue Hour', artist_name: 'Iris Quill' })).toEqual({
    registry_id: 'AREG-1',
  });
  expect(keys).toEqual([expect.stringMatching(/./), keys[0]]);
});

it('an answer that stalls is a timeout', async () => {
  const client = await clientOf(
    (_request, response) => void response.writeHead(200, JSON_TYPE).write('{"object":'),
    { timeoutMs: 50, retries: 1 },
  );
  await expect(client.service()).rejects.toMatchObject({
    name: 'RegistryError',
    code: 'timeout',
    status: null,
  });
});

it('a page of something in between is a bad answer', async () => {
  const client = await clientOf(
    (_request, response) => void response.setHeader('content-type', 'text/html').end('<p>Please sign in'),
  );
  const error = await client.service().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RegistryError);
  expect(error).toMatchObject({ code: 'bad_answer', status: 200 });
});

it('a key that no header can carry is refused without being told', () => {
  const make = (apiKey: string) => createRegistryClient({ baseUrl: 'http://127.0.0.1:9', apiKey });
  expect(() => make('areg_SECRET\nPART')).toThrow(/^apiKey is empty or holds a character that no key has$/);
  expect(() => make('')).toThrow('apiKey is empty');
  expect(() => make('areg_from_a_file\n')).not.toThrow();
});

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const OF_THE_REGISTRY = { ...JSON_TYPE, 'x-registry-api-version': 'v1' };
const refusal = (code: string) => JSON.stringify({ error: { code, message: 'Later.' } });

it.each([
  ['0', '0'],
  ['1.5', '1.5'],
  ['a date that has passed', 'Thu, 01 Jan 1970 00:00:00 GMT'],
])('a Retry-After of %s still has pauses that grow', async (_, retryAfter) => {
  const pauses: number[] = [];
  const client = await clientOf(
    (_request, response) =>
      void response
        .writeHead(429, { ...OF_THE_REGISTRY, 'retry-after': retryAfter })
        .end(refusal('rate_limited')),
    {
      retries: 3,
      pause(ms) {
        pauses.push(ms);
        return Promise.resolve();
      },
    },
  );
  await expect(client.service()).rejects.toMatchObject({ code: 'rate_limited' });
  expect(pauses.map((ms, at) => ms >= 250 * 2 ** at)).toEqual([true, true, true]);
});

it('a redirect is named, and neither followed nor asked again', async () => {
  let calls = 0;
  const client = await clientOf((_request, response) => {
    calls += 1;
    response.writeHead(301, { location: 'https://www.registry.example/api/v1/' }).end();
  });
  const failure = client.service();
  await expect(failure).rejects.toThrow('redirects to https://www.registry.example/api/v1/');
  await expect(failure).rejects.toMatchObject({ name: 'RegistryError', status: 301 });
  expect(calls).toBe(1);
});

it.each([
  ['the 503 of a gateway', 503, JSON_TYPE, 1],
  ['the 503 of the registry', 503, OF_THE_REGISTRY, 3],
  ['a registry that does not know whether it was done', 500, { ...OF_THE_REGISTRY, 'retry-after': '1' }, 1],
])(
  'a request that happens each time it is sent, answered by %s, is sent %#',
  async (_, status, headers, times) => {
    let calls = 0;
    const client = await clientOf(
      (request, response) => {
        calls += 1;
        request.resume();
        response.writeHead(status, headers).end(refusal('unavailable'));
      },
      { retries: 2 },
    );
    const body = { name: 'Iris', email: 'iris@quill.example', access_type: 'read' } as never;
    await expect(client.http.POST('/integrations/access-requests', { body })).rejects.toMatchObject({
      status,
    });
    expect(calls).toBe(times);
  },
);

it('a batch whose answer is lost is sent again, because each of its items has a key', async () => {
  let calls = 0;
  const client = await clientOf((request, response) => {
    calls += 1;
    request.resume();
    if (calls === 1) return void response.destroy();
    response.writeHead(200, OF_THE_REGISTRY).end('{"results":[]}');
  });
  await client.http.POST('/integrations/sync', { body: { installation_id: 'i', items: [] } as never });
  expect(calls).toBe(2);
});

it.each(['{}', '[]', 'null', '3', '{"data":null}', '{"data":{}}', '{"data":[],"has_more":true}'])(
  'a page that is %s is a bad answer',
  async (text) => {
    const client = await clientOf(
      (_request, response) => void response.writeHead(200, OF_THE_REGISTRY).end(text),
    );
    await expect(all(client.changes())).rejects.toMatchObject({ code: 'bad_answer' });
    await expect(all(client.artworks())).rejects.toMatchObject({ code: 'bad_answer' });
  },
);

it('a feed whose next page is the same one is a bad answer, not an endless loop', async () => {
  const page = JSON.stringify({ data: [], has_more: true, next_after: 7 });
  const client = await clientOf(
    (_request, response) => void response.writeHead(200, OF_THE_REGISTRY).end(page),
  );
  await expect(all(client.changes(7))).rejects.toMatchObject({ code: 'bad_answer' });
});

it('every call takes a signal, which ends it with the reason that its caller gave', async () => {
  const client = await clientOf((request) => void request.resume());
  const reason = new Error('The user left.');
  const calls: ((signal: AbortSignal) => Promise<unknown>)[] = [
    (signal) => client.service({ signal }),
    (signal) => client.publish({ title: 'Blue Hour', artist_name: 'Iris Quill' }, undefined, { signal }),
    (signal) => client.artwork('AREG-1', { signal }),
    (signal) => client.update('AREG-1', { availability: 'sold' }, { signal }),
    (signal) => client.reportSource('AREG-1', { installation_id: 'ins_1', status: 'active' }, { signal }),
    (signal) => client.artworks({}, { signal }).next(),
    (signal) => client.changes(0, { signal }).next(),
  ];
  // A new call has to take one as well.
  expect(calls).toHaveLength(Object.keys(client).filter((name) => name !== 'http').length);
  for (const call of calls) {
    const ending = new AbortController();
    setTimeout(() => ending.abort(reason), 20);
    await expect(call(ending.signal)).rejects.toBe(reason);
  }
});

it('a signal ends the pause before the next attempt', async () => {
  const began = Date.now();
  server = createServer((_request, response) => {
    response.writeHead(429, { ...JSON_TYPE, 'retry-after': '60' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = createRegistryClient({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'areg_x' });
  const ending = new AbortController();
  const reason = new Error('The user left.');
  setTimeout(() => ending.abort(reason), 100);
  await expect(client.service({ signal: ending.signal })).rejects.toBe(reason);
  expect(Date.now() - began).toBeLessThan(5000);
});

it.each([
  ['a password', 'https://user:SECRET@registry.example/api/v1'],
  ['a query', 'https://registry.example/api/v1?key=SECRET'],
  ['a fragment', 'https://registry.example/api/v1#SECRET'],
  ['no protocol', 'registry.example/SECRET'],
  ['nothing', ''],
])('an address with %s is refused without being told', (_, baseUrl) => {
  const make = () => createRegistryClient({ baseUrl, apiKey: 'areg_x' });
  expect(make).toThrow(/^baseUrl is not an address/);
  expect(make).not.toThrow(/SECRET/);
});

it.each(['/', '//', ' ', '?'])('an address with %j behind it is the one without', async (end) => {
  const asked: unknown[] = [];
  const client = await clientOf((request, response) => {
    asked.push(request.url);
    response.writeHead(200, JSON_TYPE).end('{"data":{"registry_id":"AREG-1"}}');
  });
  await client.artwork('AREG-1');
  const { port } = server!.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}${end}`;
  await createRegistryClient({ baseUrl, apiKey: 'areg_x' }).artwork('AREG-1');
  expect(asked).toEqual(['/artworks/AREG-1', '/artworks/AREG-1']);
});

it.each(['', '.', '..', undefined as never])('an id that is %j asks for nothing else', async (id) => {
  let calls = 0;
  const client = await clientOf((_request, response) => {
    calls += 1;
    response.writeHead(200, JSON_TYPE).end('{"data":[{"registry_id":"AREG-1"}],"registry_id":"AREG-1"}');
  });
  await expect(client.artwork(id)).rejects.toThrow('id is empty');
  await expect(client.update(id, { title: 'Blue Hour' })).rejects.toThrow('id is empty');
  await expect(client.http.GET('/galleries/{id}', { params: { path: { id } } })).rejects.toThrow(
    'id is empty',
  );
  expect(calls).toBe(0);
});

it('a price that could not be calculated is refused, not sent as "no price"', async () => {
  const sent: string[] = [];
  const client = await clientOf((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => sent.push(text));
    response.writeHead(200, JSON_TYPE).end('{"registry_id":"AREG-1"}');
  });
  const price = { amount: Number('1,200'), currency: 'EUR' };
  await expect(client.update('AREG-1', { price } as never)).rejects.toThrow('amount is NaN');
  await expect(client.publish({ price } as never)).rejects.toThrow('amount is NaN');
  expect(sent).toEqual([]);
});
