// Which sites a host removes by itself, and when: in a real directory, with a look a day.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { connectSite } from '../../tests/support/connected-site.ts';
import { openDirectory, type Directory } from './directory.ts';
import { keepHouse, makeHousekeeper } from './housekeeping.ts';
import { openSealingKey } from './sealing-key.ts';

const DAY_MS = 86_400_000;
let folder: string;
let directory: Directory;
let errors: string[];
const log = pino({ level: 'error' }, { write: (line: string) => void errors.push(line) });

const open = () => openDirectory(folder, openSealingKey(join(folder, 'sealing-key'), { mustExist: false }));
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'host-housekeeping-'));
  directory = open();
  errors = [];
});
afterEach(() => {
  directory.close();
  rmSync(folder, { recursive: true, force: true });
});

function site(siteId: string, { hasKey = true, access = null as 'waiting' | 'rejected' | null } = {}): void {
  connectSite(directory, { siteId, siteUrl: `https://${siteId}.example`, name: siteId });
  directory.ofCell(1).update(siteId, (known) => ({
    ...known,
    apiKey: hasKey ? 'areg_key' : null,
    access: access && {
      requestId: 'r',
      registryUrl: known.registryUrl,
      claimToken: null,
      state: access,
      since: '2026-01-01T00:00:00Z',
    },
  }));
}
function hear(siteId: string, at: string): void {
  const seen = { organization: null, carrier: null, problem: null, waiting: 0, works: 0 };
  directory.ofCell(1).observe(at, [{ site_id: siteId, ...seen, last_contact_at: at }]);
}
function pass(days: number, meanwhile: (day: number) => void = () => {}): void {
  for (let day = 1; day <= days; day += 1) {
    meanwhile(day);
    keepHouse(directory, { passedMs: DAY_MS, log });
  }
}
const isThere = (siteId: string) => directory.findRow(siteId) !== undefined;

test('a site without a key is removed after 14 days, unless a request for access waits', () => {
  site('new', { hasKey: false });
  site('asks', { hasKey: false, access: 'waiting' });
  site('rejected', { hasKey: false, access: 'rejected' });
  keepHouse(directory, { passedMs: 0, log });
  pass(14);
  expect(['new', 'asks', 'rejected'].map(isThere)).toEqual([true, true, true]);
  pass(1);
  expect(['new', 'asks', 'rejected'].map(isThere)).toEqual([false, true, false]);
  pass(166);
  expect(isThere('asks')).toBe(false);
});

test('a site is removed after 180 days without a word, and each word gives it 180 more', () => {
  site('quiet');
  site('heard');
  keepHouse(directory, { passedMs: 0, log });
  pass(180, (day) => day === 100 && hear('heard', '2026-04-10T00:00:00Z'));
  expect(['quiet', 'heard'].map(isThere)).toEqual([true, true]);
  pass(1);
  expect(['quiet', 'heard'].map(isThere)).toEqual([false, true]);
  pass(100);
  expect(isThere('heard')).toBe(false);
});

test('a host that stood still for a year, or whose clock is a year ahead, removes nobody', () => {
  site('one');
  keepHouse(directory, { passedMs: 0, log });
  directory.close();
  directory = open();
  // Neither shows in the time that the host ran.
  hear('one', '2027-12-31T00:00:00Z');
  keepHouse(directory, { passedMs: 0, log });
  pass(100);
  expect(isThere('one')).toBe(true);
});

test('a site that is resumed while the host is down has its 180 days again', () => {
  site('one');
  keepHouse(directory, { passedMs: 0, log });
  directory.setState('one', 'paused');
  pass(400);
  directory.close();
  directory = open();
  directory.setState('one', 'served');
  pass(179);
  expect(isThere('one')).toBe(true);
  pass(2);
  expect(isThere('one')).toBe(false);
});

test('a site that connects again has its 14 days again', () => {
  site('one', { hasKey: false });
  keepHouse(directory, { passedMs: 0, log });
  pass(10);
  directory.remove('one');
  site('one', { hasKey: false });
  pass(10);
  expect(isThere('one')).toBe(true);
});

test('where many sites with a key fall silent together, none is removed and the operator is told', () => {
  for (let at = 0; at < 10; at += 1) site(`s${at}`);
  site('stranger', { hasKey: false });
  keepHouse(directory, { passedMs: 0, log });
  pass(200);
  expect(directory.count()).toBe(10);
  expect(errors.at(-1)).toContain('so many sites fell silent together');
});

test('a wall clock that is set a year ahead between two looks removes no site, and days that pass do', async () => {
  const clock = testClock();
  const look = makeHousekeeper(directory, { clock, log });
  site('new', { hasKey: false });
  look();
  clock.setTime(clock.now() + 365 * DAY_MS);
  look();
  expect(isThere('new')).toBe(true);
  await clock.tick(15 * DAY_MS);
  look();
  expect(isThere('new')).toBe(false);
});
