// What every storage must do, whatever the database. Run by each implementation's own test with a factory.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claimDeliveries, finishDelivery } from '../support/deliveries.ts';
import type { WebhookEvent } from '@artwork-registry/contract';
import { makeFixture, NOTHING } from './fixture.ts';
import type { StorageFactory } from './fixture.ts';
import type { AttemptResult, ClaimOptions } from '../../src/storage/records.ts';
import { NameTaken } from '../../src/storage/storage.ts';
import { isoOfMicros, microsOfIso } from '../../src/storage/timestamp.ts';

export function storageConformance(name: string, factory: StorageFactory): void {
  describe(`storage on ${name}`, () => {
    let { storage, clock, close, organizationId, organization, publish, update, endpoint, input } = NOTHING;
    beforeEach(async () => {
      ({ storage, clock, close, organizationId, organization, publish, update, endpoint, input } =
        await makeFixture(factory));
    });
    afterEach(() => close());

    const kinds = async (id: string) =>
      (await storage.listDeliveries(id, 100)).map((row) => row.event).reverse();
    const claim = (options: Partial<ClaimOptions> = {}) =>
      claimDeliveries(storage, clock.ms, { isDueLikely: false, ...options });
    const failure = (nextAttemptAtMs: number | null): AttemptResult => ({
      kind: 'failed',
      status: 500,
      error: 'answered 500',
      durationMs: 5,
      answer: 'no',
      nextAttemptAtMs,
      cooldownMs: [1000],
    });

    it('refuses a slug twice', async () => {
      await expect(storage.insertOrganization({ slug: 'own', name: 'x' })).rejects.toThrow(NameTaken);
    });

    it('gives updated_at that rises strictly, even while the clock stands or goes back', async () => {
      const seen: string[] = [];
      for (let index = 0; index < 5; index += 1) {
        clock.ms -= 1;
        const id = await publish({ title: `w${index}` });
        seen.push((await storage.findPublicArtwork(id))?.updated_at ?? '');
      }
      expect(seen).toEqual([...new Set(seen)].sort());
      expect(seen[0]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      expect(isoOfMicros(microsOfIso(seen[4] ?? ''))).toBe(seen[4]);
    });

    it('keeps each input atomic by itself', async () => {
      const outcomes = await storage.publishArtworks([
        input({ title: 'a' }),
        { ...input({ title: 'b' }), source: { installationId: 'ins_none' } },
        input({ title: 'c' }),
      ]);
      expect(outcomes.map((outcome) => (outcome.ok ? outcome.status : outcome.code))).toEqual([
        201,
        'unknown_installation',
        201,
      ]);
      expect((await storage.listPublicArtworks({ limit: 10, offset: 0 })).total).toBe(2);
    });

    it('answers a key in use with idempotent_request_in_progress and a committed one with its answer', async () => {
      const [first, second] = await Promise.all([
        storage.publishArtworks([input({ title: 'k' }, 'key')]),
        storage.publishArtworks([input({ title: 'k' }, 'key')]),
      ]);
      expect(first[0]).toMatchObject({ ok: true, status: 201, replayed: false });
      expect(second[0]).toMatchObject({ ok: false, code: 'idempotent_request_in_progress' });
      expect((await storage.publishArtworks([input({ title: 'k' }, 'key')]))[0]).toMatchObject({
        ok: true,
        replayed: true,
        status: 201,
      });
      clock.ms += 25 * 3_600_000;
      expect(await storage.sweep({ idempotencyHours: 24, deliveryDays: 30 })).toBe(1);
      expect((await storage.publishArtworks([input({ title: 'k' }, 'key')]))[0]).toMatchObject({
        ok: true,
        replayed: false,
        status: 200,
      });
    });

    it('writes the event of each transition, and none for what changes nothing', async () => {
      const hook = await endpoint();
      const id = await publish({ title: 'e' });
      await update(id, { title: 'e' });
      await update(id, { inventory_ref: 'r' });
      await update(id, { title: 'f' });
      await update(id, { availability: 'sold' });
      await update(id, { availability: 'fully_private' });
      await update(id, { title: 'g' });
      await update(id, { availability: 'on_loan' });
      await storage.withdrawArtwork(id);
      await storage.withdrawArtwork(id);
      await storage.restoreArtwork(id);
      expect(await kinds(hook)).toEqual([
        'artwork.created',
        'artwork.updated',
        'artwork.updated',
        'artwork.sold',
        'artwork.removed',
        'artwork.created',
        'artwork.removed',
        'artwork.created',
      ]);
    });

    it('sends events to the endpoints of the owning organisation that chose them; a move goes to both', async () => {
      const otherId = await organization('other');
      const [mine, picky, theirs] = [
        await endpoint(),
        await endpoint(organizationId, ['artwork.sold']),
        await endpoint(otherId),
      ];
      const id = await publish({ title: 'm' });
      await storage.transferArtwork(id, 'other-gallery');
      await storage.updateProfile('other-gallery', { name: 'New name' });
      await storage.updateProfile('other-gallery', { country: 'France' });
      expect(await kinds(mine)).toEqual(['artwork.created', 'artwork.ownership_changed']);
      expect(await kinds(picky)).toEqual([]);
      expect(await kinds(theirs)).toEqual(['artwork.ownership_changed', 'gallery.updated']);
      expect(await storage.findArtworkState(id)).toMatchObject({
        organization: 'other',
        profile: 'other-gallery',
        public: true,
      });
    });

    it('withdraws a work for everybody, its owner included', async () => {
      const id = await publish({ title: 'w' });
      expect(await storage.withdrawArtwork(id)).toMatchObject({ public: false, withdrawn: true });
      expect(await storage.findPublicArtwork(id)).toBeUndefined();
      expect((await update(id, { title: 'x' }))[0]).toMatchObject({ ok: false, code: 'artwork_not_found' });
      expect((await storage.publishArtworks([input({ title: 'w' })]))[0]).toMatchObject({
        ok: true,
        status: 200,
        body: { data: null, registry_id: id },
      });
      expect((await storage.restoreArtwork(id))?.public).toBe(true);
    });

    it('claims under a lease, oldest first, never two of one resource', async () => {
      await endpoint();
      const a = await publish({ title: 'a' });
      await update(a, { title: 'a2' });
      await publish({ title: 'b' });
      const first = await claim();
      expect(first.map((row) => row.event)).toEqual(['artwork.created', 'artwork.created']);
      expect(await claim()).toEqual([]);
      for (const row of first)
        await finishDelivery(storage, row, { kind: 'delivered', status: 200, durationMs: 5 });
      expect((await claim()).map((row) => [row.event, row.attempt])).toEqual([['artwork.updated', 1]]);
      clock.ms += 60_000;
      expect((await claim()).map((row) => [row.event, row.attempt])).toEqual([['artwork.updated', 1]]);
    });

    it('holds no more of a lane than it may', async () => {
      const hook = await endpoint();
      for (const title of ['a', 'b', 'c', 'd']) await publish({ title });
      expect(await claim({ capacity: new Map([[hook, 2]]) })).toHaveLength(2);
    });

    it('lets a failing endpoint cool down, probes it with one, and pauses it after ten failures', async () => {
      const hook = await endpoint();
      for (let index = 0; index < 12; index += 1) await publish({ title: `f${index}` });
      const burst = await claim();
      expect(burst).toHaveLength(8);
      clock.ms += 10;
      for (const row of burst) await finishDelivery(storage, row, failure(clock.ms));
      expect((await storage.findWebhook(hook))?.consecutiveFailures).toBe(1);
      expect(await claim()).toEqual([]);
      for (let failures = 2; failures <= 10; failures += 1) {
        clock.ms += 1001;
        const [probe, ...rest] = await claim();
        expect(rest).toEqual([]);
        if (probe) await finishDelivery(storage, probe, failure(clock.ms));
      }
      expect(await storage.findWebhook(hook)).toMatchObject({ status: 'paused', consecutiveFailures: 10 });
      clock.ms += 3_600_000;
      expect(await claim()).toEqual([]);
      expect(await storage.updateWebhookStatus(hook, 'active')).toMatchObject({
        status: 'active',
        consecutiveFailures: 0,
      });
      expect((await claim()).length).toBe(8);
    });

    it('a success ends the row of failures; a last failure ends the delivery, and replay starts it again', async () => {
      const hook = await endpoint();
      await publish({ title: 'a' });
      const [row] = await claim();
      if (row) await finishDelivery(storage, row, failure(null));
      expect(await storage.listDeliveries(hook, 10)).toMatchObject([
        { status: 'failed', attempts: 1, lastStatus: 500 },
      ]);
      clock.ms += 1001;
      expect(await storage.replayDelivery(row?.id ?? '')).toBe(true);
      const [again] = await claim();
      expect(again).toMatchObject({ id: row?.id, attempt: 1 });
      if (again) await finishDelivery(storage, again, { kind: 'delivered', status: 204, durationMs: 5 });
      // What was tried before stays in the log.
      expect(await storage.listDeliveries(hook, 10)).toMatchObject([
        { status: 'delivered', lastStatus: 204, attempts: 1, log: [{ status: 500 }, { status: 204 }] },
      ]);
      expect((await storage.findWebhook(hook))?.consecutiveFailures).toBe(0);
    });

    it('a resumed endpoint gets the oldest first, whatever was tried before', async () => {
      const hook = await endpoint();
      const ids = [];
      for (const title of ['a', 'b', 'c']) {
        ids.push(await publish({ title }));
        clock.ms += 10;
      }
      const [tried] = await claim({ perEndpoint: 1 });
      if (tried) await finishDelivery(storage, tried, failure(clock.ms + 18_000_000));
      await storage.updateWebhookStatus(hook, 'paused');
      await storage.updateWebhookStatus(hook, 'active');
      const claimed = await claim();
      expect(claimed.map((row) => (JSON.parse(row.payload) as WebhookEvent).resource.registry_id)).toEqual(
        ids,
      );
      expect(claimed.map((row) => row.attempt)).toEqual([2, 1, 1]);
    });

    it('gives back what a stopping server held, without counting the attempt', async () => {
      await endpoint();
      await publish({ title: 'a' });
      const [held] = await claim();
      expect(await claim()).toEqual([]);
      if (held) await finishDelivery(storage, held, { kind: 'released' });
      expect((await claim()).map((row) => [row.id, row.attempt])).toEqual([[held?.id, 1]]);
    });

    it('believes a late success, but no failure after the lease ran out', async () => {
      const hook = await endpoint();
      await publish({ title: 'a' });
      const [late] = await claim();
      clock.ms += 60_000;
      const [again] = await claim();
      if (late) await finishDelivery(storage, late, failure(null));
      expect(await storage.listDeliveries(hook, 1)).toMatchObject([{ status: 'pending', attempts: 0 }]);
      expect((await storage.findWebhook(hook))?.consecutiveFailures).toBe(0);
      if (late) await finishDelivery(storage, late, { kind: 'delivered', status: 200, durationMs: 5 });
      if (again) await finishDelivery(storage, again, failure(clock.ms));
      expect(await storage.listDeliveries(hook, 1)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    });

    it('keeps a log of the attempts of each delivery', async () => {
      const hook = await endpoint();
      await publish({ title: 'a' });
      const [first] = await claim();
      if (first) await finishDelivery(storage, first, failure(clock.ms));
      clock.ms += 1001;
      const [second] = await claim();
      if (second) await finishDelivery(storage, second, { kind: 'delivered', status: 204, durationMs: 7 });
      const [row] = await storage.listDeliveries(hook, 1);
      expect(row?.log).toEqual([
        { at_ms: first?.startedAtMs, duration_ms: 5, status: 500, error: 'answered 500', answer: 'no' },
        { at_ms: second?.startedAtMs, duration_ms: 7, status: 204, error: null, answer: null },
      ]);
    });

    it('sends a replay behind what is under way for the same work, never beside it', async () => {
      await endpoint();
      const id = await publish({ title: 'a' });
      const [created] = await claim();
      if (created) await finishDelivery(storage, created, { kind: 'delivered', status: 200, durationMs: 5 });
      await update(id, { title: 'b' });
      await update(id, { title: 'c' });
      const [running] = await claim();
      await storage.replayDelivery(created?.id ?? '');
      expect(await claim()).toEqual([]);
      if (running) await finishDelivery(storage, running, { kind: 'delivered', status: 200, durationMs: 5 });
      const [replayed, ...rest] = await claim();
      expect([replayed?.id, rest]).toEqual([created?.id, []]);
      if (replayed)
        await finishDelivery(storage, replayed, { kind: 'delivered', status: 200, durationMs: 5 });
      expect((await claim()).map((row) => row.event)).toEqual(['artwork.updated']);
    });

    it('wakes listeners only after a commit that added deliveries', async () => {
      let wakes = 0;
      storage.onDeliveries(() => (wakes += 1));
      await publish({ title: 'quiet' });
      expect(wakes).toBe(0);
      await endpoint();
      await publish({ title: 'loud' });
      expect(wakes).toBe(1);
    });
  });
}
