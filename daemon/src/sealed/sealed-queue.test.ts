// A request for access that the service posted when it ended: the registry would carry a second one out as well. The journal is taken
// as it is at that moment, as after a kill.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Agent } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../tests/support/start-stage.ts';
import { openJournal, type Journal } from '../journal/journal.ts';
import type { Site } from '../site/sites-file.ts';
import { runSealedOrder } from './open-sealed.ts';
import { createSealedOrders } from './sealed-queue.ts';
import { systemClock } from '#kit/clock';

const SITE = '00000000-0000-4000-8000-000000000001';
const REQUEST = '00000000-0000-4000-8000-00000000000a';
let folder: string;
let server: Server;
let url: string;
let posts: number;
let answer: (response: ServerResponse) => void;
let open: Journal[];
let stops: (() => Promise<void>)[];
const agent = new Agent();

const accept = (response: ServerResponse) =>
  response.setHeader('content-type', 'application/json').end(
    JSON.stringify({
      object: 'access_request_result',
      request_id: REQUEST,
      claim_token: 'token',
      status: 'queued',
      access_type: 'both',
      api_key: null,
      key: null,
      message: 'queued',
    }),
  );

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sealed-queue-'));
  posts = 0;
  open = [];
  stops = [];
  answer = accept;
  server = createServer((request, response) => {
    posts += 1;
    request.resume().on('end', () => answer(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
});
afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await Promise.all(stops.map((stop) => stop()));
  for (const journal of open) journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A service with the journal in that file. */
function life(name: string, site: Partial<Site> = {}, onSave: (site: Site) => void = () => {}) {
  const journal = openJournal(join(folder, name));
  open.push(journal);
  const request = {
    name: 'Paula Example',
    email: 'p@shop.example',
    website: 'https://shop.example',
    intended_use: 'Registering the works of our gallery.',
  };
  const own = { siteId: SITE, registryUrl: url, apiKey: null, ...site } as Site;
  const orders = createSealedOrders({
    journal,
    siteId: SITE,
    log: pino({ level: 'silent' }),
    onDone: () => {},
    open: (box, posting) =>
      runSealedOrder(
        {
          sealKey: { open: (text: string) => text } as never,
          agent,
          proxy: null,
          clock: systemClock,
          timeoutMs: 2000,
          saveSite: onSave,
          journal,
        },
        own,
        box,
        posting,
      ),
  });
  stops.push(orders.life.stop);
  const box = JSON.stringify({ kind: 'access_request', site_id: SITE, registry_url: null, request });
  const take = (id = 'order') => orders.open([{ id, box }]);
  /** The site has no order. */
  const takeNone = () => orders.open([]);
  const outcome = async () => {
    await until(() => orders.outcomes().length > 0, 'the order has an outcome');
    return orders.outcomes()[0];
  };
  return { take, takeNone, outcome, journal, list: orders.outcomes, stop: orders.life.stop };
}
function copyAs(name: string): void {
  for (const suffix of ['', '-wal']) cpSync(join(folder, 'first') + suffix, join(folder, name) + suffix);
}
/** Nothing more is written down until it is free; how often something was refused. */
function fillDisk(journal: Journal) {
  const { transaction } = journal;
  const disk = { refused: 0, free: () => void (journal.transaction = transaction) };
  journal.transaction = () => {
    disk.refused += 1;
    throw new Error('SQLITE_FULL: database or disk is full');
  };
  return disk;
}

test('a request whose answer was lost with the process is not posted again, and its owner is told so', async () => {
  answer = () => copyAs('second');
  life('first').take();
  await until(() => posts === 1, 'posted');
  answer = accept;
  const next = life('second');
  next.take();
  expect(await next.outcome()).toMatchObject({ ok: false, code: 'request_unclear' });
  expect(posts).toBe(1);
});

test('a request that was stored when the process ended is known, and not posted again', async () => {
  let stored: Site | undefined;
  life('first', {}, (site) => {
    stored = site;
    copyAs('second');
  }).take();
  await until(() => stored !== undefined, 'stored');
  const next = life('second', { access: stored!.access });
  next.take();
  expect(await next.outcome()).toMatchObject({ ok: true, code: 'requested', message: REQUEST });
  expect(posts).toBe(1);
});

test('an earlier request does not stand for the one that was posted', async () => {
  const access = {
    requestId: 'older',
    registryUrl: url,
    claimToken: null,
    state: 'rejected',
    since: '',
  } as const;
  answer = () => copyAs('second');
  life('first', { access }).take();
  await until(() => posts === 1, 'posted');
  const next = life('second', { access });
  next.take();
  expect(await next.outcome()).toMatchObject({ code: 'request_unclear' });
});

test('a connection that breaks after the request was sent leaves it unclear, a refused one does not', async () => {
  answer = (response) => response.destroy();
  const broken = life('first');
  broken.take();
  expect(await broken.outcome()).toMatchObject({ code: 'request_unclear' });
  url = 'http://127.0.0.1:1/api/v1';
  const refused = life('second');
  refused.take();
  expect(await refused.outcome()).toMatchObject({ code: 'unreachable' });
});

test.each([
  [
    'a registry that does not know',
    500,
    { 'x-registry-api-version': 'v1', 'retry-after': '5' },
    'request_unclear',
  ],
  ['a gateway that waited in vain', 504, {}, 'request_unclear'],
  ['a proxy before a registry that is down', 502, {}, 'unreachable'],
  ['the registry, which did nothing', 503, { 'x-registry-api-version': 'v1' }, 'unreachable'],
])('the answer of %s to a request is told as it is', async (_, status, headers, code) => {
  const body = JSON.stringify({ error: { code: 'any', message: 'No.' } });
  answer = (response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  const life1 = life('first');
  life1.take();
  expect(await life1.outcome()).toMatchObject({ code });
});

test('the same form that its owner sends as a new order is posted', async () => {
  const one = life('first');
  one.take();
  expect(await one.outcome()).toMatchObject({ ok: true, code: 'requested' });
  const again = life('second');
  again.take();
  expect(await again.outcome()).toMatchObject({ ok: true });
  expect(posts).toBe(2);
});

test('an order whose outcome could not be written down is not done twice, and no other one is begun before', async () => {
  const site = life('first');
  const disk = fillDisk(site.journal);
  site.take();
  await until(() => disk.refused === 1, 'refused');
  await until(() => (site.take('other'), site.take(), disk.refused > 2), 'refused again');
  expect([posts, site.journal.meta.find(SITE, 'sealed_posted')]).toMatchObject([1, { id: 'order' }]);
  disk.free();
  await until(() => (site.take('other'), site.list().length === 2), 'both are done');
  expect(site.list()).toMatchObject([
    { id: 'order', ok: true, code: 'requested' },
    { id: 'other', ok: true, code: 'requested' },
  ]);
  expect(posts).toBe(2);
});

test.each([
  ['where the site has no order any more', (site: ReturnType<typeof life>) => site.takeNone()],
  ['when the service stops', (site: ReturnType<typeof life>) => void site.stop()],
])('an outcome that could not be written down is written %s', async (_, end) => {
  const site = life('first');
  const disk = fillDisk(site.journal);
  site.take();
  await until(() => disk.refused === 1, 'refused');
  disk.free();
  end(site);
  expect(await site.outcome()).toMatchObject({ id: 'order', ok: true, code: 'requested' });
  expect(posts).toBe(1);
});
