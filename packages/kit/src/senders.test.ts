// One sender opens connections and requests without end, over real sockets; another sender is served all the while.
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { request } from 'undici';
import { limitSenders } from './senders.ts';

const GREEDY = '127.0.0.9';
const SERVICE = '127.0.0.8';
let server: FastifyInstance;
const held: Socket[] = [];
let release: () => void;

beforeEach(async () => {
  server = Fastify();
  limitSenders(server, {
    isBehindProxy: false,
    isKnown: (address) => address === SERVICE,
    refuse: (reply) => void reply.send('too many'),
  });
  const released = new Promise<void>((resolve) => (release = resolve));
  server.get('/slow', async () => {
    await released;
    return 'slow';
  });
  server.get('/', async () => 'here');
  await server.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(async () => {
  release();
  for (const socket of held.splice(0)) socket.destroy();
  await server.close();
});

const port = () => (server.server.address() as AddressInfo).port;

async function open(first = '', from = GREEDY): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: port(), localAddress: from });
  socket.on('error', () => undefined);
  held.push(socket);
  await once(socket, 'connect');
  if (first !== '') socket.write(first);
  return socket;
}

const askAsAnother = async () => {
  const answer = await request(`http://127.0.0.1:${port()}/`);
  return answer.body.text();
};

it('closes what one sender connects beyond 512, and serves others', async () => {
  const sockets = await Promise.all(Array.from({ length: 600 }, () => open()));
  await expect.poll(() => sockets.filter(({ closed }) => closed).length).toBe(88);
  expect(await askAsAnother()).toBe('here');
  sockets.find(({ closed }) => !closed)!.destroy();
  // There is room for one more now.
  await expect
    .poll(async () => {
      const next = await open('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
      const [answer] = (await Promise.race([once(next, 'data'), once(next, 'close')])) as [Buffer | boolean];
      return String(answer).includes('here');
    })
    .toBe(true);
});

it('refuses what one sender asks beyond 256 at the same time, and serves others', async () => {
  const ask = 'GET /slow HTTP/1.1\r\nhost: a\r\n\r\n';
  const sockets = await Promise.all(Array.from({ length: 260 }, () => open(ask)));
  const answers: string[] = [];
  for (const socket of sockets) socket.on('data', (data: Buffer) => answers.push(data.toString()));
  await expect.poll(() => answers.length).toBe(4);
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 429 [^]*retry-after: 1[^]*too many$/);
  expect(await askAsAnother()).toBe('here');
});

it('lets a service that the operator has named connect as often as it needs', async () => {
  const sockets = await Promise.all(Array.from({ length: 600 }, () => open('', SERVICE)));
  expect(await askAsAnother()).toBe('here');
  expect(sockets.filter(({ closed }) => closed)).toEqual([]);
});
