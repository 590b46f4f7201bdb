// What is served where a part of what is measured cannot be read.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestRegistry } from '../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../tests/support/test-registry.ts';
import { makeMetrics } from './metrics.ts';

let registry: TestRegistry;
beforeEach(async () => {
  registry = await startTestRegistry();
});
afterEach(() => registry.close());

it('a value that cannot be found is left out and told of once, and everything else is served', async () => {
  const told: string[] = [];
  let isBroken = true;
  const fail = () => {
    throw new Error('EACCES: permission denied, scandir');
  };
  const storage = Object.create(registry.storage, {
    findBacklog: { value: () => (isBroken ? fail() : registry.storage.findBacklog()) },
  }) as typeof registry.storage;
  const metrics = makeMetrics(storage, {
    newestBackupMs: () => (isBroken ? fail() : 1_000_000),
    onUnknown: (_error, gauge) => void told.push(gauge),
  });
  isBroken = false;
  expect(await metrics.text()).toContain('registry_last_backup_timestamp_seconds 1000\n');
  isBroken = true;
  for (let times = 0; times < 3; times += 1) {
    const text = await metrics.text();
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toMatch(
      /^registry_(webhook_deliveries|webhook_oldest_due_seconds|last_backup_timestamp_seconds)[ {]/m,
    );
  }
  expect(told.sort()).toEqual([
    'registry_last_backup_timestamp_seconds',
    'registry_webhook_deliveries',
    'registry_webhook_oldest_due_seconds',
  ]);
  isBroken = false;
  expect(await metrics.text()).toContain('registry_webhook_deliveries{status="pending"} 0');
});

it('a delivery counts as given up once, when no attempt follows', async () => {
  const metrics = makeMetrics(registry.storage, { onUnknown: () => undefined });
  const attempt = { isDelivered: false, isGivenUp: false, durationMs: 5, ageMs: 10 };
  metrics.countAttempt(attempt);
  metrics.countAttempt({ ...attempt, isGivenUp: true });
  expect(await metrics.text()).toContain('registry_webhook_deliveries_given_up_total 1\n');
});
