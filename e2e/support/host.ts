// A hosted sync service as a registry's operator runs it, for the galleries of a story.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { directoryFile } from '../../daemon/src/host/directory.ts';
import type { Certificates } from './certificates.ts';
import { rootDir } from './paths.ts';
import { startService, type Service } from './processes.ts';

export interface Host {
  readonly url: string;
  /** The addresses of the sites that it serves now. */
  sites(): string[];
  start(): Promise<void>;
  stop(): Promise<void>;
}

export interface HostOptions {
  dataDir: string;
  port: number;
  certificates: Certificates;
  /** The API of the one registry that it serves. */
  registryUrl: string;
}

export async function startHost(options: HostOptions): Promise<Host> {
  const main = join(rootDir, 'daemon/src/main.ts');
  const env: Record<string, string> = {
    DAEMON_DATA_DIR: join(options.dataDir, 'host'),
    DAEMON_HOST: '127.0.0.1',
    DAEMON_PORT: String(options.port),
    DAEMON_TLS_CERT: options.certificates.certFile,
    DAEMON_TLS_KEY: options.certificates.keyFile,
    DAEMON_NAME: 'Sync service of the registry',
    DAEMON_REGISTRIES: options.registryUrl,
    DAEMON_SITE_ALLOW_HOSTS: '127.0.0.1',
    DAEMON_POLL_ACTIVE_MS: '500',
    DAEMON_POLL_IDLE_MS: '2000',
  };
  let service: Service | undefined;
  const host: Host = {
    url: `https://127.0.0.1:${options.port}`,
    sites: () => {
      const directory = new Database(directoryFile(join(options.dataDir, 'host')), { readonly: true });
      try {
        return directory.prepare<[], string>('SELECT site_url FROM site').pluck().all();
      } finally {
        directory.close();
      }
    },
    start: async () => {
      service = await startService({
        name: 'host',
        command: process.execPath,
        args: [main, 'host', 'run'],
        cwd: rootDir,
        env,
        logFile: join(options.dataDir, 'logs/host.log'),
        readyWhen: /host listening on (\S+)/,
      });
    },
    stop: async () => {
      await service?.stop();
      service = undefined;
    },
  };
  await host.start();
  return host;
}
