// The folder that a run of tests shares: the binaries of PostgreSQL 18 and one prepared data folder for each version. It disappears with
// the process that made it, however that ends.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmdirSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerUser } from './postgres-binaries.ts';

/** Set for the workers of a test run, so that they use the folder of the process that started them. */
const VARIABLE = 'REGISTRY_TEST_RUN_FOLDER';

/** The folder of this run, made at the first call. */
export function runFolder(): string {
  const known = process.env[VARIABLE];
  if (known !== undefined) return known;
  const folder = makeServerFolder(undefined);
  watchFolder(folder);
  return (process.env[VARIABLE] = folder);
}

/** A disk in memory that Linux has. A database is made there in a fifth of the time: it is more than 400 files. */
const MEMORY_DISK = '/dev/shm';
/** Several clusters, each with half a gigabyte of log. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** Where data may be that a crash of the machine may cost: in memory where there is enough of it, else where temporary files are. */
export function quickestPlace(): string {
  try {
    // What the disk may grow to, and what a container may still take.
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return Math.min(bavail * bsize, process.availableMemory()) >= ENOUGH_BYTES ? MEMORY_DISK : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * An empty folder that this user owns and everyone may enter. Its path is short: a socket's may be 107 bytes long. With
 * `diskMegabytes` it is a disk of its own, which can be full; that needs root.
 */
export function makeServerFolder(
  user: ServerUser | undefined,
  {
    place = tmpdir(),
    diskMegabytes,
  }: { place?: string | undefined; diskMegabytes?: number | undefined } = {},
): string {
  const folder = mkdtempSync(join(place, 'areg-pg-'));
  try {
    if (diskMegabytes !== undefined) mountDisk(folder, diskMegabytes);
  } catch (error) {
    rmdirSync(folder);
    throw error;
  }
  chmodSync(folder, 0o755);
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

function mountDisk(folder: string, megabytes: number): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
}

/**
 * Removes the folder when this process has ended. Before that it stops the server whose data are in it, and the processes whose
 * numbers are in the files of its subfolder `pids`. A shell waits for the end of
 * a pipe that only this process holds: the kernel closes it after Ctrl-C and kill -9 too. The shell leads a session of its own, so
 * that Ctrl-C in a terminal does not reach it. The function that is returned does the same at once.
 */
export function watchFolder(folder: string): () => Promise<void> {
  const script = `
    cat >/dev/null
    pids=
    for file in "$0/data/postmaster.pid" "$0"/pids/*; do
      pid=$(head -n 1 "$file" 2>/dev/null) || continue
      case "$file" in */postmaster.pid) signal=QUIT ;; *) signal=TERM ;; esac
      kill -s "$signal" "$pid" 2>/dev/null && pids="$pids $pid"
      kill -s CONT "$pid" 2>/dev/null
    done
    for pid in $pids; do
      while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done
    done
    if grep -q " $0 " /proc/mounts 2>/dev/null; then umount "$0"; fi
    rm -rf "$0"`;
  const watcher = spawn('/bin/sh', ['-c', script, folder], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  (watcher.stdin as unknown as { unref(): void }).unref();
  return async () => {
    const ended = once(watcher, 'exit');
    watcher.ref();
    watcher.stdin.end();
    await ended;
  };
}
