import { Agent } from 'undici';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { systemClock } from '#kit/clock';
import { answersStill } from './probe-former-address.ts';

const ADMIN_AJAX = 2;
const ELSEWHERE = 'https://copy.example';

let site: FakeSite;
beforeEach(async () => {
  site = new FakeSite();
  await site.start();
});
afterEach(() => site.stop());

const probe = (address = ELSEWHERE) =>
  answersStill(
    { siteId: site.siteId, siteUrl: site.url, secret: site.secret } as Parameters<typeof answersStill>[0],
    address,
    { clock: systemClock, agent: new Agent() },
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
