// One hosted sync service as its operator runs it: the process and its command line.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { directoryFile } from '../../daemon/src/host/directory.ts';
import { rootDir } from '../paths.ts';
import { startService, type Service } from '../machine/processes.ts';
import { runCommand } from '../machine/run-command.ts';

export interface Host {
  readonly url: string;
  /** Runs `host <args>`. */
  command(...args: string[]): Promise<string>;
  /** The addresses of the sites that it serves now. */
  sites(): string[];
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): void;
}

export interface HostOptions {
  dataDir: string;
  port: number;
  /** Base address of the registry's API. */
  apiUrl: string;
  /** host:port of the sites that count as public. */
  siteHosts: string[];
  env?: Record<string, string>;
}

export async function startHost({ dataDir, port, apiUrl, siteHosts, env = {} }: HostOptions): Promise<Host> {
  const main = join(rootDir, 'daemon/src/main.ts');
  const settings: Record<string, string> = {
    DAEMON_DATA_DIR: join(dataDir, 'host'),
    DAEMON_HOST: '127.0.0.1',
    DAEMON_PORT: String(port),
    DAEMON_NAME: 'Demo sync service',
    DAEMON_REGISTRIES: apiUrl,
    DAEMON_SITE_ALLOW_HOSTS: siteHosts.join(','),
    ...env,
  };
  let service: Service | undefined;
  const host: Host = {
    url: `http://127.0.0.1:${port}`,
    command: async (...args) =>
      (await runCommand(process.execPath, [main, 'host', ...args], { env: settings })).stdout,
    sites: () => {
      const directory = new Database(directoryFile(join(dataDir, 'host')), { readonly: true });
      try {
        return directory.prepare<[], string>('SELECT site_url FROM site').pluck().all();
      } finally {
        directory.close();
      }
    },
    start: async () => {
      service = await startService({
        name: 'hosted sync service',
        command: process.execPath,
        args: [main, 'host', 'run'],
        cwd: rootDir,
        env: settings,
        logFile: join(dataDir, 'logs/host.log'),
        readyWhen: /host listening on (\S+)/,
      });
    },
    stop: async () => {
      await service?.stop();
      service = undefined;
    },
    kill: () => service?.kill('SIGKILL'),
  };
  await host.start();
  return host;
}
