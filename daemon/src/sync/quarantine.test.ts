// Works that bring the site down: left out for ever longer, across restarts, until they come through or the owner asks.
import { beforeEach, expect, test } from 'vitest';
import { openJournal, type Journal } from '../journal/journal.ts';
import { createQuarantine } from './quarantine.ts';

const MINUTE_MS = 60_000;
let journal: Journal;
let now: number;
const open = () => createQuarantine(journal, 'site', () => now);

beforeEach(() => {
  journal = openJournal(':memory:');
  now = 0;
});

test('a work is tried again after ten minutes, then after ever longer, at most a day', () => {
  const quarantine = open();
  const waits: number[] = [];
  for (let tries = 1; tries <= 10; tries += 1) {
    quarantine.add('17');
    const since = now;
    while (quarantine.list().includes('17')) now += MINUTE_MS;
    waits.push((now - since) / MINUTE_MS);
  }
  expect(waits).toEqual([10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440]);
});

test('a clock that was 40 days ahead keeps no work out once it is put right', () => {
  now = 40 * 24 * 60 * MINUTE_MS;
  open().add('17');
  now = 0;
  expect(open().list()).toEqual([]);
  const quarantine = open();
  quarantine.add('17');
  expect(quarantine.list()).toEqual(['17']);
});

test('a restart does not fall over it again, and what came through is forgotten', () => {
  open().add('17');
  expect(open().list()).toEqual(['17']);
  open().remove('17');
  expect(open().list()).toEqual([]);
  open().add('17');
  now += 10 * MINUTE_MS;
  expect(open().list()).toEqual([]);
});

test('the owner lets one or all go at once; it counts as tried all the same', () => {
  const quarantine = open();
  for (const id of ['17', '18', '19']) quarantine.add(id);
  quarantine.release('18');
  expect(quarantine.list()).toEqual(['17', '19']);
  quarantine.release(null);
  expect(quarantine.list()).toEqual([]);
  quarantine.add('17');
  now += 19 * MINUTE_MS;
  expect(quarantine.list()).toEqual(['17']);
});
