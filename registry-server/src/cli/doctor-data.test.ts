// What the doctor says of the waiting times in the database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { chosenEngine, openStorageOn } from '../../tests/support/engines.ts';
import { testClock } from '../../tests/support/test-clock.ts';
import { readConfig } from '../config.ts';
import { makeOperatorLink } from '../domain/access/operator-link.ts';
import type { Storage } from '../storage/storage.ts';
import { checkData } from './doctor-data.ts';

const AHEAD_MS = 40 * 86_400_000;
const clock = testClock();
let folder: string;
let storage: Storage;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-doctor-'));
  ({ storage } = await openStorageOn(chosenEngine(), folder, clock));
});
afterEach(async () => {
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
});

async function waitingTimes() {
  const config = readConfig({ REGISTRY_DATA_DIR: folder });
  return (await checkData({ config, storage })).find(({ name }) => name === 'waiting times');
}

it('the doctor names what a clock that was ahead made wait for longer than its schedule allows', async () => {
  await makeOperatorLink(storage, clock.ms);
  expect(await waitingTimes()).toMatchObject({ ok: true, detail: 'none is longer than its schedule allows' });
  clock.ms += AHEAD_MS;
  await makeOperatorLink(storage, clock.ms);
  clock.ms -= AHEAD_MS;
  expect(await waitingTimes()).toMatchObject({
    ok: false,
    detail: expect.stringMatching(
      /^1 of operator_links\.expires_at lie further ahead .* start the server again/,
    ) as string,
  });
});
