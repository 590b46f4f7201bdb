// W3C Trace Context: the trace of a request is in its line of the log, and continues in the webhooks that the request causes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Sender } from '../../src/delivery/sender.ts';
import { DeliveryWorker } from '../../src/delivery/worker.ts';
import { sealSecret } from '../../src/domain/delivery/signing-secret.ts';
import { inTrace } from '../../src/trace.ts';
import { claimDeliveries } from '../support/deliveries.ts';
import { BACKOFF_SECONDS, SECRET, until } from '../support/delivery-fixture.ts';
import { startReceiver } from '../support/https-receiver.ts';
import type { Receiver } from '../support/https-receiver.ts';
import { addOrganization, PLAIN_WORK } from '../support/publishers.ts';
import { openTestStorage, SECRET_KEYS, startTestRegistry } from '../support/test-registry.ts';
import type { TestRegistry } from '../support/test-registry.ts';
import { testClock } from '../support/test-clock.ts';

const TRACES = ['0af7651916cd43dd8448eb211c80319c', '4bf92f3577b34da6a3ce929d0e0e4736'] as const;
const SPAN = '00f067aa0ba902b7';

type Line = { msg: string; method?: string; event?: string; trace?: string };

let folder: string;
let receiver: Receiver;
let registry: TestRegistry;
let worker: DeliveryWorker;
let address: string;
let apiKey: string;
let logged: Line[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-trace-'));
  receiver = await startReceiver(folder);
  logged = [];
  const lines = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  const logger = pino({ level: 'info' }, lines);
  registry = await startTestRegistry({ logger });
  const own = await registry.organization('own');
  apiKey = own.apiKey;
  const secret = sealSecret(SECRET, SECRET_KEYS[0]);
  await registry.storage.insertWebhook({
    organizationId: own.id,
    url: receiver.url,
    events: ['*'],
    secret,
  });
  await registry.app.listen({ host: '127.0.0.1', port: 0 });
  address = `http://127.0.0.1:${(registry.app.server.address() as AddressInfo).port}/api/v1/artworks`;
  worker = new DeliveryWorker({
    storage: registry.storage,
    clock: registry.clock,
    sender: new Sender({ clock: registry.clock, allowHosts: [receiver.host], caFile: receiver.caFile }),
    secretKeys: () => SECRET_KEYS,
    backoffSeconds: BACKOFF_SECONDS,
    logger,
  });
  worker.start();
});
afterAll(async () => {
  await worker.stop();
  await registry.close();
  await receiver.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  receiver.received.length = 0;
  logged.length = 0;
});

async function publish(title: string, traceparent?: string): Promise<number> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      ...(traceparent !== undefined && { traceparent }),
    },
    body: JSON.stringify({ title, artist_name: 'Ana' }),
  });
  await response.text();
  return response.status;
}

const arrived = () => receiver.received.map(({ headers }) => headers['traceparent'] as string | undefined);

describe('the trace of a request', () => {
  it('continues in its webhooks, in a span of their own, and never in those of a request beside it', async () => {
    const statuses = await Promise.all([
      publish('In the first trace', `00-${TRACES[0]}-${SPAN}-01`),
      publish('In none'),
      publish('In the second trace', `00-${TRACES[1]}-${SPAN}-00`),
    ]);
    expect(statuses).toEqual([201, 201, 201]);
    await until(() => receiver.received.length === 3);
    const given = arrived().filter((one) => one !== undefined);
    expect(given.map((one) => one.split('-')[1]).sort()).toEqual([...TRACES].sort());
    for (const one of given) {
      expect(one).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
      expect(one).not.toContain(SPAN);
    }
    await until(() => logged.filter(({ msg }) => msg === 'webhook').length === 3);
    const tracesOf = (message: string) =>
      logged.filter(({ msg }) => msg === message).map(({ trace }) => trace ?? 'none');
    expect(tracesOf('request').sort()).toEqual([...TRACES, 'none'].sort());
    expect(tracesOf('webhook').sort()).toEqual([...TRACES, 'none'].sort());
  });

  it.each([
    '',
    'x',
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `01-${TRACES[0]}-${SPAN}-01`,
    `00-${TRACES[0]}-${SPAN}`,
  ])('is none where the header says %j', async (header) => {
    expect(await publish(`Without a trace: ${header}`, header)).toBe(201);
    await until(() => receiver.received.length === 1);
    expect(arrived()).toEqual([undefined]);
    expect(logged.find(({ msg }) => msg === 'request')?.trace).toBeUndefined();
  });
});

it('reaches the thread that writes', async () => {
  const clock = testClock();
  const storage = openTestStorage(mkdtempSync(join(folder, 'threads-')), clock, 1);
  const { organizationId } = await addOrganization(storage, 'own', { slug: 'g', name: 'G' });
  await storage.insertWebhook({ organizationId, url: receiver.url, events: ['*'], secret: 'sealed' });
  const publishIn = (trace: string) =>
    new Promise<unknown>((resolve) => {
      const fields = { ...PLAIN_WORK, title: trace };
      const input = { organizationId, fields, artistName: 'Ana', source: null, idempotency: null };
      inTrace(trace, () => resolve(storage.publishArtworks([input])));
    });
  await Promise.all(TRACES.map(publishIn));
  const claims = await claimDeliveries(storage, clock.now());
  expect(claims.map(({ trace }) => trace)).toEqual(TRACES);
  await storage.close();
});
