// The link that delays and breaks: what it adds is measured, and each of its faults is what a client sees.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Server, Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLink } from './network-latency.ts';
import type { Link } from './network-latency.ts';

let folder: string;
const servers: Server[] = [];
const links: Link[] = [];
const clients: Socket[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'areg-link-'));
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await Promise.all(links.splice(0).map((link) => link.close()));
  for (const server of servers.splice(0)) server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Answers each piece of data with its name and the data. */
async function echo(name: string): Promise<{ path: string }> {
  const path = join(folder, name);
  const server = createServer((socket) => {
    socket.on('data', (data) => socket.write(`${name}:${data.toString()}`));
    socket.on('error', () => undefined);
  });
  servers.push(server);
  server.listen(path);
  await once(server, 'listening');
  return { path };
}

async function link(options: Parameters<typeof openLink>[0]): Promise<Link> {
  const opened = await openLink(options);
  links.push(opened);
  return opened;
}

async function client(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.setNoDelay(true);
  clients.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket, text: string): Promise<string> {
  socket.write(text);
  const [data] = (await once(socket, 'data')) as [Buffer];
  return data.toString();
}

it('adds half a millisecond to a round trip, and says what it really added', async () => {
  const to = await echo('a');
  const measure = async (roundTripMs: number) => {
    const opened = await link({ to, roundTripMs });
    const socket = await client(opened.port);
    const trips: number[] = [];
    while (trips.length < 250) {
      const started = performance.now();
      await ask(socket, 'x');
      trips.push(performance.now() - started);
    }
    const meanMs = trips.reduce((sum, tripMs) => sum + tripMs) / trips.length;
    return { meanMs, quickestMs: Math.min(...trips), latency: await opened.latency() };
  };
  const plain = await measure(0);
  const slow = await measure(0.5);
  console.log(
    `a link of 0.5 ms: ${(slow.meanMs - plain.meanMs).toFixed(2)} ms slower than one of 0 ms (${plain.meanMs.toFixed(2)} ms); ` +
      `held back ${slow.latency.meanMs.toFixed(2)} ms on average, ${slow.latency.worstMs.toFixed(1)} ms at worst`,
  );
  expect(slow.latency.meanMs).toBeGreaterThanOrEqual(0.5);
  expect(slow.latency.meanMs).toBeLessThanOrEqual(slow.meanMs);
  // The mean is what the machine makes of it; among so many there is one that nothing held up.
  expect(slow.quickestMs).toBeGreaterThanOrEqual(0.5);
  expect(slow.quickestMs).toBeLessThan(2);
});

it('ends every connection and refuses new ones where it is cut, until it is opened again', async () => {
  const opened = await link({ to: await echo('a') });
  const before = await client(opened.port);
  expect(await ask(before, '1')).toBe('a:1');
  const ended = once(before, 'close');
  await opened.cut();
  await ended;
  const refused = await client(opened.port);
  if (!refused.destroyed) await once(refused, 'close');
  await opened.reopen();
  expect(await ask(await client(opened.port), '2')).toBe('a:2');
});

it('holds everything back where it is frozen, and passes it on when it is opened again', async () => {
  const opened = await link({ to: await echo('a') });
  const socket = await client(opened.port);
  await ask(socket, '1');
  await opened.freeze();
  let answer = '';
  socket.on('data', (data) => (answer += data.toString()));
  socket.write('2');
  await sleep(100);
  expect([answer, socket.destroyed]).toEqual(['', false]);
  await opened.reopen();
  await expect.poll(() => answer).toBe('a:2');
});

it('leads to another server from one moment on', async () => {
  const opened = await link({ to: await echo('a') });
  const socket = await client(opened.port);
  await ask(socket, '1');
  const ended = once(socket, 'close');
  await opened.leadTo(await echo('b'));
  await ended;
  expect(await ask(await client(opened.port), '2')).toBe('b:2');
  expect(await opened.connections()).toBe(1);
});
