// After a clock that was ahead was put right, nothing waits for longer than its schedule allows.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimDeliveries, finishDelivery } from '../support/deliveries.ts';
import { addAccessRequest, NEW_PROFILE } from '../support/publishers.ts';
import { makeFixture, NOTHING } from './fixture.ts';
import type { StorageFactory } from './fixture.ts';
import { longestRetryMs } from '../../src/delivery/retry-schedule.ts';
import { makeOperatorLink } from '../../src/domain/access/operator-link.ts';
import type { AttemptResult } from '../../src/storage/records.ts';
import { DELIVERY_LEASE_MS, LONGEST_LEASE_MS } from '../../src/storage/shared/waits.ts';

const AHEAD_MS = 40 * 86_400_000;
const RETRY_MS = longestRetryMs([5, 300, 1800, 7200, 18_000]);

export function waitsConformance(name: string, factory: StorageFactory): void {
  describe(`waits on ${name}, after a clock that was 40 days ahead was put right`, () => {
    let { storage, clock, close, endpoint, publish } = NOTHING;
    beforeEach(async () => {
      ({ storage, clock, close, endpoint, publish } = await makeFixture(factory));
    });
    afterEach(() => close());

    const claim = () =>
      claimDeliveries(storage, clock.ms, { isDueLikely: false, leaseMs: DELIVERY_LEASE_MS });
    const failed = (nextAttemptAtMs = clock.ms + 18_000_000): AttemptResult => ({
      kind: 'failed',
      status: 500,
      error: 'answered 500',
      durationMs: 5,
      answer: 'no',
      nextAttemptAtMs,
      cooldownMs: [3_600_000],
    });
    const putRight = () => {
      clock.ms -= AHEAD_MS;
      return storage.shortenWaits(RETRY_MS);
    };

    it('a delivery that had failed, and one that came after it, are sent at once', async () => {
      await endpoint();
      clock.ms += AHEAD_MS;
      await publish({ title: 'while ahead' });
      const [first] = await claim();
      await finishDelivery(storage, first!, failed());
      expect((await storage.listLongWaits(RETRY_MS)).map(({ place }) => place)).toEqual([]);
      clock.ms -= AHEAD_MS;
      await publish({ title: 'afterwards' });
      expect(await claim()).toEqual([]);
      const places = (await storage.listLongWaits(RETRY_MS)).map(({ place }) => place);
      // Instances of PostgreSQL own their endpoints for a while.
      expect(places.filter((place) => place !== 'webhook_endpoints.owner_until_ms').sort()).toEqual([
        'deliveries.next_attempt_at_ms',
        'webhook_endpoints.cooldown_until_ms',
        'webhook_endpoints.last_failure_at_ms',
      ]);
      expect(await storage.shortenWaits(RETRY_MS)).toBe(places.length);
      expect(await storage.listLongWaits(RETRY_MS)).toEqual([]);
      const [again] = await claim();
      expect(again?.attempt).toBe(2);
      await finishDelivery(storage, again!, { kind: 'delivered', status: 200, durationMs: 5 });
      expect(await claim()).toHaveLength(1);
    });

    it('what had failed is due at once when its endpoint is resumed, although the registry counts the time of the clock ahead on', async () => {
      const hook = await endpoint();
      clock.ms += AHEAD_MS;
      await publish({ title: 'while ahead' });
      clock.ms -= AHEAD_MS;
      await storage.shortenWaits(RETRY_MS);
      await publish({ title: 'afterwards' });
      for (const claimed of await claim()) await finishDelivery(storage, claimed, failed());
      await storage.updateWebhookStatus(hook, 'paused');
      await storage.updateWebhookStatus(hook, 'active');
      expect(await claim()).toHaveLength(2);
    });

    it('a task that another process had while the clock was ahead is free', async () => {
      clock.ms += AHEAD_MS;
      expect(await storage.takeLease({ name: 'task', owner: 'one', ms: 60_000 })).toBe(true);
      expect(await storage.takeLease({ name: 'task', owner: 'another', ms: 60_000 })).toBe(false);
      clock.ms -= AHEAD_MS;
      expect(await storage.takeLease({ name: 'task', owner: 'another', ms: 60_000 })).toBe(true);
    });

    it.each([60_000, 3_600_000, 86_400_000])(
      'a delivery that had failed while the clock was only %s ms ahead is sent at once',
      async (aheadMs) => {
        await endpoint();
        clock.ms += aheadMs;
        await publish({ title: 'while ahead' });
        const [first] = await claim();
        await finishDelivery(storage, first!, failed(clock.ms + 5000));
        clock.ms -= aheadMs;
        expect(await claim()).toEqual([]);
        const places = (await storage.listLongWaits(RETRY_MS)).map(({ place }) => place);
        expect(places).toContain('deliveries.next_attempt_at_ms');
        expect(places).toContain('webhook_endpoints.cooldown_until_ms');
        await storage.shortenWaits(RETRY_MS);
        expect(await storage.listLongWaits(RETRY_MS)).toEqual([]);
        expect((await claim())[0]?.attempt).toBe(2);
      },
    );

    it('a delivery that failed just now keeps its time when the clock goes back by less', async () => {
      await endpoint();
      await publish({ title: 'a' });
      const [first] = await claim();
      await finishDelivery(storage, first!, failed());
      clock.ms += 2000;
      expect(await storage.shortenWaits(RETRY_MS)).toBe(0);
      expect(await claim()).toEqual([]);
    });

    it('a delivery whose sender was killed is sent again once a lease has passed, and not before', async () => {
      await endpoint();
      clock.ms += AHEAD_MS;
      await publish({ title: 'leased' });
      expect(await claim()).toHaveLength(1);
      await putRight();
      clock.ms += DELIVERY_LEASE_MS - 1000;
      expect(await claim()).toEqual([]);
      // An instance of PostgreSQL keeps the endpoint for ten seconds more.
      clock.ms += 12_000;
      expect(await claim()).toHaveLength(1);
    });

    it('a failure counts towards the pause of its endpoint', async () => {
      const id = await endpoint();
      clock.ms += AHEAD_MS;
      await publish({ title: 'a' });
      const [first] = await claim();
      await finishDelivery(storage, first!, failed());
      await putRight();
      const [second] = await claim();
      await finishDelivery(storage, second!, failed());
      const health = (await storage.listEndpointHealth()).find((one) => one.id === id);
      expect(health?.consecutiveFailures).toBe(2);
    });

    it('a task that a killed process had taken is free after its lease', async () => {
      clock.ms += AHEAD_MS;
      await storage.takeLease({ name: 'mails', owner: 'killed', ms: LONGEST_LEASE_MS });
      await putRight();
      expect(await storage.takeLease({ name: 'mails', owner: 'next', ms: LONGEST_LEASE_MS })).toBe(false);
      clock.ms += LONGEST_LEASE_MS;
      expect(await storage.takeLease({ name: 'mails', owner: 'next', ms: LONGEST_LEASE_MS })).toBe(true);
    });

    it('a link to the console is over', async () => {
      clock.ms += AHEAD_MS;
      await makeOperatorLink(storage, clock.ms);
      expect(await putRight()).toBe(1);
      expect(await storage.listLongWaits(RETRY_MS)).toEqual([]);
    });

    it('waits that the schedule allows stay as they are', async () => {
      await endpoint();
      await publish({ title: 'a' });
      const [first] = await claim();
      await finishDelivery(storage, first!, {
        ...failed(),
        nextAttemptAtMs: clock.ms + 86_400_000,
      } as AttemptResult);
      expect(await storage.shortenWaits(RETRY_MS)).toBe(0);
      expect(await claim()).toEqual([]);
    });
  });

  describe(`waits on ${name}, around a clock that is 40 days behind`, () => {
    let { storage, clock, close } = NOTHING;
    beforeEach(async () => {
      ({ storage, clock, close } = await makeFixture(factory));
    });
    afterEach(() => close());

    const key = { hash: 'h', prefix: 'p', name: null, scopes: ['artworks:read'], rateLimit: null };
    async function approve(): Promise<string> {
      const id = await addAccessRequest(storage);
      const organization = { slug: 'new', name: 'New' };
      const recipient = { organization, profile: { ...NEW_PROFILE, slug: 'new', name: 'New' } };
      expect(
        await storage.approveAccessRequest(id, recipient, { ...key, sealedKey: 'sealed' }),
      ).toBeDefined();
      return id;
    }

    it('a key that was approved before is handed over afterwards', async () => {
      const id = await approve();
      clock.ms -= AHEAD_MS;
      expect(await storage.shortenWaits(RETRY_MS)).toBe(0);
      clock.ms += AHEAD_MS;
      expect(await storage.claimAccess(id)).toMatchObject({ status: 'approved', sealedKey: 'sealed' });
    });

    it('a key that was approved meanwhile is handed over afterwards, for fourteen days', async () => {
      clock.ms -= AHEAD_MS;
      const id = await approve();
      clock.ms += AHEAD_MS;
      await storage.sweep({ idempotencyHours: 24, deliveryDays: 30 });
      expect(await storage.claimAccess(id)).toMatchObject({ status: 'approved', sealedKey: 'sealed' });
      clock.ms += 15 * 86_400_000;
      expect(await storage.claimAccess(id)).toMatchObject({ status: 'expired', sealedKey: null });
    });
  });
}
