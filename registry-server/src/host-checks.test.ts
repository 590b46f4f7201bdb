// What a running server finds wrong with its machine, and the doctor too.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '#kit/clock';
import { readConfig } from './config.ts';
import { fileStamp } from './file-names.ts';
import { checkHost, findHostProblems } from './host-checks.ts';

const HOUR_MS = 3_600_000;
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-host-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const configured = (settings: Record<string, string>) =>
  readConfig({ REGISTRY_DATA_DIR: folder, ...settings });
const planned = () => configured({ REGISTRY_BACKUP_DIR: folder, REGISTRY_BACKUP_HOURS: '24' });
const backUp = (hoursAgo: number) =>
  writeFileSync(join(folder, `registry-${fileStamp(Date.now() - hoursAgo * HOUR_MS)}.db`), '');
const backupsOf = (startedHoursAgo: number) =>
  findHostProblems(planned(), {
    clock: systemClock,
    startedAtMs: Date.now() - startedHoursAgo * HOUR_MS,
  }).filter(({ name }) => name === 'backups');

it('a planned backup that was not made is a problem an hour after it was due', () => {
  backUp(24.9);
  expect(backupsOf(100)).toEqual([]);
  rmSync(folder, { recursive: true });
  folder = mkdtempSync(join(tmpdir(), 'registry-host-'));
  backUp(25.1);
  expect(backupsOf(100)).toMatchObject([
    {
      ok: false,
      detail: expect.stringMatching(/^the newest is of .*, and one is planned every 24 h/) as string,
    },
  ]);
});

it('a server that was started just now has time to make it', () => {
  backUp(100);
  expect(backupsOf(0.9)).toEqual([]);
  expect(backupsOf(1.1)).toHaveLength(1);
});

it('a backup of a date to come is a problem, because it says nothing about when the next one is due', () => {
  backUp(-40 * 24);
  expect(backupsOf(0)).toMatchObject([
    {
      ok: false,
      detail: expect.stringMatching(
        /^the newest is of .*, which has not come yet: the clock was ahead/,
      ) as string,
    },
  ]);
  backUp(1);
  expect(backupsOf(0)).toEqual([]);
});

it('the doctor misses a planned backup at once, and a certificate that cannot be read', () => {
  const files = { REGISTRY_TLS_CERT: join(folder, 'none.pem'), REGISTRY_TLS_KEY: join(folder, 'none.key') };
  const checks = checkHost({ ...planned(), tls: configured(files).tls });
  expect(checks).toContainEqual(
    expect.objectContaining({
      name: 'backups',
      ok: false,
      detail: expect.stringMatching(/^there is none/) as string,
    }),
  );
  expect(checks).toContainEqual(
    expect.objectContaining({
      name: 'certificate',
      ok: false,
      detail: expect.stringContaining('none.pem cannot be read') as string,
    }),
  );
});
