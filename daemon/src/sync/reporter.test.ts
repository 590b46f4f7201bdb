// Reports to WordPress: gathered, in pages, and kept until WordPress has saved them.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock, type TestClock } from '../../../packages/kit/tests/test-clock.ts';
import { openJournal, type Journal } from '../journal/journal.ts';
import type { ReportOrder, SiteClient } from '../site/site-client.ts';
import { SiteError } from '../site/site-error.ts';
import type { WorkState } from '../types/work.ts';
import { unknownWork } from './bookkeeping/unknown-work.ts';
import { createReporter } from './reporter.ts';

type Report = { external_id: string; state: string };
let journal: Journal;
let clock: TestClock;
let stopping: AbortController;
let reports: Report[][];
let events: { delivery_id: string }[][];
let problem: unknown[];
let reported: string[];
let refuse: Error | null;
let orders: ReportOrder[];

beforeEach(() => {
  journal = openJournal(':memory:');
  clock = testClock();
  reported = [];
  stopping = new AbortController();
  [reports, events, problem, refuse, orders] = [[], [], [], null, []];
});
afterEach(() => journal.close());

function createOne() {
  const take =
    <T>(list: T[][]) =>
    async (page: T[], order?: ReportOrder) => {
      if (order) orders.push(order);
      if (refuse) throw refuse;
      list.push(page);
      return { saved: page.length };
    };
  const client = { report: take(reports), event: take(events) } as unknown as SiteClient;
  const onProblem = (error: unknown) => void problem.push(error);
  return createReporter({
    siteId: 's',
    journal,
    client,
    clock,
    stopping: stopping.signal,
    onProblem,
    onReported: (state) => reported.push(state),
    onFault: () => {},
  });
}

const save = (externalId: string, state: WorkState) => {
  const before = journal.works.find('s', externalId);
  journal.works.save({ ...unknownWork('s'), externalId, state }, before, true);
};
const statesOf = (page: Report[] | undefined) => page?.map(({ state }) => state);

test('states that follow each other within a moment become one report', async () => {
  const reporter = createOne();
  save('1', 'queued');
  reporter.kick();
  await clock.tick(100);
  save('1', 'sending');
  reporter.kick();
  await clock.tick(100);
  save('1', 'published');
  await clock.tick(100);
  expect(reports.map(statesOf)).toEqual([['published']]);
  expect(reporter.hasNews()).toBe(false);
  expect(reported).toEqual(['published']);
});

test('each report has a higher number, also after one that the site refused and after a restart', async () => {
  journal.meta.save('s', 'identity', { siteUrl: 'https://shop.example', generation: 1, pollCount: 812 });
  save('1', 'published');
  refuse = new SiteError('late_report', 'A later one is saved.', 409);
  createOne().kick();
  await clock.tick(1000);
  expect(problem).toEqual([refuse]);
  refuse = null;
  createOne().kick();
  await clock.tick(1000);
  expect(reports.map(statesOf)).toEqual([['published']]);
  expect(orders).toEqual([
    { beat: 812, number: 1 },
    { beat: 812, number: 2 },
  ]);
});

test('a catalogue goes in pages of 200', async () => {
  const reporter = createOne();
  for (let id = 1; id <= 450; id += 1) save(String(id), 'published');
  reporter.kick();
  await clock.tick(2000);
  expect(reports.map((page) => page.length)).toEqual([200, 200, 50]);
});

test('what WordPress did not save is told, stays, and goes with the next report', async () => {
  const reporter = createOne();
  save('1', 'published');
  refuse = new SiteError('unreachable', 'does not answer');
  reporter.kick();
  await clock.tick(300);
  expect(problem).toEqual([refuse]);
  expect(reporter.hasNews()).toBe(true);
  refuse = null;
  reporter.kick();
  await clock.tick(300);
  expect(reports.map(statesOf)).toEqual([['published']]);
});

test('a state that changes while it is reported is reported again', async () => {
  const reporter = createOne();
  save('1', 'queued');
  const { push } = reports;
  reports.push = (page) => {
    reports.push = push;
    save('1', 'published');
    return push.call(reports, page);
  };
  reporter.kick();
  await clock.tick(1000);
  reporter.kick();
  await clock.tick(1000);
  expect(reports.map(statesOf)).toEqual([['queued'], ['published']]);
});

test('the row of a forgotten work goes once WordPress knows', async () => {
  const reporter = createOne();
  save('1', 'forgotten');
  reporter.kick();
  await clock.tick(300);
  expect(journal.works.find('s', '1')).toBeUndefined();
});

test('events go before the works that they changed, each once', async () => {
  const reporter = createOne();
  const event = {
    delivery_id: 'd',
    type: 'artwork.sold',
    created_at: '',
    external_id: '1',
    registry_id: null,
  };
  journal.deliveries.insert('s', 'd', '{}', clock.now());
  journal.deliveries.markProcessed('s', 'd', { ...event, changed_fields: [] }, clock.now());
  reporter.kick();
  await clock.tick(300);
  reporter.kick();
  await clock.tick(300);
  expect(events.map((page) => page.map(({ delivery_id }) => delivery_id))).toEqual([['d']]);
});

test('nothing begins after the stop, and what is under way ends', async () => {
  const reporter = createOne();
  save('1', 'published');
  reporter.kick();
  stopping.abort();
  await reporter.life.stop();
  const { length } = reports;
  reporter.kick();
  await clock.tick(1000);
  expect(reports).toHaveLength(length);
});
