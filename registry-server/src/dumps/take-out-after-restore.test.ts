// What has to leave dumps although the database that says so was replaced by a backup before the dumps were looked at.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addOrganization, PLAIN_WORK } from '../../tests/support/publishers.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import { openTestStorage } from '../../tests/support/test-registry.ts';
import { backupDatabase } from '../storage/sqlite/backup.ts';
import { restoreDatabase } from '../storage/sqlite/restore.ts';
import { listManifests } from './dump-folder.ts';
import { keepDumps } from './dump-keeper.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-take-out-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('a work that its owner hid before a restore leaves the dumps after it, also where the backup never knew it', async () => {
  const clock = testClock();
  const [file, backup, dumps] = ['registry.db', 'backup.db', 'dumps'].map((name) => join(folder, name));
  const storage = openTestStorage(folder, clock);
  const { organizationId } = await addOrganization(storage, 'own');
  const publish = async (title: string): Promise<string> => {
    const fields = { ...PLAIN_WORK, title };
    const [outcome] = await storage.publishArtworks([
      { organizationId, fields, artistName: 'Ana', source: null, idempotency: null },
    ]);
    if (!outcome?.ok) throw new Error(outcome?.code);
    return outcome.body.registry_id;
  };
  const keep = (of: typeof storage) =>
    keepDumps(
      { folder: dumps!, licence: 'CC0-1.0' },
      { storage: of, clock, onDamaged: () => expect.unreachable() },
    );
  const textOfDumps = () =>
    listManifests(dumps!)
      .map((manifest) => gunzipSync(readFileSync(join(dumps!, manifest.stored_as))).toString())
      .join('');

  const [stays, hidden] = [await publish('Stays'), await publish('Hidden')];
  await backupDatabase(file!, backup!);
  const added = await publish('Added');
  await keep(storage);
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
  await storage.close();
  await restoreDatabase(backup!, file!, {
    nowMs: clock.ms,
    eraseAgain: () => Promise.reject(new Error('nothing was erased')),
  });

  const after = openTestStorage(folder, clock);
  clock.ms += 3_600_000;
  await keep(after);
  await after.close();
  expect(textOfDumps()).toContain(stays);
  expect(textOfDumps()).not.toContain(hidden);
  expect(textOfDumps()).not.toContain(added);
});
