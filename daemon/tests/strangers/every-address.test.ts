// A new address of the host has a line that says what it costs at its dearest before anybody has proved who asks.
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashPassword } from '#kit/password';
import { createFront, type FrontDeps } from '../../src/host/front.ts';
import { routesOf } from '../../../packages/kit/tests/strangers/routes.ts';
import { startHost, type HostStage } from '../support/start-host.ts';
import { LINES, lookAtDoor, nameOf, type Known } from './lines.ts';

let stage: HostStage;
let consoleUrl: string;
let known: Known;
beforeAll(async () => {
  const passwordHash = await hashPassword('of the operator');
  stage = await startHost({ console: { host: '127.0.0.1', port: 0, passwordHash } });
  const { port } = stage.host.console!.server.address() as AddressInfo;
  consoleUrl = `http://127.0.0.1:${port}`;
  const site = await stage.site();
  await site.connect();
  known = {
    siteId: site.siteId,
    registryUrl: stage.registry.url,
    namedUrl: 'http://127.0.0.1:9',
    login: await lookAtDoor(consoleUrl),
  };
});
afterAll(() => stage.stop());

it('each address of a host that answers without a signature or a session is driven at its dearest', async () => {
  const front = createFront({ config: { tls: null, publicUrl: null, metrics: null } } as FrontDeps);
  await front.ready();
  const driven = (of: string) => LINES.filter((line) => line.of === of).map(({ route }) => route);
  expect(routesOf(front).toSorted()).toEqual(driven('host').toSorted());
  await front.close();
  // All others of the console lead to the page where one signs in.
  const console = routesOf(stage.host.console!);
  expect(console).toEqual(expect.arrayContaining(driven('console')));
  for (const route of console.filter((one) => !['/login', '*'].includes(one))) {
    const answer = await fetch(`${consoleUrl}${route.replace(/:\w+/g, 'x')}`, { redirect: 'manual' });
    expect([route, answer.status]).toEqual([route, 303]);
  }
});

it.each(LINES.map((line) => [nameOf(line), line] as const))(
  '%s answers what its line says, so that what it costs is measured and not what a refusal costs',
  async (_, { of, ask, answer }) => {
    const { method, path, headers, body } = ask(known, 1);
    const answered = await fetch(`${of === 'host' ? stage.url : consoleUrl}${path}`, {
      method,
      redirect: 'manual',
      ...(headers && { headers }),
      ...(body !== undefined && { body }),
    });
    expect(answered.status).toBe(answer);
  },
);
