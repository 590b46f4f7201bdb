import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimDeliveries, finishDelivery } from '../../../../tests/support/deliveries.ts';
import type { Claim } from '../../../../tests/support/deliveries.ts';
import type { Database } from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../bench/dataset.ts';
import { testClock } from '../../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../../tests/support/test-registry.ts';
import type { Storage } from '../../storage.ts';
import { openWriter } from '../engine/connection.ts';

let folder: string;
let storage: Storage;
let db: Database;
let hook: string;
let organizationId: string;
const clock = testClock();
const DAY_MS = 86_400_000;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-deliveries-'));
  storage = openTestStorage(folder, clock);
  organizationId = (await storage.insertOrganization({ slug: 'own', name: 'Own' })).id;
  hook = (
    await storage.insertWebhook({ organizationId, url: 'https://r.example', events: ['*'], secret: 's' })
  ).id;
  db = openWriter(join(folder, 'registry.db'));
});
afterEach(async () => {
  db.close();
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

function insertEvents(count: number, resource: (index: number) => string): void {
  const event = db.prepare(
    `INSERT INTO events (id, type, organization_id, payload, created_at) VALUES (?, 'artwork.updated', ?, '{}', ?)`,
  );
  const delivery = db.prepare(
    `INSERT INTO deliveries (id, event_seq, endpoint_id, resource_key, status, next_attempt_at_ms, created_at)
     VALUES (@id, @seq, @hook, @resource, 'pending', @ms, @ms * 1000)`,
  );
  db.transaction(() => {
    for (let index = 0; index < count; index += 1) {
      const id = crypto.randomUUID();
      const seq = event.run(id, organizationId, clock.ms * 1000).lastInsertRowid;
      delivery.run({ id, seq, hook, resource: resource(index), ms: clock.ms });
    }
  })();
}

describe('the queue of an endpoint', () => {
  it('keeps the newest 100,000 and expires the oldest beyond', async () => {
    await storage.updateWebhookStatus(hook, 'paused');
    insertEvents(100_700, (index) => `artwork:${index}`);
    await storage.sweep({ idempotencyHours: 24, deliveryDays: 30 });
    expect(await storage.countDeliveries()).toEqual({ pending: 100_000, expired: 700 });
    const newestExpired = db
      .prepare(
        `SELECT max(seq) < (SELECT min(seq) FROM deliveries WHERE status = 'pending')
        FROM deliveries WHERE status = 'expired'`,
      )
      .pluck();
    expect(newestExpired.get()).toBe(1);
  });

  it('goes past what waits behind a delivery of the same work, and never looks at it again meanwhile', async () => {
    insertEvents(20_000, () => 'artwork:edited-every-minute');
    insertEvents(3, (index) => `artwork:${index}`);
    const claimed: Claim[] = [];
    let looks = 0;
    while (claimed.length < 4 && looks < 100) {
      claimed.push(...(await claim()));
      looks += 1;
    }
    const [first, ...others] = claimed;
    expect(others).toHaveLength(3);
    expect(looks).toBeLessThan(50);
    const looked = db
      .prepare(`SELECT count(*) FROM deliveries WHERE status = 'pending' AND is_next = 1`)
      .pluck();
    expect(looked.get()).toBe(4);
    if (first !== undefined) await finish(first, 0);
    expect((await claim()).map(({ seq }) => seq)).toEqual([(first?.seq ?? 0) + 1]);
  });

  it('sends what stood behind a delivery that expired', async () => {
    insertEvents(1, () => 'artwork:1');
    clock.ms += 2 * DAY_MS;
    insertEvents(2, () => 'artwork:1');
    expect((await claim()).map(({ seq }) => seq)).toEqual([1]);
    expect(await claim()).toEqual([]);
    clock.ms += 29 * DAY_MS;
    await storage.sweep({ idempotencyHours: 24, deliveryDays: 30 });
    expect(await storage.countDeliveries()).toEqual({ expired: 1, pending: 2 });
    expect((await claim()).map(({ seq }) => seq)).toEqual([2]);
    clock.ms -= 31 * DAY_MS;
  });

  it('sends the oldest first, also where the clock was put back between two events', async () => {
    insertEvents(1, () => 'artwork:1');
    clock.ms -= 3_600_000;
    insertEvents(1, () => 'artwork:1');
    const [first] = await claim();
    expect(first?.seq).toBe(1);
    expect(await claim()).toEqual([]);
    clock.ms += 3_600_000;
  });

  it('sends one delivery of a work at a time, oldest first, after any sequence of sending, failing, replaying and expiring', async () => {
    const random = seededRandom(42);
    const held: Claim[] = [];
    const replayed = new Set<number>();
    const rows = db.prepare<[], { seq: number; resource: string; isNext: number; tried: number }>(
      `SELECT seq, resource_key AS resource, is_next AS isNext, attempts AS tried FROM deliveries
         WHERE status = 'pending' ORDER BY seq`,
    );
    insertEvents(300, () => `artwork:${Math.floor(random() * 20)}`);
    for (let step = 0; step < 400; step += 1) {
      const before = rows.all();
      const taken = random() < 0.4 ? await claim(4) : [];
      for (const { seq } of taken) {
        const { resource } = before.find((row) => row.seq === seq) ?? { resource: '' };
        const mine = before.filter((row) => row.resource === resource);
        const isHeld = held.some((other) => mine.some((row) => row.seq === other.seq && row.seq !== seq));
        expect(isHeld, `step ${step}: two of ${resource} under way`).toBe(false);
        const isTried = mine.some((row) => row.seq === seq && row.tried > 0);
        const older = mine.filter((row) => row.seq < seq && !replayed.has(row.seq));
        if (!isTried && !replayed.has(seq)) expect(older, `step ${step}: ${resource}`).toEqual([]);
      }
      held.push(...taken);
      const one = held.splice(Math.floor(random() * held.length), 1)[0];
      if (one !== undefined) await finish(one, random());
      if (random() > 0.8) {
        const done = db
          .prepare<[number], { seq: number; id: string }>(
            `SELECT seq, id FROM deliveries WHERE status <> 'pending' ORDER BY seq * ? % 101 LIMIT 1`,
          )
          .get(step);
        if (done !== undefined && (await storage.replayDelivery(done.id))) replayed.add(done.seq);
      }
      if (random() > 0.98) insertEvents(5, () => `artwork:${Math.floor(random() * 20)}`);
      clock.ms += 1000;
      const waiting = rows.all();
      const free = new Set(waiting.filter((row) => row.isNext === 1).map((row) => row.resource));
      const stuck = waiting.filter((row) => !free.has(row.resource));
      expect(stuck, `step ${step}: nothing will free these`).toEqual([]);
    }
    expect((await storage.countDeliveries()).delivered).toBeGreaterThan(50);
  });

  const claim = (perEndpoint = 8) => claimDeliveries(storage, clock.ms, { perEndpoint });

  async function finish(claimed: Claim, chance: number): Promise<void> {
    if (chance < 0.7)
      await finishDelivery(storage, claimed, { kind: 'delivered', status: 200, durationMs: 1 });
    else {
      await finishDelivery(storage, claimed, {
        kind: 'failed',
        status: 500,
        error: 'answered 500',
        durationMs: 1,
        answer: null,
        nextAttemptAtMs: chance < 0.85 ? null : clock.ms + 2000,
        cooldownMs: [1],
      });
      if ((await storage.findWebhook(hook))?.status === 'paused') {
        await storage.updateWebhookStatus(hook, 'active');
      }
    }
  }
});
