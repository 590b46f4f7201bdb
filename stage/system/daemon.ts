// One sync service as the gallery runs it: the process and its command line.
import { join } from 'node:path';
import type { Certificates } from '../machine/certificates.ts';
import { rootDir } from '../paths.ts';
import { startService, type Service } from '../machine/processes.ts';
import { runCommand } from '../machine/run-command.ts';

export interface Daemon {
  readonly url: string;
  /** Runs a command of the sync service; `env` carries secrets, never the arguments. */
  command(args: string[], env?: Record<string, string>, input?: string): Promise<string>;
  /** `killAt` ("committed 2"): it kills itself when that point of its work comes by for the second time. */
  start(killAt?: string): Promise<void>;
  stop(): Promise<void>;
  kill(): void;
  /** Resolves when the process has ended, by whatever cause. */
  ended(): Promise<unknown>;
  /** Process id while it runs. */
  pid(): number | undefined;
}

export interface DaemonOptions {
  dataDir: string;
  port: number;
  certificates: Certificates;
  /** How often the site is polled, in milliseconds. Default 2000: somebody watches, and the 30 s of an idle service look like a stop. */
  pollMs?: number;
  env?: Record<string, string>;
}

export async function startDaemon(options: DaemonOptions): Promise<Daemon> {
  const main = join(rootDir, 'daemon/src/main.ts');
  const killable = join(import.meta.dirname, 'run-until-killed.ts');
  const env: Record<string, string> = {
    DAEMON_DATA_DIR: join(options.dataDir, 'daemon'),
    DAEMON_HOST: '127.0.0.1',
    DAEMON_PORT: String(options.port),
    DAEMON_TLS_CERT: options.certificates.certFile,
    DAEMON_TLS_KEY: options.certificates.keyFile,
    DAEMON_POLL_ACTIVE_MS: String(options.pollMs ?? 2000),
    DAEMON_POLL_IDLE_MS: String(options.pollMs ?? 2000),
    ...options.env,
  };
  let service: Service | undefined;
  const daemon: Daemon = {
    url: `https://127.0.0.1:${options.port}`,
    command: async (args, extra = {}, input) => {
      const { stdout } = await runCommand(process.execPath, [main, ...args], {
        env: { ...env, ...extra },
        ...(input === undefined ? {} : { input }),
      });
      return stdout;
    },
    start: async (killAt) => {
      service = await startService({
        name: 'sync service',
        command: process.execPath,
        args: killAt ? [killable, ...killAt.split(' ')] : [main, 'run'],
        cwd: rootDir,
        env,
        logFile: join(options.dataDir, 'logs/daemon.log'),
        readyWhen: /sync service listening on (\S+)/,
      });
    },
    stop: async () => {
      await service?.stop();
      service = undefined;
    },
    kill: () => service?.kill('SIGKILL'),
    ended: async () => service?.ended,
    pid: () => service?.pid,
  };
  await daemon.start();
  return daemon;
}
