import { expect, it } from 'vitest';
import { createHttpServer } from '../http/http-server.ts';
import { createSenderLimit } from './sender-limit.ts';

const clock = { now: () => 0, elapsed: () => 0 } as never;

it('IPv4 addresses are told apart on a server that listens on IPv6 as well', () => {
  const { take } = createSenderLimit(clock, 1);
  expect(take('::ffff:192.0.2.1')).toBe(0);
  expect(take('::ffff:192.0.2.2')).toBe(0);
  expect(take('192.0.2.1')).toBeGreaterThan(0);
});

it('one address behind a proxy that adds ports is one sender to a host', async () => {
  const server = createHttpServer({
    config: { tls: undefined, publicUrl: null } as never,
    mostBodyBytes: 1000,
    trustedProxies: ['127.0.0.1'],
  });
  server.get('/', (request) => request.ip);
  const senderOf = async (said: string) =>
    (await server.inject({ url: '/', headers: { 'x-forwarded-for': said } })).body;
  expect(await senderOf('203.0.113.9:40000')).toBe('203.0.113.9');
  expect(await senderOf('198.51.100.1, [2001:db8::9]:40001')).toBe('2001:db8::9');
  expect(await senderOf('unknown')).toBe('127.0.0.1');
  await server.close();
});
