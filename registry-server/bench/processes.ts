// Starts what is measured, each in a process of its own, asks it for its vitals and stops it.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Tally } from './receiver-process.ts';
import type { Vitals } from './server-process.ts';

export type Measured = {
  url: string;
  vitals(ask?: 'vitals' | 'watch-loop'): Promise<Vitals>;
  stop(): Promise<void>;
};

const running = new Set<ChildProcess>();

export function startServer(dataDir: string, env: Record<string, string> = {}): Promise<Measured> {
  return startMeasured('server-process.ts', {
    REGISTRY_DATA_DIR: dataDir,
    REGISTRY_PORT: '0',
    REGISTRY_RATE_LIMIT: '1000000',
    REGISTRY_LOG_LEVEL: 'error',
    ...env,
  });
}

export const startFloor = (): Promise<Measured> => startMeasured('raw-floor.ts', {});

export type Receivers = {
  url: string;
  /** What arrived since the last reset. */
  tally(ask?: 'tally' | 'reset'): Promise<Tally>;
  stop(): Promise<void>;
};

/** Webhook receivers with the certificate in the folder. */
export async function startReceivers(folder: string): Promise<Receivers> {
  const { url, ask, stop } = await start('receiver-process.ts', { BENCH_FOLDER: folder });
  return { url, stop, tally: (what = 'tally') => ask(what) as Promise<Tally> };
}

type Started = { url: string; ask: (what: string) => Promise<unknown>; stop: () => Promise<void> };

async function startMeasured(file: string, env: Record<string, string>): Promise<Measured> {
  const { url, ask, stop } = await start(file, env);
  return { url, stop, vitals: (what = 'vitals') => ask(what) as Promise<Vitals> };
}

async function start(file: string, env: Record<string, string>): Promise<Started> {
  const child = fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  running.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error(`${file} ended before it listened`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      const found = /listening on (\S+)/.exec(chunk.toString());
      if (found?.[1]) resolve(found[1]);
    });
  });
  return {
    url,
    ask: (what) =>
      new Promise((resolve) => {
        child.once('message', resolve);
        child.send(what);
      }),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      running.delete(child);
    },
  };
}

export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
