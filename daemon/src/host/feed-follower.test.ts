// The follower of a registry's feed, against a registry that misbehaves and cells that are down.
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Agent } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { aWhile, until } from '../../tests/support/start-stage.ts';
import { systemClock, type Clock } from '#kit/clock';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { FeedSteps } from '../http/feed-route.ts';
import { followFeed, type FeedFollower } from './feed-follower.ts';

let server: Server;
let answer: RequestListener;
let requests: string[];
let follower: FeedFollower;
let positions: Map<number, number | undefined>;
let handed: [cell: number, seqs: number[]][];
let isDown: (cell: number) => boolean;
const agent = new Agent();

beforeEach(async () => {
  requests = [];
  handed = [];
  positions = new Map([
    [1, 0],
    [2, 0],
  ]);
  isDown = () => false;
  server = createServer((request, response) => {
    requests.push(request.url ?? '');
    answer(request, response);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  await follower.stop();
  server.closeAllConnections();
  server.close();
});

function start(clock: Clock = systemClock): void {
  follower = followFeed({
    registryUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    key: 'areg_read',
    agent,
    log: pino({ level: 'silent' }),
    clock,
    positions: () => [...positions],
    save: (cell, position) => void positions.set(cell, position),
    async hand(cell, given) {
      if (isDown(cell)) throw new Error('down');
      // As the cell reads them: one that it refuses holds all of them up.
      const { steps } = FeedSteps.parse(given);
      await aWhile(0);
      handed.push([cell, steps.map(({ seq }) => seq)]);
    },
    pauseMs: 20,
  });
}

/** A feed of so many steps, in pages of two. */
const feedOf =
  (count: () => number, idOf = (seq: number) => `AREG-${seq}`): RequestListener =>
  (request, response) => {
    const after = Number(new URL(request.url ?? '', 'http://x').searchParams.get('after'));
    const seqs = Array.from({ length: count() }, (_, at) => at + 1).filter((seq) => seq > after);
    const data = seqs.slice(0, 2).map((seq) => ({
      seq,
      op: 'upsert',
      registry_id: idOf(seq),
      updated_at: '2026-01-01T00:00:00Z',
    }));
    const next_after = data.at(-1)?.seq ?? after;
    response.end(JSON.stringify({ object: 'change_list', data, next_after, has_more: seqs.length > 2 }));
  };

test('a cell that is down keeps no other one waiting, and gets its steps when it is back', async () => {
  let count = 5;
  answer = feedOf(() => count);
  let isBack = false;
  isDown = (cell) => cell === 2 && !isBack;
  start();
  await until(() => positions.get(1) === 5, 'the other cell has all');
  count = 7;
  await until(() => positions.get(1) === 7, 'and continues');
  expect(positions.get(2)).toBe(0);
  isBack = true;
  await until(() => positions.get(2) === 7, 'it has all, too');
  const of = (cell: number) => handed.filter(([to]) => to === cell).flatMap(([, seqs]) => seqs);
  expect([of(1), of(2)]).toEqual([
    [1, 2, 3, 4, 5, 6, 7],
    [1, 2, 3, 4, 5, 6, 7],
  ]);
});

test('a step of a kind that a later registry has is passed over', async () => {
  positions = new Map([[1, 0]]);
  const steps = [
    { seq: 1, op: 'later', anything: {} },
    { seq: 2, op: 'remove', registry_id: 'AREG-2', updated_at: '2026-01-01T00:00:00Z' },
  ];
  answer = (request, response) => {
    const data = request.url?.includes('after=0') ? steps : [];
    response.end(JSON.stringify({ object: 'change_list', data, next_after: 2, has_more: false }));
  };
  start();
  await until(() => positions.get(1) === 2, 'passed over');
  expect(handed).toEqual([[1, [2]]]);
});

test('a new cell begins where the others are', async () => {
  positions = new Map([
    [1, 4],
    [2, undefined],
  ]);
  answer = feedOf(() => 6);
  start();
  await until(() => positions.get(2) === 6, 'followed');
  expect(handed).toContainEqual([2, [5, 6]]);
});

test.each([
  ['a Retry-After that is a date', { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }],
  ['a Retry-After that is no time', { 'retry-after': 'soon' }],
])('%s makes it ask seldom', async (_, headers) => {
  answer = (_request, response) => void response.writeHead(429, headers).end();
  start();
  await aWhile(600);
  expect(requests.length).toBe(1);
});

test.each([
  ['has more but does not continue', { data: [], next_after: 0, has_more: true }],
  ['begins before where it was asked', { data: [{ seq: 0, op: 'new' }], next_after: 1, has_more: true }],
])('a page that %s is not asked for again at once', async (_, page) => {
  answer = (_request, response) => void response.end(JSON.stringify({ object: 'change_list', ...page }));
  start();
  await aWhile(600);
  expect(requests.length).toBe(1);
});

test('an answer without an end is not read to its end', async () => {
  answer = (_request, response) => {
    const chunk = Buffer.alloc(2 ** 16, ' ');
    const write = () => {
      while (!response.destroyed && response.write(chunk));
      if (!response.destroyed) response.once('drain', write);
    };
    response.on('error', () => {});
    write();
  };
  start();
  await until(() => requests.length > 1, 'it gave up and asked again', 10_000);
});

test('a step whose Art ID is too long is passed over, and the steps beside it arrive', async () => {
  answer = feedOf(
    () => 5,
    (seq) => (seq === 2 ? 'A'.repeat(150) : `AREG-${seq}`),
  );
  start();
  await until(() => positions.get(1) === 5 && positions.get(2) === 5, 'both cells are at the end');
  expect(handed.filter(([cell]) => cell === 1).flatMap(([, seqs]) => seqs)).toEqual([1, 3, 4, 5]);
});

test('a cell that is far behind keeps no other one waiting while it catches up', async () => {
  positions = new Map([
    [1, 0],
    [2, 40],
    [3, 40],
    [4, 10],
  ]);
  answer = feedOf(() => 41);
  start();
  await until(() => [...positions.values()].every((position) => position === 41), 'all have all');
  expect(handed.slice(0, 2)).toEqual([
    [2, [41]],
    [3, [41]],
  ]);
  const of = (cell: number) => handed.filter(([to]) => to === cell).flatMap(([, seqs]) => seqs);
  const from = (first: number) => Array.from({ length: 42 - first }, (_, at) => first + at);
  expect([of(1), of(4)]).toEqual([from(1), from(11)]);
});

test('a cell that missed a moment does not wait for one that missed a night', async () => {
  positions = new Map([
    [1, 0],
    [2, 60],
    [3, 58],
  ]);
  answer = feedOf(() => 60);
  start();
  await until(() => positions.get(1) === 60, 'all have all');
  expect(handed.slice(0, 3)).toContainEqual([3, [59, 60]]);
});

test.each([
  ['behind', 0, 4],
  ['in front', 400, 0],
])('a position %s that the registry cannot answer keeps no other cell waiting', async (_, unread, other) => {
  positions = new Map([
    [1, unread],
    [2, other],
  ]);
  const isUnread = (url = '') => url.includes(`after=${unread}&`);
  let count = 5;
  answer = (request, response) =>
    isUnread(request.url)
      ? void response.writeHead(503, { 'retry-after': '60' }).end()
      : feedOf(() => count)(request, response);
  start();
  for (; count <= 12; count += 1) await until(() => positions.get(2) === count, 'followed at once');
  expect(requests.filter((url) => isUnread(url))).toHaveLength(1);
});

test('a position that the registry cannot answer keeps no cell waiting that is down for a moment', async () => {
  positions = new Map([
    [1, 0],
    [2, 400],
  ]);
  isDown = (cell) => cell === 1 && handed.length === 0 && requests.length < 3;
  answer = (request, response) =>
    request.url?.includes('after=400&') && requests.length > 2
      ? void response.writeHead(503, { 'retry-after': '60' }).end()
      : feedOf(() => 5)(request, response);
  start();
  await until(() => positions.get(1) === 5, 'the one that was down follows');
});

test('a key that is refused is refused for all positions', async () => {
  positions = new Map([
    [1, 0],
    [2, 400],
  ]);
  answer = (_request, response) => void response.writeHead(403).end();
  start();
  await until(() => requests.length > 0, 'asked');
  await aWhile(100);
  expect(requests).toHaveLength(1);
});

test('a Retry-After of a day is obeyed for an hour', async () => {
  const clock = testClock();
  answer = (_request, response) => void response.writeHead(429, { 'retry-after': '86400' }).end();
  start(clock);
  for (let asked = 1; asked <= 2; asked += 1) {
    await until(() => requests.length === asked, 'asked');
    await aWhile(100);
    await clock.tick(3_599_000);
    await aWhile(100);
    expect(requests.length).toBe(asked);
    await clock.tick(1000);
  }
});
