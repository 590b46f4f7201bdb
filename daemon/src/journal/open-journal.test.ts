// What a journal keeps and for how long, and which journal is refused.
import type Database from 'better-sqlite3';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createJournal } from './journal.ts';
import { openDatabase, refuseNewerJournal } from './open-journal.ts';

const DAY_MS = 24 * 3600_000;
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-journal-'));
  file = join(folder, 'journal.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a journal is for its owner alone, in whatever folder it lies', () => {
  openDatabase(file).exec(`INSERT INTO meta VALUES ('a', '1')`);
  for (const suffix of ['', '-wal', '-shm']) expect(statSync(file + suffix).mode & 0o777, suffix).toBe(0o600);
});

test('events that a silent WordPress never hears of go after a month, or beyond the newest', () => {
  const journal = createJournal(openDatabase(file));
  const event = {
    delivery_id: '',
    type: 'artwork.updated',
    created_at: '',
    external_id: null,
    registry_id: null,
    changed_fields: [],
  };
  for (let id = 1; id <= 5; id += 1) {
    journal.deliveries.insert('s', String(id), '{}', id * DAY_MS);
    if (id > 1) journal.deliveries.markProcessed('s', String(id), event, id * DAY_MS);
  }
  expect(journal.sweep(32.5 * DAY_MS)).toBe(1);
  expect(journal.deliveries.listUnforwarded('s', 9)).toHaveLength(3);
  expect(journal.deliveries.sweepUnheard(0, 2)).toBe(1);
  // What has not been worked on stays, however old.
  expect(journal.deliveries.listReceived('s', 9)).toHaveLength(1);
  journal.close();
});

test('a journal of a newer program is refused and not changed', () => {
  const db = openDatabase(file);
  db.pragma('user_version = 99');
  db.close();
  const newer = readFileSync(file);
  for (const open of [openDatabase, refuseNewerJournal])
    expect(() => open(file)).toThrow('newer version of the sync service (schema 99;');
  expect(readFileSync(file).equals(newer)).toBe(true);
});

test('what is settled stays for seven days, what is open for ever', () => {
  const journal = createJournal(openDatabase(file));
  const insert = (externalId: string) =>
    journal.actions.insert({
      siteId: 's',
      externalId,
      registryId: 'AREG-1',
      body: { kind: 'compare' },
      target: '',
      priority: 1,
    });
  for (const id of ['1', '2', '3']) insert(id);
  const idOf = (id: string) => journal.actions.findOpen('s', id)!.id;
  const ids = { old: idOf('1'), young: idOf('2'), open: idOf('3') };
  journal.actions.end(ids.old, 'done', 0);
  journal.actions.end(ids.young, 'failed', 2 * DAY_MS);
  journal.deliveries.insert('s', 'forwarded', '{}', 0);
  journal.deliveries.markProcessed('s', 'forwarded', null, 0);
  journal.deliveries.insert('s', 'open', '{}', 0);
  journal.sweep(8 * DAY_MS);
  expect(journal.actions.get(ids.old)).toBeUndefined();
  expect(journal.actions.get(ids.young)).toBeDefined();
  expect(journal.actions.get(ids.open)).toBeDefined();
  expect(journal.deliveries.listReceived('s', 9).map((delivery) => delivery.deliveryId)).toEqual(['open']);
  // The one that went may come again, and is then a new one.
  expect(journal.deliveries.insert('s', 'forwarded', '{}', 8 * DAY_MS)).toBe(true);
  journal.close();
});

test('of what is settled only the newest stay, however young', () => {
  const journal = createJournal(openDatabase(file));
  for (let id = 1; id <= 10; id += 1) {
    journal.actions.insert({
      siteId: 's',
      externalId: String(id),
      registryId: 'AREG-1',
      body: { kind: 'compare' },
      target: '',
      priority: 1,
    });
    if (id !== 1) journal.actions.end(id, 'done', 1000);
    journal.deliveries.insert('s', String(id), '{}', id);
    if (id !== 1) journal.deliveries.markProcessed('s', String(id), null, id);
  }
  journal.actions.sweep(0, 4);
  journal.deliveries.sweep(0, 4);
  const kept = Array.from({ length: 10 }, (_, index) => index + 1).filter((id) => journal.actions.get(id));
  expect(kept).toEqual([1, 7, 8, 9, 10]);
  expect(journal.deliveries.insert('s', '6', '{}', 6)).toBe(true);
  expect(journal.deliveries.insert('s', '7', '{}', 7)).toBe(false);
  journal.close();
});

test('purging a site leaves nothing of it, and all of the others', () => {
  const db = openDatabase(file);
  const journal = createJournal(db);
  for (const site of ['a', 'ab']) {
    db.exec(`
      INSERT INTO work (site_id, external_id, revision, site_state, title, state)
        VALUES ('${site}', '1', 7, 'shared', 'Irises', 'queued');
      INSERT INTO delivery (site_id, delivery_id, raw, received_at) VALUES ('${site}', 'd', '{}', 1);`);
    journal.commands.insert(site, 'sync', null);
    journal.meta.save(site, 'paired', true);
  }
  journal.meta.save('a', 'purge', true);
  journal.purge();
  expect(rowsOf(db, 'a')).toEqual(rowsOf(db, 'ab').map(({ name }) => ({ name, rows: 0 })));
  expect(rowsOf(db, 'ab').filter(({ rows }) => rows > 0)).toHaveLength(5);
  db.close();
});

/** How many rows each table has of a site. */
function rowsOf(db: Database.Database, site: string): { name: string; rows: number }[] {
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .pluck()
    .all() as string[];
  return tables.map((name) => {
    const where = name === 'meta' ? `key LIKE '${site} %'` : `site_id = '${site}'`;
    return { name, rows: db.prepare(`SELECT count(*) FROM ${name} WHERE ${where}`).pluck().get() as number };
  });
}
