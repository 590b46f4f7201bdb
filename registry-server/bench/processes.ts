// Starts what is measured, each in a process of its own, asks it for its vitals and stops it.
import { fork } from 'node:child_process';
import type { ChildProcess, Serializable } from 'node:child_process';
import { join } from 'node:path';
import { ENVIRONMENT } from '../src/cli/install/install.ts';
import { anonymousMiB } from './anonymous-memory.ts';
import { builtPackage } from './built-package.ts';
import type { Place } from './place.ts';
import type { Ages, Tally } from './receiver-process.ts';

export type Vitals = {
  cpuMicros: number;
  /** The part of it that a database server of its own has used. */
  databaseMicros: number;
  loopDelayP99Ms: number;
  anonymousMiB: number;
  /** Connections to others that it has opened. */
  outgoing: number;
};

export type Measured = {
  url: string;
  /** All instances, where there are several: connections are shared out among them. */
  urls: string[];
  /** CPU time is that of all instances and of the database. */
  vitals(ask?: 'vitals' | 'watch-loop'): Promise<Vitals>;
  stop(): Promise<void>;
};

const running = new Set<ChildProcess>();

/** Starts this many instances of the server on the same data, built and with the environment of the systemd unit. */
export async function startServer(
  place: Place,
  env: Record<string, string> = {},
  instances = 1,
): Promise<Measured> {
  const started: Measured[] = [];
  while (started.length < instances) {
    started.push(
      await startMeasured(
        'server-process.mjs',
        {
          ...ENVIRONMENT,
          ...place.env,
          REGISTRY_PORT: '0',
          REGISTRY_RATE_LIMIT: '1000000',
          REGISTRY_PAGES_PER_MINUTE: '1000000',
          REGISTRY_LOG_LEVEL: 'error',
          ...env,
        },
        join(builtPackage('server'), 'cli/program.js'),
      ),
    );
  }
  return {
    url: started[0]?.url ?? '',
    urls: started.map(({ url }) => url),
    vitals: async (ask) => {
      const each = await Promise.all(started.map((instance) => instance.vitals(ask)));
      const databaseMicros = place.databaseMicros();
      const highest = (of: (vitals: Vitals) => number) => Math.max(...each.map(of));
      return {
        cpuMicros: each.reduce((sum, { cpuMicros }) => sum + cpuMicros, databaseMicros),
        databaseMicros,
        loopDelayP99Ms: highest((vitals) => vitals.loopDelayP99Ms),
        anonymousMiB: highest((vitals) => vitals.anonymousMiB),
        outgoing: each.reduce((sum, { outgoing }) => sum + outgoing, 0),
      };
    },
    stop: async () => void (await Promise.all(started.map((instance) => instance.stop()))),
  };
}

export const startFloor = (): Promise<Measured> => startMeasured('raw-floor.ts', {});

export type Receivers = {
  url: string;
  /** What arrived since the last reset. */
  tally(ask?: 'tally' | 'reset'): Promise<Tally>;
  ages(): Promise<Ages>;
  stop(): Promise<void>;
};

/** Webhook receivers with the certificate in the folder. */
export async function startReceivers(folder: string): Promise<Receivers> {
  const { url, ask, stop } = await startProcess('receiver-process.ts', { BENCH_FOLDER: folder });
  return {
    url,
    stop,
    tally: (what = 'tally') => ask(what) as Promise<Tally>,
    ages: () => ask('ages') as Promise<Ages>,
  };
}

export type Started = {
  url: string;
  pid: number | undefined;
  /** Sends a message; returns the next one of the process. */
  ask: (what: Serializable) => Promise<unknown>;
  stop: () => Promise<void>;
};

async function startMeasured(
  file: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<Measured> {
  const { url, pid, ask, stop } = await startProcess(file, env, args);
  const vitals = async (what = 'vitals') => ({
    ...((await ask(what)) as Omit<Vitals, 'anonymousMiB'>),
    anonymousMiB: anonymousMiB(pid),
  });
  return { url, urls: [url], stop, vitals };
}

/** A file of this folder, which says `listening on …` once it can be asked. */
export async function startProcess(
  file: string,
  env: Record<string, string>,
  args: string[] = [],
): Promise<Started> {
  const child = fork(join(import.meta.dirname, file), args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = endWithTheBench(child);
  const url = await new Promise<string>((resolve, reject) => {
    void ended.then(() => reject(new Error(`${file} ended before it listened`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      const found = /listening on (\S+)/.exec(chunk.toString());
      if (found?.[1]) resolve(found[1]);
    });
  });
  return {
    url,
    pid: child.pid,
    ask: (what) =>
      new Promise((resolve) => {
        child.once('message', resolve);
        child.send(what);
      }),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** `killAll` ends it, too. The promise is that of its end. */
export function endWithTheBench(child: ChildProcess): Promise<void> {
  running.add(child);
  return new Promise((resolve) => {
    child.once('exit', () => {
      running.delete(child);
      resolve();
    });
  });
}

/** Runs it; where it fails, what it started is ended with it. */
export async function endingWhatItStarted<T>(row: () => Promise<T>): Promise<T> {
  const before = new Set(running);
  try {
    return await row();
  } catch (error) {
    for (const child of running) if (!before.has(child)) child.kill('SIGKILL');
    throw error;
  }
}

export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
