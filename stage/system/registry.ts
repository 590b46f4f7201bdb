// One registry-server as its operator runs it: the process, its command line, and a small reader of its API for assertions.
import { join } from 'node:path';
import { freePort } from '../machine/ports.ts';
import { startCheckingProxy, type CheckingProxy } from '../fakes/checking-proxy.ts';
import type { FaultProxy } from '../fakes/fault-proxy.ts';
import { startFaultyRegistry } from '../fakes/faulty-registry.ts';
import { rootDir } from '../paths.ts';
import { startService, type Service } from '../machine/processes.ts';
import { runCommand } from '../machine/run-command.ts';

export interface Registry {
  readonly url: string;
  readonly apiUrl: string;
  /** Runs an operator command with `--json` and returns its object. */
  operate<T>(...args: string[]): Promise<T>;
  start(): Promise<void>;
  stop(): Promise<void>;
  kill(): void;
  /** Process id while it runs. */
  pid(): number | undefined;
  /** What `checkAnswers` has seen so far. */
  answers(): { checked: number; violations: readonly string[] };
}

export interface RegistryOptions {
  dataDir: string;
  port: number;
  /** The only local place that webhooks may go to: host:port of the sync service. */
  webhookHost: string;
  caFile: string;
  rateLimit?: number;
  webhookBackoffSeconds?: string;
  /** Hold every answer against the API description; `stop` fails where one was not as described. */
  checkAnswers?: boolean;
  /** Do to calls what this file says (faulty-registry.ts). Not together with `checkAnswers`. */
  faultsFile?: string;
  /** Further settings of the server. */
  env?: Record<string, string>;
}

export async function startRegistry(options: RegistryOptions): Promise<Registry> {
  const port = options.checkAnswers || options.faultsFile ? await freePort() : options.port;
  const url = `http://127.0.0.1:${options.port}`;
  const main = join(rootDir, 'registry-server/src/main.ts');
  const env: Record<string, string> = {
    REGISTRY_HOST: '127.0.0.1',
    REGISTRY_PORT: String(port),
    REGISTRY_DATA_DIR: join(options.dataDir, 'registry'),
    REGISTRY_PUBLIC_URL: url,
    REGISTRY_WEBHOOK_ALLOW_HOSTS: options.webhookHost,
    REGISTRY_WEBHOOK_CA: options.caFile,
    ...(options.rateLimit ? { REGISTRY_RATE_LIMIT: String(options.rateLimit) } : {}),
    ...(options.webhookBackoffSeconds
      ? { REGISTRY_WEBHOOK_BACKOFF_SECONDS: options.webhookBackoffSeconds }
      : {}),
    ...options.env,
  };
  let service: Service | undefined;
  // Stays while the registry is stopped and started again: to its callers that looks like a registry that is down.
  let proxy: CheckingProxy | undefined;
  let faulty: FaultProxy | undefined;
  const registry: Registry = {
    url,
    apiUrl: `${url}/api/v1`,
    operate: async <T>(...args: string[]) => {
      const { stdout } = await runCommand(process.execPath, [main, ...args, '--json'], { env });
      return JSON.parse(stdout) as T;
    },
    start: async () => {
      service = await startService({
        name: 'registry-server',
        command: process.execPath,
        args: [main, 'serve'],
        cwd: rootDir,
        env,
        logFile: join(options.dataDir, 'logs/registry.log'),
        readyWhen: /registry listening on (\S+)/,
      });
      if (options.faultsFile)
        faulty ??= await startFaultyRegistry(`http://127.0.0.1:${port}`, options.port, options.faultsFile);
      if (options.checkAnswers) proxy ??= await startCheckingProxy(`http://127.0.0.1:${port}`, options.port);
    },
    stop: async () => {
      await service?.stop();
      service = undefined;
      const { violations } = registry.answers();
      if (violations.length > 0) {
        throw new Error(`answers that are not as described:\n${violations.slice(0, 10).join('\n')}`);
      }
    },
    kill: () => service?.kill('SIGKILL'),
    pid: () => service?.pid,
    answers: () => ({ checked: proxy?.checked() ?? 0, violations: proxy?.violations ?? [] }),
  };
  await registry.start();
  return registry;
}

/** Reads the API with a key. `path` is below /api/v1. */
export async function readApi(
  registry: Registry,
  key: string,
  path: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(registry.apiUrl + path, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
