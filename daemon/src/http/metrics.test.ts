// Who may read the metrics of a service and of a host.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { freePort } from '../../../stage/machine/ports.ts';
import { startHost } from '../../tests/support/start-host.ts';
import { startStage } from '../../tests/support/start-stage.ts';
import { addMetricsRoute } from './metrics.ts';

test('without an address of their own they are for this machine alone, and not for whom a proxy on it asks', async () => {
  const server = Fastify();
  addMetricsRoute(server, { metrics: null }, () => Promise.resolve('one 1\n'));
  const ask = async (remoteAddress: string, headers = {}) =>
    (await server.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
  for (const address of ['127.0.0.1', '127.8.0.1', '::1', '::ffff:127.0.0.1'])
    expect(await ask(address)).toBe(200);
  for (const address of ['192.0.2.7', '2001:db8::1', '::ffff:192.0.2.7'])
    expect(await ask(address)).toBe(403);
  for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via', 'x-forwarded-proto'])
    expect(await ask('127.0.0.1', { [header]: '192.0.2.7' }), header).toBe(403);
  expect(await ask('127.0.0.1', { host: 'sync.example' }), 'a proxy that adds nothing').toBe(403);
  for (const host of ['localhost:8787', '127.0.0.1:8787', '[::1]:8787'])
    expect(await ask('127.0.0.1', { host }), host).toBe(200);
});

test.each([
  ['a service', startStage, 'artwork_registry_process_resident_memory_bytes'],
  ['a host', startHost, 'artwork_registry_host_cell_up'],
] as const)('%s serves them at the address it is told, and nowhere else', async (_, start, name) => {
  const metrics = { host: '127.0.0.1', port: await freePort() };
  const stage =
    start === startHost ? await startHost({}, { metrics }) : await startStage(() => {}, { metrics });
  try {
    expect((await fetch(`${stage.url}/metrics`)).status).toBe(404);
    const answer = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
    expect(answer.headers.get('content-type')).toContain('version=0.0.4');
    expect(await answer.text()).toContain(name);
    expect((await fetch(`http://127.0.0.1:${metrics.port}/health`)).status).toBe(404);
    expect((await fetch(`${stage.url}/health`)).status).toBe(200);
  } finally {
    await stage.stop();
  }
});
