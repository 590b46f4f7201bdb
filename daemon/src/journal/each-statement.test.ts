// Every method of the journal with each of its statements failing: it throws, nothing was half done, and the same call afterwards does
// it once. A new method without a line fails, because the type asks for one.
import type Database from 'better-sqlite3';
import { afterAll, describe, expect, test } from 'vitest';
import { failuresOf, SqliteFailures } from '../../../packages/kit/tests/sqlite-failures.ts';
import type { SqliteFailure } from '../../../packages/kit/tests/sqlite-failures.ts';
import { unknownWork } from '../sync/bookkeeping/unknown-work.ts';
import type { Work } from '../types/work.ts';
import { createJournal, type Journal } from './journal.ts';
import { openDatabase } from './open-journal.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const S = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const ISO = new Date(NOW).toISOString();
const PAST = NOW - 400 * 86_400_000;
const CONTENT = { external_id: '1', title: 'Irises', availability: 'for_sale' };

const work = (externalId: string, more: Partial<Work> = {}): Work => ({
  ...unknownWork(S),
  externalId,
  registryId: `AREG-${externalId}`,
  confirmedAt: ISO,
  fingerprint: 'same',
  siteHash: 'hash',
  state: 'published',
  content: { ...CONTENT, external_id: externalId },
  confirmed: { ...CONTENT, external_id: externalId },
  ...more,
});
const step = (externalId: string) => ({
  ...{ siteId: S, externalId, registryId: `AREG-${externalId}`, target: 'target', priority: 0 },
  body: { kind: 'update' } as Parameters<Journal['actions']['insert']>[0]['body'],
});
const holding = {
  ...{ registryId: 'AREG-1', look: 'a', nameLook: 'b', externalId: '1', page: 'https://r.example' },
  shows: {} as Parameters<Journal['holdings']['save']>[1]['shows'],
};
const event = (id: string) => ({
  ...{ delivery_id: id, type: 'artwork.updated', created_at: ISO, external_id: '1', registry_id: 'AREG-1' },
  changed_fields: [],
});

/** Something of everything, of two sites. */
function fill(journal: Journal): void {
  for (const id of ['1', '2', '3']) journal.works.save(work(id), undefined, true);
  journal.works.save(work('4', { state: 'forgotten' as Work['state'] }), undefined, true);
  for (const id of ['1', '2', '3', '4']) journal.actions.insert(step(id));
  journal.actions.end(3, 'done', PAST);
  journal.actions.end(4, 'done', NOW + 1);
  for (const id of ['a', 'b', 'c']) journal.deliveries.insert(S, id, 'raw', PAST + 1, id);
  journal.deliveries.markProcessed(S, 'a', event('a'), PAST + 2);
  journal.deliveries.markProcessed(S, 'c', null, PAST + 2);
  journal.deliveries.recordEarly(S, 'AREG-9', ISO, PAST);
  journal.auditSeen.insertSeen(S, 'AREG-1');
  journal.holdings.save(S, holding);
  journal.unfit.insert(S, { id: 1, headers: {}, body: 'x', received_at: ISO }, NOW);
  journal.resting.save(S, NOW, { memory: true });
  journal.commands.insert(S, 'audit', null);
  for (const name of ['connection', 'audit', 'purge']) journal.meta.save(S, name, { is: true });
  journal.works.save(work('2', { siteId: OTHER }), undefined, true);
}

type Calls<Methods> = { [Name in keyof Methods]: (journal: Journal) => unknown };
const none = () => undefined;

const CALLS: {
  [
    Part in
      | 'works'
      | 'actions'
      | 'deliveries'
      | 'auditSeen'
      | 'holdings'
      | 'unfit'
      | 'resting'
      | 'meta'
      | 'commands'
  ]: Calls<Journal[Part]>;
} = {
  works: {
    find: ({ works }) => works.find(S, '1'),
    listSitesOf: ({ works }) => works.listSitesOf('AREG-1'),
    findByRegistryId: ({ works }) => works.findByRegistryId(S, 'AREG-1'),
    countRegistered: ({ works }) => works.countRegistered(S),
    listInState: ({ works }) => works.listInState(S, 'published'),
    countByState: ({ works }) => works.countByState(S),
    nextRecheckAt: ({ works }) => works.nextRecheckAt(S, ISO),
    save: ({ works }) => works.save(work('1', { title: 'Other', content: null }), work('1'), true),
    changeState: ({ works }) => works.changeState(S, '1', 'published', 'queued'),
    requeue: ({ works }) => works.requeue(S),
    usage: ({ works }) => works.usage(S),
    moveSite: ({ works }) => works.moveSite(S, OTHER),
    listUnreported: ({ works }) => works.listUnreported(S, 10),
    countUnreported: ({ works }) => works.countUnreported(S),
    markReported: ({ works }) =>
      works.markReported(
        S,
        ['1', '4'].map((externalId) => ({ externalId, reportSeq: 1, isForgotten: true })),
      ),
    saveUnchanged: ({ works }) =>
      works.saveUnchanged({
        siteId: S,
        externalId: '1',
        revision: 9,
        siteHash: 'hash',
        siteKnows: null,
      } as never),
    hasDuplicate: ({ works }) => works.hasDuplicate(work('1')),
    listDuplicates: ({ works }) => works.listDuplicates(work('1'), 10),
    countDuplicates: ({ works }) => works.countDuplicates(work('1')),
    listInDeparture: ({ works }) => works.listInDeparture(S, 'waiting', 10),
    countDeparture: ({ works }) => works.countDeparture(S, 'waiting'),
    countDeparturesSince: ({ works }) => works.countDeparturesSince(S, PAST, NOW),
    countCatalogue: ({ works }) => works.countCatalogue(S),
    markUnheard: ({ works }) => works.markUnheard(S, '', 2),
    listUnheard: ({ works }) => works.listUnheard(S, 10),
    countMissing: ({ works }) => works.countMissing(S, ISO, ISO),
    listMissing: ({ works }) => works.listMissing(S, ISO, ISO, 10),
    listGivenAway: ({ works }) => works.listGivenAway(S, '1', 10),
    forgetSources: ({ works }) => works.forgetSources(S),
    hasUnknownSource: ({ works }) => works.hasUnknownSource(S),
  },
  actions: {
    findOpen: ({ actions }) => actions.findOpen(S, '1'),
    get: ({ actions }) => actions.get(1),
    insert: ({ actions }) => actions.insert(step('3')),
    remove: ({ actions }) => actions.remove(1),
    listReady: ({ actions }) => actions.listReady(S, 'update', NOW, 10),
    listPending: ({ actions }) => actions.listPending(S, 10),
    hasReady: ({ actions }) => actions.hasReady(S, 'update', NOW),
    markSent: ({ actions }) => actions.markSent(1, 'key', NOW),
    postpone: ({ actions }) =>
      actions.postpone(1, NOW, { isSuspect: true, wasNotSent: false, newKey: 'another' }),
    end: ({ actions }) => actions.end(1, 'done', NOW),
    clearWaits: ({ actions }) => actions.clearWaits(S),
    hasPending: ({ actions }) => actions.hasPending(S),
    countPending: ({ actions }) => actions.countPending(S),
    countEndedSince: ({ actions }) => actions.countEndedSince(S, 0),
    sweep: ({ actions }) => actions.sweep(NOW, 0),
    moveSite: ({ actions }) => actions.moveSite(S, OTHER),
  },
  deliveries: {
    insert: ({ deliveries }) => deliveries.insert(S, 'd', 'raw', NOW),
    isKnown: ({ deliveries }) => deliveries.isKnown(S, 'd1', 'e1'),
    listReceived: ({ deliveries }) => deliveries.listReceived(S, 10),
    markProcessed: ({ deliveries }) => deliveries.markProcessed(S, 'b', event('b'), NOW),
    listUnforwarded: ({ deliveries }) => deliveries.listUnforwarded(S, 10),
    markForwarded: ({ deliveries }) => deliveries.markForwarded(S, ['a', 'b'], NOW),
    recordEarly: ({ deliveries }) => deliveries.recordEarly(S, 'AREG-8', ISO, NOW),
    takeEarly: ({ deliveries }) => deliveries.takeEarly(S, 'AREG-9'),
    sweep: ({ deliveries }) => deliveries.sweep(NOW, 0),
    sweepUnheard: ({ deliveries }) => deliveries.sweepUnheard(NOW, 10),
    moveSite: ({ deliveries }) => deliveries.moveSite(S, OTHER),
  },
  auditSeen: {
    insertSeen: ({ auditSeen }) => auditSeen.insertSeen(S, 'AREG-2'),
    clear: ({ auditSeen }) => auditSeen.clear(S),
    moveSite: ({ auditSeen }) => auditSeen.moveSite(S, OTHER),
  },
  holdings: {
    save: ({ holdings }) => holdings.save(S, { ...holding, registryId: 'AREG-2' }),
    list: ({ holdings }) => holdings.list(S, 'look', 'a'),
    count: ({ holdings }) => holdings.count(S),
    clear: ({ holdings }) => holdings.clear(S),
    moveSite: ({ holdings }) => holdings.moveSite(S, OTHER),
  },
  unfit: {
    count: ({ unfit }) => unfit.count(S),
    insert: ({ unfit }) => unfit.insert(S, { id: 2, headers: {}, body: 'y', received_at: ISO }, NOW),
    list: ({ unfit }) => unfit.list(S),
    remove: ({ unfit }) => unfit.remove(1),
    sweep: ({ unfit }) => unfit.sweep(NOW * 2),
    moveSite: ({ unfit }) => unfit.moveSite(S, OTHER),
  },
  resting: {
    save: ({ resting }) => resting.save(OTHER, NOW, null),
    has: ({ resting }) => resting.has(S),
    take: ({ resting }) => resting.take(S),
    listDue: ({ resting }) => resting.listDue(NOW, 10),
    countDueBefore: ({ resting }) => resting.countDueBefore(NOW),
    count: ({ resting }) => resting.count(),
    list: ({ resting }) => resting.list(),
    bringForward: ({ resting }) => resting.bringForward(S, NOW - 1),
    moveSite: ({ resting }) => resting.moveSite(S),
  },
  meta: {
    find: ({ meta }) => meta.find(S, 'connection'),
    save: ({ meta }) => meta.save(S, 'connection', 2),
    remove: ({ meta }) => meta.remove(S, 'connection'),
  },
  commands: {
    insert: ({ commands }) => commands.insert(S, 'retry', null),
    list: ({ commands }) => commands.list(S),
    remove: ({ commands }) => commands.remove(1),
    sites: ({ commands }) => commands.sites(),
  },
};

const WHOLE: Calls<Omit<Journal, keyof typeof CALLS>> = {
  transaction: (journal) =>
    journal.transaction(() => {
      journal.works.save(work('5'), undefined, true);
      journal.actions.insert(step('5'));
    }),
  // No statement: it waits for the disk.
  flushed: none,
  flushNow: none,
  shortenWaits: (journal) => journal.shortenWaits({ nowMs: PAST, pollLongestMs: 1 }),
  siteIds: (journal) => journal.siteIds(),
  moveSite: (journal) => journal.moveSite(S, OTHER),
  forgetWorks: (journal) => journal.forgetWorks(S),
  forgetRegistry: (journal) => journal.forgetRegistry(S),
  purge: (journal) => journal.purge(),
  sweep: (journal) => journal.sweep(NOW),
  close: none,
};

const METHODS = [
  ...Object.entries(WHOLE).map(([name, call]) => [name, call] as const),
  ...Object.entries(CALLS).flatMap(([part, calls]) =>
    Object.entries(calls).map(
      ([name, call]) => [`${part}.${name}`, call as Calls<Journal>['close']] as const,
    ),
  ),
];

describe('a method of the journal whose statement fails does nothing by halves', () => {
  const failures = new SqliteFailures(':memory:');
  let [statements, tried] = [0, 0];
  afterAll(() => {
    failures.stop();
    console.log(`Journal: ${METHODS.length} methods × ${statements} statements, ${tried} failures`);
  });

  test.each(METHODS)('%s', async (name, call) => {
    const once = open(call);
    const { texts } = await failures.during(() => Promise.resolve(once.run()));
    const done = contentOf(once.db);
    statements += texts.length;
    for (const [at, text] of texts.entries()) {
      const ways = failuresOf(text);
      // Of the short form one, by turns.
      const chosen = isLong ? ways : ways.slice(tried % ways.length).slice(0, 1);
      for (const how of chosen) await fail(at, how, done);
    }
    once.journal.close();

    async function fail(at: number, how: SqliteFailure, expected: string): Promise<void> {
      const { db, journal, run } = open(call);
      const before = contentOf(db);
      const { value: error, failed } = await failures.during(async () => thrownBy(run), { at, how });
      tried += 1;
      expect(failed).toBeDefined();
      expect(String(error), `${how} ${at}`).toContain('planted');
      // What could not be ended is ended before anything is said to be on the disk.
      if (db.inTransaction) await expect(journal.flushed()).rejects.toThrow('lost a transaction');
      const left = contentOf(db);
      // What is swept is swept row by row; the rest is found by the next sweep.
      if (!name.endsWith('sweep'))
        expect(left, `${how} at ${failed}`).toBe(how === 'afterwards' ? expected : before);
      if (how !== 'afterwards') {
        run();
        expect(contentOf(db), `again after ${how} at ${failed}`).toBe(expected);
      }
      journal.close();
    }
  });
});

function open(call: Calls<Journal>['close']) {
  const db = openDatabase(':memory:');
  const journal = createJournal(db);
  fill(journal);
  return { db, journal, run: () => void call(journal) };
}

function thrownBy(run: () => void): unknown {
  try {
    run();
    return undefined;
  } catch (error) {
    return error;
  }
}

function contentOf(db: Database.Database): string {
  const names = db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY 1`,
    )
    .pluck()
    .all();
  return names
    .map((name) => `${name} ${JSON.stringify(db.prepare(`SELECT * FROM ${name}`).all(), null, 1)}`)
    .join('\n');
}
