// Starts run-until-killed.ts on a data folder, as a process of its own.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** The service kills itself when it comes by `point` for the `times`th time. `ended`: the signal that ended it. */
export function startKillable(dataDir: string, point: string, times: number) {
  const script = join(import.meta.dirname, '../../../stage/system/run-until-killed.ts');
  const env = {
    DAEMON_DATA_DIR: dataDir,
    DAEMON_PORT: '0',
    DAEMON_POLL_ACTIVE_MS: '50',
    DAEMON_POLL_IDLE_MS: '50',
    DAEMON_LOG_LEVEL: 'silent',
  };
  const child = spawn(process.execPath, [script, point, String(times)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<string | null>((resolve) =>
    child.once('exit', (_code, signal) => resolve(signal)),
  );
  return { child, ended };
}
