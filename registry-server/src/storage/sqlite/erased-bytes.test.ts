// What an organisation said of itself and its works is in no file of the database once it is erased: not where rows were, not in free
// pages, not in the log. Words of the search index are left until it is merged, without the works that had them.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeFixture } from '../../../tests/conformance/fixture.ts';
import { linesOfFile } from '../../../tests/support/counts.ts';
import { addAccessRequest, connectSite, WIX_SHOP } from '../../../tests/support/publishers.ts';
import { testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
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
  return readdirSync(folder).flatMap((name) => {
    const text = readFileSync(join(folder, name)).toString('latin1');
    return SAID.filter((words) => text.includes(words)).map((words) => `${name}: ${words}`);
  });
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
