import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addOrganization } from '../../tests/support/publishers.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import { openTestStorage } from '../../tests/support/test-registry.ts';
import { StorageUnavailable } from '../storage/storage.ts';
import { importFile } from './import.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-import-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('stops where the database does not take a line, and continues there when it is run again', async () => {
  const storage = openTestStorage(folder, testClock());
  const { organizationId } = await addOrganization(storage, 'own');
  const profile = await storage.findProfile('own');
  const file = join(folder, 'works.ndjson');
  const works = Array.from({ length: 150 }, (_, index) => ({ title: `Work ${index}`, artist_name: 'Ana' }));
  writeFileSync(file, works.map((work) => JSON.stringify(work)).join('\n'));
  const target = { profileId: profile!.id, organizationId };
  const run = (publishArtworks = storage.publishArtworks) =>
    importFile(
      { ...storage, publishArtworks },
      file,
      target,
      () => undefined,
      () => undefined,
    );
  const partly: typeof storage.publishArtworks = async (inputs) => [
    ...(await storage.publishArtworks(inputs.slice(0, 30))),
    ...inputs.slice(30).map(() => ({ ok: false as const, code: 'unavailable' as const })),
  ];
  await expect(run(partly)).rejects.toMatchObject({
    name: 'OutcomeUnknown',
    next: expect.stringMatching(/continues/),
  });
  const none = () => Promise.reject(new StorageUnavailable('the disk is full'));
  await expect(run(none)).rejects.toThrow('the disk is full');
  expect(await run()).toEqual({ imported: 120, duplicates: 0, replayed: 30, failed: 0 });
  await storage.close();
});
