// Every stored time of the service and its host: something waits for it, and journal/waits.ts has its longest wait, or here stands where it
// is bounded, or why nothing waits for it. And what happens after a clock that was 40 days ahead was put right.
import Database from 'better-sqlite3';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isOver } from '#kit/clock';
import { createJournal, type Journal } from './journal.ts';
import { openDatabase } from './open-journal.ts';
import { listLongWaits, placeOf, SEND_LEASE_MS, WAITS } from './waits.ts';
import { Site } from '../site/sites-file.ts';
import { shortenFormer } from '../site/webhook-secrets.ts';

const IS_TIME = /(_at|_since|_ms|_until|expires)$|^(since|until|ms|not_before)$|(At|AtMs|Until)$/;

const reasons = (reason: string, places: string) =>
  Object.fromEntries(places.split(/\s+/).map((place) => [place, reason]));

const OTHERS: Readonly<Record<string, string>> = {
  ...reasons(
    'says when something happened, and at most what is old is removed',
    `action.ended_at delivery.received_at delivery.processed_at delivery.forwarded_at early_event.event_at early_event.received_at
     unfit_delivery.received_at site.paired_at site.connected_at sites.json:pairedAt age.paired_at age.contact_at memory:since`,
  ),
  ...reasons(
    'counts the time in which the host ran, on no wall clock',
    'served.ms age.paired_ms age.contact_ms',
  ),
  ...reasons(
    'not later than a day from now: shortenFormer',
    'sites.json:formerSecret.until sites.json:formerWebhookSecret.until',
  ),
  'memory:freshUntil': 'read only where it is within the longest pause of the handshake (registry-side.ts)',
  'memory:describedAtMs': 'a description of a time to come is old (isOver)',
  'memory:nextProbeAtMs': 'counts from the start of the process, and is of no use to another one (fromStore)',
  'sites.json:access.since':
    'the pause between two claims is the shortest while it lies ahead (claim-access.ts)',
  'work.recheck_at': 'only shortens a pause; the shop chose it',
  'work.recheck_since': 'only that there is one counts; it is compared with itself',
  'work.last_event_at': 'makes no event look old while it lies ahead of the registry (webhook-events.ts)',
  'work.confirmed_at': 'the audit looks for works of a time to come as for old ones (unlisted-rows.ts)',
  'work.left_at': 'a departure of a time to come does not count once it is free (departure-rows.ts)',
  'site.last_contact_at': 'shown; the metrics leave out a time to come',
  'queue.since': 'replaced by an earlier one at the next look (directory.ts)',
};

/** The values of `meta`, by their names: which times they hold, and why nothing waits for them for longer than its schedule allows. */
const META: Readonly<Record<string, string>> = {
  ...reasons(
    'holds no time, or one that is only shown',
    `AJAX_PATH carrier certificates_done connection former_installations given_away_read health identity look_again on_leave paired purge sealed_done sealed_posted status
     turn audit_request mark_unheard registry report_number rebuilt`,
  ),
  ...reasons(
    'a start that lies ahead is over (isOver)',
    'audit audit_progress certificates_sent holdings refused_deliveries',
  ),
  quarantine: 'a time beyond the longest wait counts as none (quarantine.ts)',
};

const SRC = join(import.meta.dirname, '..');
const SOURCES = globSync(join(SRC, '**/*.ts'))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => readFileSync(file, 'utf8'));

function timesOfTables(folder: string): string[] {
  const db = new Database(':memory:');
  for (const file of globSync(join(SRC, folder, '*.sql')).sort()) db.exec(readFileSync(file, 'utf8'));
  const columns = db
    .prepare(
      `SELECT m.name || '.' || c.name FROM sqlite_schema AS m JOIN pragma_table_info(m.name) AS c
       WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all() as string[];
  db.close();
  return columns.filter((place) => IS_TIME.test(place.slice(place.indexOf('.') + 1)));
}

type Properties = { [name: string]: { properties?: Properties; anyOf?: { properties?: Properties }[] } };
function timesOfFields(properties: Properties, prefix: string): string[] {
  return Object.entries(properties).flatMap(([name, { properties: own, anyOf = [] }]) => {
    const inner = [own, ...anyOf.map((one) => one.properties)].filter((fields) => fields !== undefined);
    return inner.length > 0
      ? inner.flatMap((fields) => timesOfFields(fields, `${prefix}${name}.`))
      : IS_TIME.test(name)
        ? [`${prefix}${name}`]
        : [];
  });
}

/** What a resting site keeps for another process. */
function timesOfMemory(): string[] {
  const blocks = SOURCES.flatMap(
    (text) =>
      /export type (?:AccountMemory|EngineMemory) = \{[\s\S]*?(?=ofProcess|\n\};)/.exec(text)?.[0] ?? [],
  );
  expect(blocks).toHaveLength(2);
  const fields = blocks.flatMap((block) => [...block.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name!));
  return fields.filter((name) => IS_TIME.test(name)).map((name) => `memory:${name}`);
}

test('every stored time has its longest wait, or the reason why nothing waits for it', () => {
  const { properties } = z.toJSONSchema(Site, { io: 'input' }) as unknown as { properties: Properties };
  const times = [
    ...timesOfTables('journal/migrations'),
    ...timesOfTables('host/migrations'),
    ...timesOfFields(properties, 'sites.json:'),
    ...timesOfMemory(),
  ];
  expect([...WAITS.map(placeOf), ...Object.keys(OTHERS)].sort()).toEqual(times.sort());
});

test('every value of the table meta has a line that says which times it holds', () => {
  const names = SOURCES.flatMap((text) =>
    [...text.matchAll(/meta\.save\(\s*[\w.'()]+,\s*(?:'(\w+)'|([A-Z_]+))/g)].map(
      ([, name, constant]) => name ?? new RegExp(`const ${constant} = '(\\w+)'`).exec(text)?.[1] ?? constant!,
    ),
  );
  expect([...new Set(names)].sort()).toEqual(Object.keys(META).sort());
});

describe('after a clock that was 40 days ahead was put right', () => {
  const DAY_MS = 24 * 3600_000;
  const NOW = 1_700_000_000_000;
  const AHEAD = NOW + 40 * DAY_MS;
  const bounds = { nowMs: NOW, pollLongestMs: 900_000 };
  let db: Database.Database;
  let journal: Journal;
  beforeEach(() => {
    db = openDatabase(':memory:');
    journal = createJournal(db);
    const body = { kind: 'compare' } as const;
    journal.actions.insert({ siteId: 's', externalId: '1', registryId: 'A', body, target: '', priority: 1 });
  });
  const notBefore = (atMs: number) =>
    journal.actions.postpone(journal.actions.findOpen('s', '1')!.id, atMs, {
      isSuspect: false,
      wasNotSent: false,
    });

  test('steps are sent at once, sites are polled within their longest pause, and unfit deliveries end', () => {
    notBefore(AHEAD + SEND_LEASE_MS);
    journal.resting.save('s', AHEAD + 900_000, null);
    const delivery = { id: 1, headers: {}, body: '', received_at: '2026-01-01T00:00:00Z' };
    journal.unfit.insert('s', delivery, AHEAD);
    const places = ['action.not_before', 'resting.due_at', 'unfit_delivery.noted_at'];
    expect(listLongWaits(db, bounds)).toEqual(places.map((place) => ({ place, rows: 1 })));
    expect(journal.shortenWaits(bounds)).toBe(3);
    expect(listLongWaits(db, bounds)).toEqual([]);
    expect(journal.actions.hasReady('s', 'compare', NOW)).toBe(true);
    expect(journal.resting.listDue(NOW + 1_800_000, 9)).toEqual(['s']);
    journal.unfit.sweep(NOW + DAY_MS + 1);
    expect(journal.unfit.count('s')).toBe(0);
  });

  test('waits that the schedule allows stay as they are', () => {
    notBefore(NOW + SEND_LEASE_MS);
    journal.resting.save('s', NOW + 1_000_000, null);
    expect(journal.shortenWaits(bounds)).toBe(0);
    expect(journal.actions.hasReady('s', 'compare', NOW + SEND_LEASE_MS - 1)).toBe(false);
  });

  test('what is to be done once in a while is due, and a correction of the clock by a second changes nothing', () => {
    expect([AHEAD, NOW - DAY_MS, NOW - DAY_MS + 1, NOW + 1000].map((at) => isOver(at, DAY_MS, NOW))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('a former secret is accepted for a day from now, and one that is as long as it should be stays', () => {
    const until = (ms: number) => new Date(ms).toISOString();
    const site = (ms: number) => ({
      ...({} as Site),
      formerSecret: { secret: 'a', until: until(ms) },
      formerWebhookSecret: { secret: 'b', until: until(ms) },
    });
    expect(shortenFormer(site(AHEAD + DAY_MS), NOW)).toEqual(site(NOW + DAY_MS));
    const good = site(NOW + DAY_MS);
    expect(shortenFormer(good, NOW)).toBe(good);
  });
});
