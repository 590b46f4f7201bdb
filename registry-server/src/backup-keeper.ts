// Makes the backups of a server as its settings say. Each in a process of its own: copying a large database would stop this one.
import { spawn } from 'node:child_process';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#kit/clock';
import { listBackups } from './storage/sqlite/backup-folder.ts';

const LOOK_MS = 60_000;
const AGAIN_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;

export type BackupPlan = { folder: string; everyHours: number; keep: number };

export type BackupKeeper = { stop: () => void };

/** Looks every minute whether the newest backup is old enough. A failure is logged and tried again ten minutes later. */
export function startBackupKeeper(
  plan: BackupPlan,
  { clock, logger }: { clock: Clock; logger: Pick<FastifyBaseLogger, 'info' | 'error'> },
): BackupKeeper {
  let isStopping = false;
  let callOff: (() => void) | undefined;
  let stopChild = () => undefined as void;

  const later = (ms: number) => {
    if (!isStopping) callOff = clock.timeout(ms, look);
  };
  const fail = (reason: unknown) => {
    if (isStopping) return;
    logger.error({ err: reason, folder: plan.folder }, 'could not make a backup');
    later(AGAIN_MS);
  };
  function look(): void {
    try {
      const nowMs = clock.now();
      const [newest] = listBackups(plan.folder, nowMs);
      const ageMs = newest === undefined ? Infinity : nowMs - newest.madeAtMs;
      if (ageMs >= 0 && ageMs < plan.everyHours * HOUR_MS) return later(LOOK_MS);
    } catch (error) {
      return fail(error);
    }
    const args = ['backup', '--into', plan.folder, '--keep', String(plan.keep), '--json'];
    const child = spawn(process.execPath, [process.argv[1]!, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    stopChild = () => void child.kill('SIGTERM');
    let [said, complaint] = ['', ''];
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    child.once('error', fail);
    child.once('close', (code) => {
      if (code !== 0)
        return fail(new Error(complaint.trim() || `the command ended with ${code ?? 'a signal'}`));
      logger.info(JSON.parse(said) as object, 'made a backup');
      later(LOOK_MS);
    });
  }
  look();
  return {
    stop() {
      isStopping = true;
      callOff?.();
      // What it had begun is not there under its name.
      stopChild();
    },
  };
}
