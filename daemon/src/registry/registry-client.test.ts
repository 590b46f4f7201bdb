import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createRegistryClient, type CallMade } from './registry-client.ts';
import { systemClock } from '#kit/clock';

const agent = new Agent();
let server: Server;
let url: string;
let received: IncomingHttpHeaders[];

beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    received.push(request.headers);
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('each call is a trace of its own, and the log can name it', async () => {
  const calls: CallMade[] = [];
  const client = createRegistryClient(url, 'areg_x', {
    clock: systemClock,
    timeoutMs: 5000,
    agent,
    onCall: (call) => calls.push(call),
  });
  await client.send({ method: 'GET', path: '/artworks/AREG-1' });
  await client.send({ method: 'GET', path: '/' });
  const traces = received.map(
    ({ traceparent }) => /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(String(traceparent))?.[1],
  );
  expect(new Set(traces).size).toBe(2);
  expect(calls).toEqual([
    { method: 'GET', path: '/artworks/AREG-1', status: 404, trace: traces[0] },
    { method: 'GET', path: '/', status: 404, trace: traces[1] },
  ]);
  server.close();
  server.closeAllConnections();
  await expect(client.send({ method: 'GET', path: '/' })).rejects.toThrow('does not answer');
  expect(calls[2]).toMatchObject({ path: '/', status: null });
});
