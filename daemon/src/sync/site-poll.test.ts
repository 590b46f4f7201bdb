// What a poll says and hears, that nothing is confirmed before it is on the disk, and when the safe mode begins and ends.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pino } from 'pino';
import { testClock, type TestClock } from '../../../packages/kit/tests/test-clock.ts';
import { isoTime } from '#kit/clock';
import { openJournal, type Journal } from '../journal/journal.ts';
import { PollAnswer, type Command, type InboxDelivery } from '../types/site.ts';
import type { CommandOutcome } from './commands.ts';
import { createLeaveChoice } from './leave-choice.ts';
import { createSitePoll, type SitePollDeps } from './site-poll.ts';

const SITE_URL = 'https://shop.example';
const DONE: CommandOutcome = { ok: true, message: null };
let journal: Journal;
let clock: TestClock;
/** What the site was asked, and what happened between two calls, in order. */
let events: string[];
let requests: { [field: string]: unknown }[];
let sealedDone: { id: string }[];
/** The parts of the next answer. */
let answer: { [field: string]: unknown };
let pollsSent: number;
let duringCall: () => void;

beforeEach(() => {
  journal = openJournal(':memory:');
  clock = testClock();
  [events, requests, sealedDone] = [[], [], []];
  [answer, pollsSent, duringCall] = [{}, 1, () => {}];
});
afterEach(() => journal.close());

const SERVICE = { name: 'Test', instance: 'one', hosted: false };

function createOne(more: Partial<SitePollDeps> = {}) {
  const client = {
    poll: async (request: { [field: string]: unknown }) => {
      events.push('poll');
      requests.push(structuredClone(request));
      duringCall();
      return PollAnswer.parse({
        protocol: 1,
        time: isoTime(clock.now()),
        site_id: 's',
        site_url: SITE_URL,
        name: 'Shop',
        platform: 'wordpress',
        plugin_version: '0.1.0',
        settings: { on_leave: 'not_for_sale' },
        generation: 1,
        beat: 0,
        instance_before: null,
        doubt: null,
        watched: false,
        waiting: 0,
        sweeping: false,
        review: 0,
        commands: [],
        ...answer,
      });
    },
  };
  const log = pino({ level: 'silent' });
  return createSitePoll({
    siteId: 's',
    journal: { ...journal, flushed: async () => void events.push('flushed') } as Journal,
    client: client as never,
    takePollsSent: () => pollsSent,
    service: SERVICE,
    carrier: () => 'direct',
    compares: () => 'list',
    onAjaxPath: (path) => void events.push(`ajax ${path}`),
    nextPollByMs: () => clock.now() + 60_000,
    isForked: () => false,
    onAccepted: () => void events.push('accepted'),
    clock,
    log,
    audit: { requestAll: () => void events.push('audit') },
    sealed: {
      outcomes: () => sealedDone,
      forget: (told: { id: string }[]) => void events.push(`forget ${told.length} sealed`),
      open: (orders: { id: string }[]) => void events.push(`open ${orders.length} sealed`),
    } as never,
    certificates: { outcomes: () => [], forget: () => {}, carryOut: () => {} } as never,
    handOver: { seal_key: 'key', registry_url: null, has_webhook_secret: false },
    inbox: () => ({ siteId: 's', secrets: ['whsec'], journal, clock, log }),
    status: (safeMode) => ({ account: { state: safeMode?.state ?? 'ok' } }) as never,
    wakeUrl: () => null,
    runCommand: async ({ name }) => {
      events.push(`run ${name}`);
      return DONE;
    },
    onLeave: createLeaveChoice(journal, 's').save,
    onOutdated: () => void events.push('outdated'),
    wake: (reason) => void events.push(`wake ${reason}`),
    ...more,
  });
}

const command = (id: number, name = 'sync'): Command => ({ id, name, external_id: null });
const delivery = (id: number): InboxDelivery => ({
  id,
  headers: {},
  body: '',
  received_at: isoTime(clock.now()),
});
const stateTold = () => (requests.at(-1)?.['status'] as { account: { state: string } }).account.state;
/** One answer of a site that counts its polls. */
const beat = (count: number, more: object = {}) => (answer = { beat: count, generation: 1, ...more });

test('a poll says what this service is and can take over; what it has nothing to say about is left out', async () => {
  const poll = createOne();
  expect([poll.last(), poll.answeredAt()]).toEqual([null, null]);
  await clock.tick(500);
  await poll.run();
  expect(requests[0]).toEqual({
    daemon_version: expect.any(String),
    time: isoTime(clock.now()),
    wake_url: null,
    service: SERVICE,
    carrier: 'direct',
    next_poll_by: isoTime(clock.now() + 60_000),
    compares: 'list',
    commands_done: [],
    seen: { generation: 0, beat: 0 },
    status: { account: { state: 'ok' }, hand_over: expect.objectContaining({ seal_key: 'key' }) },
  });
  expect([poll.startedAtMs(), poll.answeredAt()]).toEqual([500, isoTime(clock.now())]);
  expect(poll.last()).toMatchObject({ name: 'Shop' });
});

test('a command is carried out once and reported with the next poll, after it is on the disk', async () => {
  const poll = createOne();
  answer = { commands: [command(7), command(8, 'audit')] };
  await poll.run();
  expect(poll.hasOutcomes()).toBe(true);
  await poll.run();
  expect(requests[1]?.['commands_done']).toEqual([
    { id: 7, ...DONE },
    { id: 8, ...DONE },
  ]);
  expect(poll.hasOutcomes()).toBe(false);
  expect(events.filter((event) => /poll|run|wake/.test(event))).toEqual([
    'poll',
    'run sync',
    'run audit',
    'wake command',
    'poll',
    'wake command',
  ]);
  expect(events.lastIndexOf('flushed', events.lastIndexOf('poll'))).toBeGreaterThan(
    events.indexOf('run audit'),
  );
});

test('a poll that fails keeps what it had to report', async () => {
  const poll = createOne();
  answer = { commands: [command(7)] };
  await poll.run();
  duringCall = () => {
    throw new Error('The site does not answer.');
  };
  await expect(poll.run()).rejects.toThrow('does not answer');
  duringCall = () => {};
  answer = {};
  await poll.run();
  expect(requests[2]?.['commands_done']).toEqual([{ id: 7, ...DONE }]);
});

test('deliveries are confirmed with the next poll, whatever became of them, once they are on the disk', async () => {
  const poll = createOne();
  answer = { inbox: [delivery(3), delivery(4)] };
  await poll.run();
  answer = {};
  events = [];
  await poll.run();
  expect(requests[1]?.['inbox_done']).toEqual([3, 4]);
  expect(events.slice(0, 2)).toEqual(['flushed', 'poll']);
  await poll.run();
  expect(requests[2]).not.toHaveProperty('inbox_done');
});

test('what cannot be read of a poll is left out alone, and a delivery among it is not sent again', async () => {
  const warned: unknown[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warned.push(JSON.parse(line)) });
  const carried: string[] = [];
  const certificates = {
    outcomes: () => [],
    forget: () => {},
    carryOut: (orders: { id: string }[]) => carried.push(...orders.map(({ id }) => id)),
  } as never;
  const poll = createOne({ log, certificates });
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, number) => [`x-${number}`, 'a']));
  answer = {
    sealed: [
      { id: 'a', box: 'x'.repeat(20_001) },
      { id: 'b', box: 'x' },
    ],
    certificates: [
      { id: 'c', kind: 'burn' },
      { id: 'd', kind: 'withdraw', certificate_id: 'e', reason: 'A mistake.' },
    ],
    inbox: [
      { ...delivery(3), headers: many },
      { ...delivery(4), headers: { 'x-a': 'a'.repeat(1001) } },
      { ...delivery(5), headers: { ['x'.repeat(65)]: 'a' } },
      'no delivery',
      delivery(6),
    ],
  };
  await poll.run();
  await poll.run();
  expect(events).toContain('open 1 sealed');
  expect(carried).toEqual(['d', 'd']);
  expect(requests[1]?.['inbox_done']).toEqual([6, 3, 4, 5]);
  expect(warned).toMatchObject([{ unread: { inbox: 4, sealed: 1, certificates: 1 } }]);
});

test('a sealed box is opened, and its outcome told and forgotten', async () => {
  const poll = createOne();
  sealedDone = [{ id: 'a' }];
  answer = { sealed: [{ id: 'b', box: 'x' }] };
  await poll.run();
  expect(requests[0]?.['sealed_done']).toEqual([{ id: 'a' }]);
  expect(events).toEqual(expect.arrayContaining(['forget 1 sealed', 'open 1 sealed']));
});

test('a request to list works again is repeated until a poll was answered', async () => {
  journal.meta.save('s', 'look_again', 'all');
  const poll = createOne();
  duringCall = () => {
    throw new Error('The site does not answer.');
  };
  await expect(poll.run()).rejects.toThrow();
  duringCall = () => {};
  await poll.run();
  await poll.run();
  expect(requests.map((request) => request['look_again'])).toEqual(['all', 'all', undefined]);
});

test('a request that grew during the call is kept for the next poll', async () => {
  journal.meta.save('s', 'look_again', ['12']);
  const poll = createOne();
  duringCall = () => journal.meta.save('s', 'look_again', ['12', '13']);
  await poll.run();
  duringCall = () => {};
  await poll.run();
  expect(requests.map((request) => request['look_again'])).toEqual([['12'], ['12', '13']]);
});

test('the owner’s setting for works that leave is remembered', async () => {
  const poll = createOne();
  answer = { settings: { on_leave: 'fully_private' } };
  await poll.run();
  expect(journal.meta.find('s', 'on_leave')).toBe('fully_private');
});

test('the last answer before a restart is known', async () => {
  journal.meta.save('s', 'status', { polled_at: '2026-01-01T00:00:00Z' });
  expect(createOne().answeredAt()).toBe('2026-01-01T00:00:00Z');
});

test.each<[string, object]>([
  ['doubts itself', { doubt: 'database' }],
  ['has another address', { site_url: 'https://staging.shop.example' }],
  ['has a lower generation', { generation: 1 }],
])(
  'a site that %s is not worked for, its boxes stay closed, and it leads no call to itself',
  async (_, more) => {
    const poll = createOne();
    beat(10, { generation: 2 });
    await poll.run();
    expect(poll.safeMode()).toBeNull();
    events = [];
    beat(11, { generation: 2, sealed: [{ id: 'b', box: 'x' }], ajax_path: '/copy/admin-ajax.php', ...more });
    await poll.run();
    expect(poll.safeMode()).toMatchObject({
      state: 'copy',
      message: expect.stringContaining('Its owner has to say'),
    });
    expect(events).not.toContain('open 1 sealed');
    expect(events).not.toContain('ajax /copy/admin-ajax.php');
    await poll.run();
    expect(stateTold()).toBe('copy');
    beat(12, { generation: 2 });
    await poll.run();
    expect(poll.safeMode()).toBeNull();
  },
);

test('the owner’s word that it is the same site ends the doubt, and everything is compared', async () => {
  const poll = createOne();
  beat(10);
  await poll.run();
  beat(4, { doubt: 'restored' });
  await poll.run();
  beat(5, { generation: 2, site_url: 'https://new.shop.example' });
  await poll.run();
  expect(poll.safeMode()).toBeNull();
  expect(events).toContain('audit');
  // It counts again: that it is behind the journal means nothing now.
  beat(6, { generation: 2, site_url: 'https://new.shop.example' });
  await poll.run();
  expect(events).not.toContain('outdated');
});

test('a journal that was put back to an earlier state is rebuilt', async () => {
  const before = createOne();
  beat(10);
  await before.run();
  beat(30);
  await createOne().run();
  expect(events).toContain('outdated');
});

test('another service with the same pairing stops the work, and its end starts it again', async () => {
  const poll = createOne();
  let count = 10;
  const pollOnce = async (foreign: number, waitMs = 2000) => {
    count += 1 + foreign;
    beat(count);
    await clock.tick(waitMs);
    await poll.run();
  };
  await pollOnce(0);
  for (let round = 0; round < 3; round += 1) await pollOnce(1);
  expect(poll.safeMode()).toMatchObject({ state: 'two_services' });
  await pollOnce(0);
  expect(stateTold()).toBe('two_services');
  for (let round = 0; round < 30; round += 1) await pollOnce(0, 30_000);
  expect(poll.safeMode()).toBeNull();
  expect(events).toContain('outdated');
});

test('a wall clock that is set back does not lengthen it', async () => {
  const poll = createOne();
  clock.setTime(clock.now() - 3600_000);
  await clock.tick(1000);
  await poll.run();
  expect(poll.startedAtMs()).toBe(1000);
  expect(poll.answeredAt()).toBe(isoTime(clock.now()));
});
