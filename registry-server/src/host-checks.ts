// The doctor's checks outside the database: key file, disk, addresses, certificate, console.
import { X509Certificate } from 'node:crypto';
import { readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#kit/clock';
import type { Clock } from '#kit/clock';
import { publicUrlOf } from './config.ts';
import type { Config } from './config.ts';
import { findSecretKeys } from './secret-key.ts';
import { listBackups } from './storage/sqlite/backup-folder.ts';
import { findLostFiles } from './storage/sqlite/serve-lock.ts';
import type { BackupPlan } from './backup-keeper.ts';
import { databaseFile } from './open-storage.ts';

export type Check = { name: string; ok: boolean; detail: string };

// Below this a write-ahead log at its limit and a backup no longer fit.
const MIN_FREE_BYTES = 1024 ** 3;
const MIN_FREE_SHARE = 0.05;
const DAY_MS = 86_400_000;
const RENEW_DAYS = 14;
const HOUR_MS = 3_600_000;
// A backup that failed is tried again every ten minutes.
const BACKUP_LATE_MS = HOUR_MS;

export function checkHost(config: Config, clock: Clock = systemClock): Check[] {
  return [
    ...(config.secretKeys === undefined ? [checkKeyFile(config)] : []),
    ...(config.databaseUrl === undefined ? [checkDisk(config.dataDir), checkFiles(config)] : []),
    checkAddress(config),
    ...(config.tls === undefined ? [] : [checkCertificate(config.tls.certFile, clock)]),
    ...(config.backups === undefined ? [] : [checkBackups(config.backups, clock)]),
    checkConsole(config),
  ];
}

/** What a running server finds wrong with its machine, each minute: the checks that cost next to nothing. */
export function findHostProblems(
  config: Config,
  { clock, startedAtMs }: { clock: Clock; startedAtMs: number },
): Check[] {
  const checks = [
    ...(config.databaseUrl === undefined ? [checkDisk(config.dataDir), checkFiles(config)] : []),
    ...(config.tls === undefined ? [] : [checkCertificate(config.tls.certFile, clock)]),
    ...(config.backups === undefined ? [] : [checkBackups(config.backups, clock, startedAtMs)]),
  ];
  return checks.filter(({ ok }) => !ok);
}

function checkKeyFile(config: Config): Check {
  if (findSecretKeys(config) === undefined) {
    const ok = false;
    return {
      name: 'secret key',
      ok,
      detail: 'secret.key is missing; put it back, or start the server to make one',
    };
  }
  const mode = statSync(join(config.dataDir, 'secret.key')).mode & 0o777;
  const ok = mode === 0o600;
  const detail = ok ? 'readable by its owner only' : `mode ${mode.toString(8)}; run chmod 600 on secret.key`;
  return { name: 'secret key', ok, detail };
}

function checkDisk(dataDir: string): Check {
  const disk = statfsSync(dataDir);
  const [free, all] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  const ok = free >= MIN_FREE_BYTES && free >= all * MIN_FREE_SHARE;
  const seen = `${(free / 1024 ** 3).toFixed(1)} GiB of ${(all / 1024 ** 3).toFixed(1)} GiB free`;
  return {
    name: 'disk',
    ok,
    detail: ok ? seen : `${seen}; make room: on a full disk writes are refused (503), reads continue`,
  };
}

/** Whether others see what the running server writes. */
function checkFiles(config: Config): Check {
  const loss = findLostFiles(databaseFile(config));
  return {
    name: 'database files',
    ok: loss === undefined,
    detail: loss ?? 'the ones that the server has open, where it runs',
  };
}

/** `sinceMs`: a server that was started then has had no time to make up for what fell due before. */
function checkBackups({ folder, everyHours }: BackupPlan, clock: Clock, sinceMs = 0): Check {
  const name = 'backups';
  try {
    const nowMs = clock.now();
    const newestMs = listBackups(folder, nowMs)[0]?.madeAtMs;
    const made = newestMs === undefined ? 'there is none' : `the newest is of ${isoOfMs(newestMs)}`;
    const dueMs = Math.max((newestMs ?? 0) + everyHours * HOUR_MS, sinceMs);
    if ((newestMs ?? 0) > nowMs)
      return {
        name,
        ok: false,
        detail: `${made}, which has not come yet: the clock was ahead, or is behind`,
      };
    if (nowMs - dueMs < BACKUP_LATE_MS) return { name, ok: true, detail: made };
    const detail = `${made}, and one is planned every ${everyHours} h; the log of the server says why it was not made`;
    return { name, ok: false, detail };
  } catch (error) {
    return { name, ok: false, detail: `${folder} cannot be read: ${(error as Error).message}` };
  }
}

const isoOfMs = (ms: number) => new Date(ms).toISOString();

function checkAddress(config: Config): Check {
  const hint =
    config.publicUrl === undefined ? ' (set REGISTRY_PUBLIC_URL before works get public pages)' : '';
  return { name: 'public address', ok: true, detail: `${publicUrlOf(config)}${hint}` };
}

function checkCertificate(file: string, clock: Clock): Check {
  const name = 'certificate';
  try {
    const { validToDate } = new X509Certificate(readFileSync(file));
    const days = Math.floor((validToDate.getTime() - clock.now()) / DAY_MS);
    const ok = days >= RENEW_DAYS;
    return { name, ok, detail: `ends in ${days} days${ok ? '' : '; renew REGISTRY_TLS_CERT'}` };
  } catch (error) {
    return { name, ok: false, detail: `${file} cannot be read: ${(error as Error).message}` };
  }
}

function checkConsole(config: Config): Check {
  const detail =
    config.operatorPasswordHash === undefined
      ? 'opened by the links that operator open prints'
      : 'open to whoever has the password';
  return { name: 'operator console', ok: true, detail };
}
