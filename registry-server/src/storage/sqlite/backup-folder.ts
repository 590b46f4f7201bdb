// A folder of backups, named by their time: the newest are kept, and nothing else in the folder is touched.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileStamp, namesIn } from '../../file-names.ts';
import type { OnProgress } from '../../on-progress.ts';
import { backupDatabase } from './backup.ts';
import type { BackupReport } from './backup.ts';

const NAME = /^registry-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db$/;

export type KeptBackup = { file: string; madeAtMs: number };

/**
 * Newest first; none where there is no folder. Those that bear a time to come were made by a clock that was ahead, before it was
 * put right: they are the oldest, so that they neither stand for the next one nor outlive it.
 */
export function listBackups(folder: string, nowMs: number): KeptBackup[] {
  const isAhead = ({ madeAtMs }: KeptBackup) => Number(madeAtMs > nowMs);
  return namesIn(folder)
    .flatMap((name) => {
      const [, ...parts] = NAME.exec(name) ?? [];
      if (parts.length === 0) return [];
      const [year, month, day, hour, minute, second] = parts.map(Number) as [number, ...number[]];
      return [{ file: join(folder, name), madeAtMs: Date.UTC(year, month! - 1, day, hour, minute, second) }];
    })
    .sort((one, other) => isAhead(one) - isAhead(other) || other.madeAtMs - one.madeAtMs);
}

/** Makes one, and only then removes the oldest beyond `keep`. */
export async function backupInto(
  database: string,
  folder: string,
  { keep, nowMs, onProgress }: { keep: number; nowMs: number; onProgress?: OnProgress },
): Promise<BackupReport & { file: string; removed: string[] }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `registry-${fileStamp(nowMs)}.db`);
  const report = await backupDatabase(database, file, onProgress);
  const removed = listBackups(folder, nowMs)
    .slice(keep)
    .map((old) => old.file);
  for (const old of removed) rmSync(old, { force: true });
  return { ...report, file, removed };
}
