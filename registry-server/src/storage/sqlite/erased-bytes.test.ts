// What an organisation said of itself and its works is in no file of the database once it is erased: not where rows were, not in free
// pages, not in the log. Words of the search index, mediums and years are left (docs/operator.md says so).
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFixture } from '../../../tests/conformance/fixture.ts';
import { linesOfFile } from '../../../tests/support/counts.ts';
import {
  addAccessRequest,
  addOrganization,
  connectSite,
  WIX_SHOP,
} from '../../../tests/support/publishers.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
import { backupDatabase } from './backup.ts';
import { ERASED_IN_LOG } from './engine/context.ts';
import { restoreDatabase } from './restore.ts';
import { eraseOrganization, erasePerson } from '../../domain/curation/personal-data.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-erased-bytes-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SAID = [
  'Secret Title',
  'Secret-Picture',
  'Secret Gallery',
  'secret.example',
  'Secret City',
  'Secret Number',
  'Secret Key',
];

function filesThatSay(): string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ name }) => {
    const text = readFileSync(join(folder, name)).toString('latin1');
    return SAID.filter((words) => text.includes(words)).map((words) => `${name}: ${words}`);
  });
}

/** Whether a later group is still to empty the log. */
function isToBeEmptied(): boolean {
  const db = new BetterSqlite(join(folder, 'registry.db'), { readonly: true });
  const noted = db.prepare(`SELECT 1 FROM counters WHERE name = '${ERASED_IN_LOG}'`).get();
  db.close();
  return noted !== undefined;
}

const fixture = (readers: number) =>
  makeFixture(async () => {
    const clock = testClock();
    const storage = openTestStorage(folder, clock, readers);
    const readLines = linesOfFile(join(folder, 'registry.db'));
    return { storage, clock, readLines, close: () => storage.close() };
  });

async function fill(opened: Awaited<ReturnType<typeof fixture>>): Promise<void> {
  const { storage, organizationId, input, publish, update } = opened;
  await opened.endpoint();
  const site = { siteUrl: 'https://shop.secret.example', siteKey: 'shop.secret.example' };
  const { installation } = await connectSite(storage, { organizationId, ...WIX_SHOP, ...site });
  const own = {
    platform: 'custom',
    platformLabel: 'Secret Platform',
    platformKey: 'custom:secret.example platform',
  };
  await connectSite(storage, { organizationId, ...WIX_SHOP, ...site, ...own });
  const source = { installationId: installation.id, externalId: 'Secret Number' };
  const fields = { title: 'Secret Title', source_url: 'https://shop.secret.example/1' };
  await storage.publishArtworks([{ ...input(fields, 'Secret Key'), source }]);
  await storage.updateProfile('own-gallery', {
    name: 'Secret Gallery',
    city: 'Secret City',
    website: 'https://secret.example',
  });
  // With it a row is longer than a page of the file, and is shorter afterwards.
  const long = `https://secret.example/${'Secret-Picture-'.repeat(120)}`;
  for (let serial = 0; serial < 6; serial += 1) {
    const id = await publish({ title: `Secret Title ${serial}`, cover_image_url: long });
    if (serial % 2 === 0) await update(id, { cover_image_url: 'https://secret.example/Secret-Picture' });
  }
}

it.each([
  ['in one thread', 0],
  ['with threads', 2],
])('of an organisation say nothing any more once it is erased, %s', async (_, readers) => {
  const opened = await fixture(readers);
  await fill(opened);
  // Moved out of the log, into the file.
  const other = new BetterSqlite(join(folder, 'registry.db'));
  other.pragma('wal_checkpoint(TRUNCATE)');
  other.close();
  expect(filesThatSay()).toEqual(SAID.map((words) => `registry.db: ${words}`));
  const own = await opened.storage.findOrganization('own');
  await eraseOrganization(opened.storage, own!, 0, () => undefined);
  expect(filesThatSay()).toEqual([]);
  expect(isToBeEmptied()).toBe(false);
  await opened.close();
  expect(filesThatSay()).toEqual([]);
});

it('of an organisation say nothing any more after a later write, where a reader needed the log as it was erased', async () => {
  const opened = await fixture(2);
  await fill(opened);
  const reader = new BetterSqlite(join(folder, 'registry.db'), { readonly: true });
  reader.exec('BEGIN; SELECT count(*) FROM artworks');
  const own = await opened.storage.findOrganization('own');
  await eraseOrganization(opened.storage, own!, 0, () => undefined);
  expect(filesThatSay()).not.toEqual([]);
  reader.close();
  // Until the next attempt.
  await new Promise((resolve) => setTimeout(resolve, 1100));
  await opened.organization('next');
  expect(filesThatSay()).toEqual([]);
  await opened.close();
});

it('of a person say nothing any more once it is erased', async () => {
  const { storage, close } = await fixture(0);
  const email = 'ana@secret.example';
  await addAccessRequest(storage, { name: 'Secret Title', email, intendedUse: 'Secret City' });
  expect(filesThatSay()).not.toEqual([]);
  await erasePerson(storage, email);
  expect(filesThatSay()).toEqual([]);
  await close();
});

it('of a person say nothing any more once another process writes, where the one that erased has ended', async () => {
  const server = await fixture(2);
  await addAccessRequest(server.storage, { email: 'ana@secret.example' });
  await addAccessRequest(server.storage, { email: 'eva@secret.example' });
  const reader = new BetterSqlite(join(folder, 'registry.db'), { readonly: true });
  reader.exec('BEGIN; SELECT count(*) FROM artworks');
  // The server has tried in vain, and waits a second before it tries once more for this erasure.
  await erasePerson(server.storage, 'eva@secret.example');
  const command = openTestStorage(folder, server.clock, 0);
  await erasePerson(command, 'ana@secret.example');
  await command.close();
  reader.close();
  expect(filesThatSay()).not.toEqual([]);
  expect(isToBeEmptied()).toBe(true);
  await server.organization('next');
  expect(filesThatSay()).toEqual([]);
  expect(isToBeEmptied()).toBe(false);
  await server.close();
});

it('say nothing in a database that is restored from before, and erases it again', async () => {
  const file = join(folder, 'registry.db');
  const { storage, clock, close } = await fixture(0);
  await addOrganization(storage, 'other');
  await addAccessRequest(storage, {
    name: 'Secret Title',
    email: 'ana@secret.example',
    intendedUse: 'Secret City',
  });
  const backup = join(mkdtempSync(join(folder, 'backup-')), 'registry.db');
  await backupDatabase(file, backup);
  clock.ms += 60_000;
  await erasePerson(storage, 'ana@secret.example');
  await close();
  clock.ms += 60_000;
  await restoreDatabase(backup, file, { nowMs: clock.ms, eraseAgain: () => Promise.resolve() });
  expect(readFileSync(backup).toString('latin1')).toContain('Secret City');
  expect(filesThatSay()).toEqual([]);
});
