// When every work of the shop has been read, and how long new works wait for that at most.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock, type TestClock } from '../../../packages/kit/tests/test-clock.ts';
import { openJournal, type Journal } from '../journal/journal.ts';
import { createShopReader, type ReaderMemory } from './shop-reader.ts';

const TEN_MINUTES_MS = 600_000;
let journal: Journal;
let clock: TestClock;
let waiting: string[];
let events: string[];
let isPaused: boolean;
let isSweeping: boolean;
let isCrowded: boolean;
let stopping: AbortController;
/** What a page keeps the thread busy, and all pages did. */
let pageMs: number;
let workedMs: number;

beforeEach(() => {
  journal = openJournal(':memory:');
  clock = testClock();
  [waiting, events] = [[], []];
  [isPaused, isSweeping, isCrowded] = [false, false, false];
  [stopping, pageMs, workedMs] = [new AbortController(), 0, 0];
});
afterEach(() => journal.close());

/** A reader of a site that gives two works to a page. */
function createOne(memory?: ReaderMemory) {
  const take = (acks: { external_id: string }[] = []) => {
    if (acks.length > 0) events.push(`ack ${acks.map((ack) => ack.external_id).join()}`);
    waiting = waiting.filter((id) => !acks.some((ack) => ack.external_id === id));
  };
  const client = {
    changes: async ({ acks }: { acks?: { external_id: string }[] }) => {
      take(acks);
      const changes = waiting.slice(0, 2).map((external_id) => ({
        external_id,
        revision: 1,
        state: 'gone' as const,
        title: null,
        reason: null,
        artwork: null,
        recheck_at: null,
        error: null,
      }));
      return { changes, remaining: waiting.length - changes.length, sweeping: isSweeping };
    },
    peek: async () => [],
    ack: async (acks: { external_id: string }[]) => take(acks),
  };
  return createShopReader({
    journal: { ...journal, flushed: async () => void events.push('flushed') } as Journal,
    client: client as never,
    clock: { ...clock, elapsed: () => clock.elapsed() + workedMs },
    bookkeeping: {
      recordPage: (page) => {
        events.push(`page ${page.map(({ externalId }) => externalId).join()}`);
        workedMs += pageMs;
        return new Set<string>();
      },
    },
    quarantine: { list: () => [], add: () => {}, remove: () => {} },
    onFault: () => {},
    isCrowded: () => isCrowded,
    stopping: stopping.signal,
    memory,
  });
}

const reading = { onPage: () => void events.push('planned'), shouldPause: () => isPaused };

test('a page is acknowledged only once it is on the disk', async () => {
  waiting = ['1', '2', '3'];
  await createOne().read(reading);
  expect(events).toEqual([
    'page 1,2',
    'planned',
    'flushed',
    'ack 1,2',
    'page 3',
    'planned',
    'flushed',
    'ack 3',
  ]);
});

test('beside others that have to wait, it leaves them as much time as each page took', async () => {
  waiting = ['1', '2', '3', '4', '5'];
  [isCrowded, pageMs] = [true, 15];
  const underWay = createOne().read(reading);
  await clock.tick(14);
  expect(waiting).toEqual(['1', '2', '3', '4', '5']);
  await clock.tick(1);
  expect(waiting, 'the first page is acknowledged with the call for the second').toEqual(['3', '4', '5']);
  await clock.tick(15);
  await underWay;
  expect([waiting, clock.sleepers()], 'the last page is not followed by a pause').toEqual([[], 0]);
});

test('a pause for the others ends when the engine stops', async () => {
  waiting = ['1', '2', '3'];
  [isCrowded, isPaused, pageMs] = [true, true, 15];
  const ending = createOne().read(reading);
  await clock.tick(1);
  stopping.abort();
  await ending;
  expect([waiting, clock.sleepers()]).toEqual([['3'], 0]);
});

test('until the first reading nothing is complete; afterwards everything is', async () => {
  const reader = createOne();
  expect([reader.isComplete(), reader.hasMore()]).toEqual([false, false]);
  waiting = ['1'];
  await reader.read(reading);
  expect([reader.isComplete(), reader.hasMore()]).toEqual([true, false]);
});

test('a reading that pauses is not complete, and the next one continues', async () => {
  const reader = createOne();
  waiting = ['1', '2', '3'];
  isPaused = true;
  await reader.read(reading);
  expect([reader.isComplete(), reader.hasMore(), waiting]).toEqual([false, true, ['3']]);
  isPaused = false;
  await reader.read(reading);
  expect([reader.isComplete(), reader.hasMore()]).toEqual([true, false]);
});

test('a shop with nothing to read is complete when the loop says that this was the last page', async () => {
  const reader = createOne();
  await reader.read(reading);
  expect(reader.isComplete()).toBe(false);
  reader.end();
  expect(reader.isComplete()).toBe(true);
  isSweeping = true;
  await reader.read(reading);
  expect(reader.hasMore()).toBe(true);
});

test('after ten minutes of unread works the others wait no longer', async () => {
  const reader = createOne();
  await clock.tick(TEN_MINUTES_MS);
  expect(reader.isComplete()).toBe(false);
  await clock.tick(1);
  expect(reader.isComplete()).toBe(true);
});

test('the ten minutes run from the first unread page, not from the latest', async () => {
  const reader = createOne();
  reader.end();
  [waiting, isPaused] = [['1', '2', '3', '4', '5', '6', '7'], true];
  await reader.read(reading);
  await clock.tick(TEN_MINUTES_MS - 1);
  await reader.read(reading);
  await clock.tick(1);
  expect(reader.isComplete()).toBe(false);
  await clock.tick(1);
  expect(reader.isComplete()).toBe(true);
});

test('a reader that is put away and made again waits no longer, and judges nothing sooner', async () => {
  const first = createOne();
  first.end();
  [waiting, isPaused] = [['1', '2', '3', '4', '5', '6', '7'], true];
  await first.read(reading);
  await clock.tick(0.6 * TEN_MINUTES_MS);
  const second = createOne(JSON.parse(JSON.stringify(first.life.memory())) as ReaderMemory);
  expect(second.isComplete()).toBe(false);
  await clock.tick(0.4 * TEN_MINUTES_MS + 1);
  const third = createOne(second.life.memory());
  expect(third.isComplete()).toBe(true);
  isPaused = false;
  await third.read(reading);
  expect(createOne(third.life.memory()).isComplete()).toBe(true);
});

test('a wall clock that is set changes nothing about it', async () => {
  const reader = createOne();
  clock.setTime(clock.now() + 24 * 3600_000);
  expect(reader.isComplete()).toBe(false);
  clock.setTime(0);
  await clock.tick(TEN_MINUTES_MS + 1);
  expect(reader.isComplete()).toBe(true);
});

test('a journal that was emptied must read everything again', async () => {
  const reader = createOne();
  await clock.tick(TEN_MINUTES_MS + 1);
  reader.restart();
  expect(reader.isComplete()).toBe(false);
});
