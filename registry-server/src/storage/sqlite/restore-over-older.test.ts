// A backup that is restored over a database that is not a later state of it.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addInstallation, addOrganization, publish } from '../../../tests/support/publishers.ts';
import { START_MS, testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
import type { Storage } from '../storage.ts';
import { backupDatabase } from './backup.ts';
import { restoreDatabase } from './restore.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-restore-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const eraseAgain = () => Promise.reject(new Error('nothing was erased'));

/** A machine was put back to an older state, `by` a copy, and the newer backup is restored over that, or what `runOn` has made of it. */
async function restoreOverOlder(
  prepare: (storage: Storage, organizationId: string) => Promise<{ since: () => Promise<unknown> }>,
  runOn: (storage: Storage) => Promise<unknown> = () => Promise.resolve(),
  by: (older: string, file: string) => unknown = copyFileSync,
) {
  const clock = testClock();
  const [file, backup, older] = ['registry.db', 'backup.db', 'older.db'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const before = openTestStorage(folder, clock);
  const { organizationId } = await addOrganization(before, 'own', { country: 'Germany', showCountry: true });
  const { since } = await prepare(before, organizationId);
  await backupDatabase(file, older);
  clock.ms += 60_000;
  await since();
  await backupDatabase(file, backup);
  await before.close();
  rmSync(file);
  await by(older, file);
  const ranOn = openTestStorage(folder, clock);
  await runOn(ranOn);
  await ranOn.close();
  const { isLater } = await restoreDatabase(backup, file, { nowMs: clock.ms, eraseAgain });
  return { isLater, storage: openTestStorage(folder, clock) };
}

const restoreOver = (backup: string, file: string) =>
  restoreDatabase(backup, file, { nowMs: START_MS, eraseAgain });

const setAvailability = (
  storage: Storage,
  organizationId: string,
  artworkId: string,
  availability: 'for_sale' | 'fully_private',
) =>
  storage.updateArtworks([
    { organizationId, artworkId, fields: { availability }, source: null, idempotency: null },
  ]);

it('an older database that has issued as many numbers does not count as a later state', async () => {
  let owner = '';
  const { isLater, storage } = await restoreOverOlder(async (before, organizationId) => {
    owner = organizationId;
    const [site, id] = [
      await addInstallation(before, organizationId),
      await publish(before, organizationId, 'same'),
    ];
    const moved = { siteUrl: 'https://new.example', siteKey: 'new.example' };
    return {
      since: async () => {
        await before.moveInstallation(organizationId, site, moved, 'gallery');
        await setAvailability(before, organizationId, id, 'fully_private');
      },
    };
  });
  expect(isLater).toBe(false);
  expect(await storage.listInstallations(owner)).toMatchObject([{ siteUrl: 'https://new.example' }]);
  await storage.close();
});

it('a database that lacks the new address of an empty site is not taken for a later state of the backup', async () => {
  let owner = '';
  const { isLater, storage } = await restoreOverOlder(async (before, organizationId) => {
    owner = organizationId;
    const site = await addInstallation(before, organizationId);
    const moved = { siteUrl: 'https://new.example', siteKey: 'new.example' };
    return { since: () => before.moveInstallation(organizationId, site, moved, 'gallery') };
  });
  expect(isLater).toBe(false);
  expect(await storage.listInstallations(owner)).toMatchObject([{ siteUrl: 'https://new.example' }]);
  await storage.close();
});

it('the feed takes back what a database told that was put back to an older state, and ran on', async () => {
  const clock = testClock();
  const [file, backup, older] = ['registry.db', 'backup.db', 'older.db'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const before = openTestStorage(folder, clock);
  const { organizationId } = await addOrganization(before, 'own');
  const site = await addInstallation(before, organizationId);
  const source = { installationId: site, externalId: '1' };
  const shown = await publish(before, organizationId, 'of the site', source);
  await backupDatabase(file, older);
  const moved = { siteUrl: 'https://new.example', siteKey: 'new.example' };
  await before.moveInstallation(organizationId, site, moved, 'gallery');
  for (const availability of ['fully_private', 'for_sale'] as const)
    await setAvailability(before, organizationId, shown, availability);
  await backupDatabase(file, backup);
  const end = await before.findFeedEnd();
  await before.close();
  copyFileSync(older, file);
  const since = openTestStorage(folder, clock);
  clock.ms += 60_000;
  const lost = await publish(since, organizationId, 'after it was put back, and hidden');
  await setAvailability(since, organizationId, lost, 'fully_private');
  await since.close();
  await restoreDatabase(backup, file, { nowMs: clock.ms, eraseAgain });
  const storage = openTestStorage(folder, clock);
  const { siteUrl } = moved;
  expect(await storage.listInstallations(organizationId)).toMatchObject([{ siteUrl }]);
  const { changes } = await storage.listChanges(end, 100);
  const last = changes.findLast((step) => step.op === 'installation');
  expect(last).toMatchObject({ installation: { id: site, site_url: siteUrl } });
  // Told by the first of two steps whose numbers the backup has as well: a reader may have seen no more.
  expect(changes.findLast((step) => 'registryId' in step && step.registryId === lost)?.op).toBe('remove');
  await storage.close();
});

it('the feed from its beginning tells of nothing that an older database has taken away', async () => {
  let id = '';
  const { storage } = await restoreOverOlder(async (before, organizationId) => {
    id = await publish(before, organizationId, 'hidden then');
    await setAvailability(before, organizationId, id, 'fully_private');
    await before.updateProfile('own', { showCountry: false });
    return {
      since: async () => {
        await publish(before, organizationId, 'since');
        await setAvailability(before, organizationId, id, 'for_sale');
        await before.updateProfile('own', { showCountry: true });
      },
    };
  });
  const { changes } = await storage.listChanges(0, 100);
  const ofWork = changes.findLast((step) => 'registryId' in step && step.registryId === id);
  expect([await storage.findPublicArtwork(id), ofWork?.op]).toEqual([undefined, 'remove']);
  const ofProfile = changes.findLast((step) => step.op === 'profile');
  expect(ofProfile).toMatchObject({ profile: { slug: 'own', country: null } });
  await storage.close();
});

it.each([
  ['ran on', copyFileSync],
  ['was restored over nothing', restoreOver],
])(
  'an older database that %s is not taken for a later state of the backup, and dumps wait',
  async (_, by) => {
    let owner = '';
    const prepare = async (before: Storage, organizationId: string) => {
      owner = organizationId;
      const site = await addInstallation(before, organizationId);
      const moved = { siteUrl: 'https://new.example', siteKey: 'new.example' };
      const since = async () => {
        await before.moveInstallation(organizationId, site, moved, 'gallery');
        await publish(before, organizationId, 'since');
      };
      return { since };
    };
    const runOn = async (older: Storage) => {
      await older.updateDumpHold(false);
      for (const title of ['one', 'and another']) await publish(older, owner, title);
    };
    const { isLater, storage } = await restoreOverOlder(prepare, runOn, by);
    // Who asked after the backup to be left out of the dumps is known to neither.
    expect([isLater, await storage.areDumpsOnHold()]).toEqual([false, true]);
    expect(await storage.listInstallations(owner)).toMatchObject([{ siteUrl: 'https://new.example' }]);
    await storage.close();
  },
);

it('an older database that was restored over nothing, and changed the last work of the backup, is not a later state', async () => {
  let change = (_storage: Storage): Promise<unknown> => Promise.resolve();
  const { isLater, storage } = await restoreOverOlder(
    async (before, organizationId) => {
      const id = await publish(before, organizationId, 'changed by both');
      change = (by) => setAvailability(by, organizationId, id, 'fully_private');
      return { since: () => change(before) };
    },
    async (older) => {
      await older.updateDumpHold(false);
      await change(older);
    },
    restoreOver,
  );
  expect([isLater, await storage.areDumpsOnHold()]).toEqual([false, true]);
  await storage.close();
});

it('a backup that is restored twice, with the database between them lost as well, gives no Art ID twice', async () => {
  const clock = testClock();
  const [file, backup] = [join(folder, 'registry.db'), join(folder, 'backup.db')];
  const before = openTestStorage(folder, clock);
  const { organizationId } = await addOrganization(before, 'own');
  const ids = [await publish(before, organizationId, 'before')];
  await backupDatabase(file, backup);
  await before.close();
  const seqs: number[] = [];
  for (const times of ['once', 'twice']) {
    clock.ms += 60_000;
    rmSync(file);
    await restoreDatabase(backup, file, { nowMs: clock.ms, eraseAgain });
    const storage = openTestStorage(folder, clock);
    for (const which of ['one', 'another'])
      ids.push(await publish(storage, organizationId, `${which} ${times}`));
    seqs.push(...(await storage.listChanges(100, 100)).changes.map(({ seq }) => seq));
    await storage.close();
  }
  expect([new Set(ids).size, new Set(seqs).size]).toEqual([5, 4]);
});
