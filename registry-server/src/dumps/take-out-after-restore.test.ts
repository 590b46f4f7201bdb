// What has to leave dumps although the database that says so was replaced by a backup before the dumps were looked at.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addOrganization, PLAIN_WORK } from '../../tests/support/publishers.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import type { TestClock } from '../../tests/support/test-clock.ts';
import { openTestStorage } from '../../tests/support/test-registry.ts';
import { eraseOrganization } from '../domain/curation/personal-data.ts';
import { backupDatabase } from '../storage/sqlite/backup.ts';
import { restoreDatabase } from '../storage/sqlite/restore.ts';
import type { Storage } from '../storage/storage.ts';
import { listManifests } from './dump-folder.ts';
import { keepDumps } from './dump-keeper.ts';

let folder: string;
let clock: TestClock;
let storage: Storage;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-take-out-'));
  clock = testClock();
  storage = openTestStorage(folder, clock);
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

const place = () => ({ folder: join(folder, 'dumps'), licence: 'CC0-1.0' });
const keep = () => keepDumps(place(), { storage, clock, onDamaged: () => expect.unreachable() });
const textOfDumps = () =>
  listManifests(place().folder)
    .map((manifest) => gunzipSync(readFileSync(join(place().folder, manifest.stored_as))).toString())
    .join('');
const backUp = () => backupDatabase(join(folder, 'registry.db'), join(folder, 'backup.db'));

async function publish(organizationId: string, title: string): Promise<string> {
  const fields = { ...PLAIN_WORK, title };
  const [outcome] = await storage.publishArtworks([
    { organizationId, fields, artistName: 'Ana', source: null, idempotency: null },
  ]);
  if (!outcome?.ok) throw new Error(outcome?.code);
  return outcome.body.registry_id;
}

async function erase(slug: string): Promise<void> {
  const organization = await storage.findOrganization(slug);
  if (organization === undefined) return expect.unreachable();
  await eraseOrganization(storage, organization, 0, () => undefined);
}

/** As the command does it; the server starts again afterwards. */
async function restore(): Promise<string[]> {
  await storage.close();
  const { carriedOver } = await restoreDatabase(join(folder, 'backup.db'), join(folder, 'registry.db'), {
    nowMs: clock.ms,
    async eraseAgain(draft, slugs) {
      storage = openTestStorage(folder, clock, 0, draft);
      for (const slug of slugs) await erase(slug);
      await storage.close();
    },
  });
  storage = openTestStorage(folder, clock);
  return carriedOver.eraseAgain;
}

it('a work that its owner hid before a restore leaves the dumps after it, also where the backup never knew it', async () => {
  const { organizationId } = await addOrganization(storage, 'own');
  const [stays, hidden] = [await publish(organizationId, 'Stays'), await publish(organizationId, 'Hidden')];
  await backUp();
  const added = await publish(organizationId, 'Added');
  await keep();
  for (const artworkId of [hidden, added])
    await storage.updateArtworks([
      {
        organizationId,
        artworkId,
        fields: { availability: 'fully_private' },
        source: null,
        idempotency: null,
      },
    ]);
  expect(await restore()).toEqual([]);
  clock.ms += 3_600_000;
  await keep();
  expect(textOfDumps()).toContain(stays);
  expect(textOfDumps()).not.toContain(hidden);
  expect(textOfDumps()).not.toContain(added);
});

it('a work that a restore has lost leaves the dumps after it, also where the replaced database is lost', async () => {
  const { organizationId } = await addOrganization(storage, 'own');
  const stays = await publish(organizationId, 'Stays');
  await backUp();
  const lost = await publish(organizationId, 'Lost');
  await keep();
  expect(textOfDumps()).toContain(lost);
  await storage.close();
  for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `registry.db${end}`), { force: true });
  expect(await restore()).toEqual([]);
  clock.ms += 60_000;
  await publish(organizationId, 'Since');
  await keep();
  expect(textOfDumps()).toContain(stays);
  expect(textOfDumps()).not.toContain(lost);
});

it('a former holder who was erased before a restore, and by it again, leaves the dumps after it', async () => {
  const { organizationId } = await addOrganization(storage, 'former', { name: 'Galerie Former' });
  await addOrganization(storage, 'present');
  const given = await publish(organizationId, 'Given away');
  await keep();
  await storage.transferArtwork(given, 'present');
  await backUp();
  await erase('former');
  expect(await restore()).toEqual(['former']);
  await keep();
  expect(textOfDumps()).toBe('');
  expect((await storage.findPublicArtwork(given))?.current_collection?.slug).toBe('present');
});
