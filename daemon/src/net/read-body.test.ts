// Answers without end, of a site and of a registry, over HTTP.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#kit/clock';
import { MOST_BODY_BYTES } from './read-body.ts';
import { createRegistryClient } from '../registry/registry-client.ts';
import { createDirectCarrier } from '../site/direct-carrier.ts';
import { createCallSigner } from '../site/signed-call.ts';
import { createSiteClient } from '../site/site-client.ts';

let server: Server;
let url: string;
let sent = 0;
let headers: { [name: string]: string };
const agent = new Agent();

beforeEach(async () => {
  sent = 0;
  headers = {};
  server = createServer((_request, response) => {
    response.writeHead(200, headers);
    const chunk = Buffer.alloc(2 ** 20, 'a');
    const more = () => {
      while (!response.destroyed && sent < 100 * chunk.length) {
        sent += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('an answer of a registry without end is cut off', async () => {
  const client = createRegistryClient(url, 'areg_x', { clock: systemClock, timeoutMs: 5000, agent });
  await expect(client.send({ method: 'GET', path: '/' })).rejects.toThrow('larger than 8 MiB');
  expect(sent).toBeLessThan(8 * MOST_BODY_BYTES);
});

const poll = () => {
  const site = { siteId: 's', siteUrl: url, secret: btoa('x'.repeat(32)) };
  const signer = createCallSigner(site, systemClock);
  return createSiteClient(
    createDirectCarrier(site, signer, { clock: systemClock, timeoutMs: 5000, agent }),
  ).poll({});
};

test('an answer of a site without end that claims a signature is cut off, by each way in', async () => {
  headers = { 'x-areg-signature': 'v1=00' };
  await expect(poll()).rejects.toThrow('larger than 8 MiB');
  expect(sent).toBeLessThan(8 * MOST_BODY_BYTES);
});

test('of an answer of a site without a signature only the beginning is read', async () => {
  await expect(poll()).rejects.toThrow('answered 200 without a signature');
  // What the sockets of both sides hold, by three ways in.
  expect(sent).toBeLessThan(2 * MOST_BODY_BYTES);
});
