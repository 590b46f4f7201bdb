// Strangers at the address of a shop: they cost the shop no call.
import { expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { SiteError } from '../site/site-error.ts';
import type { Site } from '../site/sites-file.ts';
import { createSiteWays } from './site-ways.ts';
import { CALLS_OF_TENANTS, type Tenancy } from './tenancy.ts';

test('three keyless sites with the address of three shops and a closed port take no call from the shops', async () => {
  const clock = testClock();
  const siteOf = (siteId: string, port: string) =>
    ({
      siteId,
      siteUrl: `https://${siteId}.example${port}`,
      apiKey: port === '' ? 'areg_key' : null,
    }) as Site;
  const strangers = ['s1', 's2', 's3'].map((id) => siteOf(id, ':4443'));
  const shops = ['a', 'b', 'c'].map((id) => siteOf(id, ''));
  const isProven = (siteId: string) => shops.some((shop) => shop.siteId === siteId);
  const tenancy = {
    calls: CALLS_OF_TENANTS,
    refusalOf: () => undefined,
    addressOf: () => '8.8.8.8',
    sites: { isProven },
  } as unknown as Tenancy;
  const ways = createSiteWays(tenancy, clock);
  const calls = { answered: 0, refused: 0 };
  for (let minute = 0; minute < 30; minute += 1) {
    for (const site of [...strangers, ...shops]) {
      const carrier = () =>
        isProven(site.siteId)
          ? Promise.resolve({} as never)
          : Promise.reject(new SiteError('unreachable', 'closed', null, false));
      const call = ways.guard(site, carrier, () => site.siteId)('poll', '{}');
      const isAnswered = await call.then(
        () => true,
        () => false,
      );
      if (isProven(site.siteId)) calls[isAnswered ? 'answered' : 'refused'] += 1;
    }
    await clock.tick(60_000);
  }
  expect(calls).toEqual({ answered: 90, refused: 0 });
});
