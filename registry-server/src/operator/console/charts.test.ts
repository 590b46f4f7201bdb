// The charts of the console's first page, from requests that were made.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DailyCounter } from '../../domain/daily-counts.ts';
import { OutcomeUnknown } from '../../storage/storage.ts';
import { countByDay } from '../../http/count-by-day.ts';
import { makeOperatorLink } from '../../domain/access/operator-link.ts';
import { startTestRegistry } from '../../../tests/support/test-registry.ts';
import type { TestRegistry } from '../../../tests/support/test-registry.ts';

let registry: TestRegistry;
beforeEach(async () => {
  registry = await startTestRegistry();
});
afterEach(() => registry.close());

const overview = async () => {
  const { path } = await makeOperatorLink(registry.storage, registry.clock.ms);
  const page = await registry.app.inject({ method: 'GET', url: path });
  const cookie = `registry_operator=${page.cookies.findLast(({ name }) => name === 'registry_operator')!.value}`;
  return (await registry.app.inject({ method: 'GET', url: '/operator', headers: { cookie } })).body;
};

it('writes, refusals and failures are counted by day, and reads are not', async () => {
  const counter = new DailyCounter(registry.storage, registry.clock, () => undefined);
  countByDay(registry.app, counter);
  const { api } = await registry.organization('own', { rateLimit: 4 });
  for (const title of ['one', 'two', 'three'])
    await api('POST', '/artworks', { title, artist_name: 'Ana Brun' });
  await api('GET', '/artworks');
  await api('GET', '/artworks');
  await counter.flush();
  // A day later: the former day stays as it is.
  registry.clock.ms += 86_400_000;
  counter.count('failures');
  counter.count('failures');
  await counter.stop();
  const [day, next] = [0, 86_400_000].map((ms) =>
    new Date(registry.clock.ms - 86_400_000 + ms).toISOString().slice(0, 10),
  );
  expect(await registry.storage.listDailyCounts('2000-01-01')).toEqual([
    { day, kind: 'refusals', count: 1 },
    { day, kind: 'writes', count: 3 },
    { day: next, kind: 'failures', count: 2 },
  ]);
  const page = await overview();
  expect(page).toContain(`aria-label="3 in 30 days; 3 at most, on ${day}"`);
  expect(page).toContain('0 in 30 days; none');
  expect(page).not.toContain('<script');
});

it('what may have been written, though its answer was lost, is not counted twice', async () => {
  const storage = {
    addDailyCounts: async (counts: Parameters<typeof registry.storage.addDailyCounts>[0]) => {
      await registry.storage.addDailyCounts(counts);
      throw new OutcomeUnknown('the answer was lost');
    },
  };
  const faults: unknown[] = [];
  const counter = new DailyCounter(storage, registry.clock, (error) => faults.push(error));
  for (const kind of ['writes', 'errors', 'writes'] as const) {
    counter.count(kind);
    await counter.flush();
  }
  expect(faults).toHaveLength(3);
  const counts = await registry.storage.listDailyCounts('2000-01-01');
  expect(counts.map(({ kind, count }) => [kind, count])).toEqual([
    ['errors', 1],
    ['writes', 2],
  ]);
});

it('what could not be written is written the next time', async () => {
  let isFull = true;
  const faults: unknown[] = [];
  const storage = {
    addDailyCounts: (counts: Parameters<typeof registry.storage.addDailyCounts>[0]) =>
      isFull ? Promise.reject(new Error('disk full')) : registry.storage.addDailyCounts(counts),
  };
  const counter = new DailyCounter(storage, registry.clock, (error) => faults.push(error));
  counter.count('writes');
  await counter.flush();
  counter.count('writes');
  isFull = false;
  await counter.flush();
  expect(faults).toHaveLength(1);
  expect((await registry.storage.listDailyCounts('2000-01-01')).map(({ count }) => count)).toEqual([2]);
});
