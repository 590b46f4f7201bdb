import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { Agent } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { systemClock, type Clock } from '#kit/clock';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { answersStill } from './probe-former-address.ts';

const ADMIN_AJAX = 2;
const ELSEWHERE = 'https://copy.example';

let site: FakeSite;
beforeEach(async () => {
  site = new FakeSite();
  await site.start();
});
afterEach(() => site.stop());

const probe = (
  address = ELSEWHERE,
  { siteUrl = site.url, clock = systemClock }: { siteUrl?: string; clock?: Clock } = {},
) =>
  answersStill(
    { siteId: site.siteId, siteUrl, secret: site.secret } as Parameters<typeof answersStill>[0],
    address,
    { clock, agent: new Agent() },
  );

test.each(['', '/wp', '/wordpress'])(
  'a site whose REST is closed and whose WordPress is in "%s" still answers',
  async (folder) => {
    site.ownFolder = folder;
    site.openWays = [ADMIN_AJAX];
    expect(await probe()).toBe(true);
  },
);

test('a site that gives itself the new address is the same one, and one that is gone does not answer', async () => {
  expect(await probe(site.url)).toBe(false);
  site.openWays = [];
  expect(await probe()).toBe(false);
});

test('a machine that answers nothing any more takes five seconds, of the ten that the site waits', async () => {
  const held: Socket[] = [];
  const silent = createServer((socket) => void held.push(socket.on('error', () => undefined))).listen(
    0,
    '127.0.0.1',
  );
  await once(silent, 'listening');
  const clock = testClock();
  try {
    const port = (silent.address() as AddressInfo).port;
    const answer = probe(ELSEWHERE, { siteUrl: `http://127.0.0.1:${port}`, clock });
    await expect.poll(() => held.length).toBeGreaterThan(0);
    await clock.tick(5000);
    expect(await Promise.race([answer, setTimeout(1000, 'still waiting')])).toBe(false);
  } finally {
    for (const socket of held) socket.destroy();
    silent.close();
  }
});
