import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { systemClock } from '#kit/clock';
import type { Site } from '../site/sites-file.ts';
import { createSiteAccounts } from './site-accounts.ts';

test('a site whose row cannot be opened takes the key from no other site that has the same', async () => {
  const keys: unknown[] = [];
  const server = createServer((request, response) => {
    keys.push(request.headers.authorization);
    response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const agent = new Agent();
  const accounts = createSiteAccounts({
    config: { callTimeoutMs: 2000, probeMs: 1000 },
    clock: systemClock,
    agent,
    log: { debug: () => {} },
    sites: {
      keyOf({ siteId }) {
        if (siteId === 'broken') throw new Error('This row was sealed with another key.');
        return 'areg_key';
      },
    },
    failuresOfRegistry: Infinity,
  });
  const registryUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
  const siteOf = (siteId: string) => ({ siteId, registryUrl, apiKey: 'key:1' }) as Site;
  const [account] = ['broken', 'sound'].map((id) => accounts.take(siteOf(id), undefined, (one) => one));
  await account!.probe(AbortSignal.timeout(5000)).catch(() => {});
  expect(keys).toEqual(['Bearer areg_key']);
  await agent.destroy();
  server.close();
});
