import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '#kit/clock';
import { testClock } from '../../../tests/support/test-clock.ts';
import { openTestStorage } from '../../../tests/support/test-registry.ts';
import { startBackupKeeper } from '../../backup-keeper.ts';
import { backupInto, listBackups } from './backup-folder.ts';

const HOUR_MS = 3_600_000;

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'registry-backups-'));
  await openTestStorage(folder, testClock()).close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const database = () => join(folder, 'registry.db');
const into = () => join(folder, 'backups');

it('keeps the newest, and touches nothing that is not a backup of its own', async () => {
  const nowMs = Date.UTC(2026, 10, 23, 12);
  for (const hours of [0, 1, 2])
    await backupInto(database(), into(), { keep: 9, nowMs: nowMs + hours * HOUR_MS });
  writeFileSync(join(into(), 'notes.txt'), 'mine');
  const { removed } = await backupInto(database(), into(), { keep: 2, nowMs: nowMs + 3 * HOUR_MS });
  expect(removed).toHaveLength(2);
  expect(readdirSync(into()).sort()).toEqual([
    'notes.txt',
    'registry-20261123T140000Z.db',
    'registry-20261123T150000Z.db',
  ]);
  expect(listBackups(into(), nowMs + 3 * HOUR_MS)[0]?.madeAtMs).toBe(nowMs + 3 * HOUR_MS);
});

it('backups of a clock that was ahead neither stand for the next one nor outlive it', async () => {
  const nowMs = Date.UTC(2026, 10, 23, 12);
  for (const days of [40, 41])
    await backupInto(database(), into(), { keep: 2, nowMs: nowMs + days * 24 * HOUR_MS });
  expect(listBackups(into(), nowMs).every(({ madeAtMs }) => madeAtMs > nowMs)).toBe(true);
  const { file } = await backupInto(database(), into(), { keep: 2, nowMs });
  expect(listBackups(into(), nowMs).map((one) => one.madeAtMs)).toEqual([nowMs, nowMs + 41 * 24 * HOUR_MS]);
  expect(existsSync(file)).toBe(true);
});

it('a backup that fails removes none', async () => {
  const nowMs = Date.UTC(2026, 10, 23, 12);
  await backupInto(database(), into(), { keep: 1, nowMs });
  await expect(
    backupInto(join(folder, 'none.db'), into(), { keep: 1, nowMs: nowMs + HOUR_MS }),
  ).rejects.toThrow();
  expect(listBackups(into(), Date.now())).toHaveLength(1);
});

it('the server makes one when the newest is old enough, and says why where it cannot', async () => {
  const said: string[] = [];
  const logger = {
    info: (_fields: unknown, text: string) => void said.push(text),
    error: ({ err }: { err: Error }) => void said.push(err.message),
  } as unknown as Parameters<typeof startBackupKeeper>[1]['logger'];
  const deps = { clock: systemClock, logger };
  const [main, former] = [join(import.meta.dirname, '../../main.ts'), process.argv[1]];
  process.argv[1] = main;
  process.env['REGISTRY_DATA_DIR'] = folder;
  try {
    const plan = { folder: into(), everyHours: 24, keep: 14 };
    const said1 = async () => {
      while (said.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      return said.splice(0);
    };
    let keeper = startBackupKeeper(plan, deps);
    expect(await said1()).toEqual(['made a backup']);
    keeper.stop();
    expect(listBackups(into(), Date.now())).toHaveLength(1);
    // A day later, and not before.
    renameSync(listBackups(into(), Date.now())[0]!.file, join(into(), 'registry-20200101T000000Z.db'));
    keeper = startBackupKeeper(plan, deps);
    expect(await said1()).toEqual(['made a backup']);
    keeper.stop();
    keeper = startBackupKeeper(plan, deps);
    keeper.stop();
    rmSync(database());
    keeper = startBackupKeeper({ ...plan, folder: join(folder, 'others') }, deps);
    expect((await said1())[0]).toContain('there is no database');
    keeper.stop();
    expect(existsSync(join(folder, 'others', 'registry.db'))).toBe(false);
  } finally {
    process.argv[1] = former!;
    delete process.env['REGISTRY_DATA_DIR'];
  }
});
