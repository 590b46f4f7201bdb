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
