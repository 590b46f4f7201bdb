// Answers without end, of a site and of a registry, over HTTP.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from './clock.ts';
import { MOST_BODY_BYTES } from './read-body.ts';
import { createRegistryClient } from './registry/registry-client.ts';
import { createDirectCarrier } from './site/direct-carrier.ts';
import { createCallSigner } from './site/signed-call.ts';
import { createSiteClient } from './site/site-client.ts';

let server: Server;
let url: string;
let sent = 0;
const agent = new Agent();

beforeEach(async () => {
  sent = 0;
  server = createServer((_request, response) => {
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
  const client = createRegistryClient(url, 'areg_x', { timeoutMs: 5000, agent });
  await expect(client.send({ method: 'GET', path: '/' })).rejects.toThrow('larger than 8 MiB');
  expect(sent).toBeLessThan(8 * MOST_BODY_BYTES);
});

test('an answer of a site without end is cut off, by each way in', async () => {
  const site = { siteId: 's', siteUrl: url, secret: btoa('x'.repeat(32)) };
  const client = createSiteClient(
    createDirectCarrier(site, createCallSigner(site, systemClock), { timeoutMs: 5000, agent }),
  );
  await expect(client.poll({})).rejects.toThrow('larger than 8 MiB');
  expect(sent).toBeLessThan(8 * MOST_BODY_BYTES);
});
