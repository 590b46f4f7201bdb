// Starts what is measured, each in a process of its own, asks it for its vitals and stops it.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import type { Vitals } from './server-process.ts';

export type Measured = {
  url: string;
  vitals(ask?: 'vitals' | 'watch-loop'): Promise<Vitals>;
  stop(): Promise<void>;
};

const running = new Set<ChildProcess>();

export function startServer(dataDir: string): Promise<Measured> {
  return start('server-process.ts', {
    REGISTRY_DATA_DIR: dataDir,
    REGISTRY_PORT: '0',
    REGISTRY_RATE_LIMIT: '1000000',
    REGISTRY_LOG_LEVEL: 'error',
  });
}

export const startFloor = (): Promise<Measured> => start('raw-floor.ts', {});

async function start(file: string, env: Record<string, string>): Promise<Measured> {
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
    vitals: (ask = 'vitals') =>
      new Promise((resolve) => {
        child.once('message', (vitals) => resolve(vitals as Vitals));
        child.send(ask);
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
