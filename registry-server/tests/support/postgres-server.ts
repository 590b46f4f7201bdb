// One PostgreSQL server process over a data folder: started, stopped, killed, started again. It knows nothing of databases.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerUser } from './postgres-binaries.ts';

export type PostgresServer = {
  /** Undefined while it does not run. */
  pid(): number | undefined;
  /** @throws Error with the end of the server's log where it does not start */
  start(): Promise<void>;
  /** `fast` ends the connections and writes a checkpoint; `immediate` leaves recovery to the next start. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
  /** SIGKILL to the server and to all its processes, as when the machine loses power. */
  kill9(): Promise<void>;
  /** SIGSTOP to the server and to all its processes, as when the machine hangs. */
  freeze(): void;
  thaw(): void;
  log(): string;
};

/** A start after a crash replays the log first. */
const START_MS = 60_000;
const SHOWN_LOG = 4_000;

/** A server over `folder`/data with its socket in `folder`. */
export function makeServer(folder: string, binaries: string, user: ServerUser | undefined): PostgresServer {
  const data = join(folder, 'data');
  const logFile = join(folder, 'log');
  let child: ChildProcess | undefined;

  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const log = () => readFileSync(logFile, 'utf8');

  /** The server's own processes; each leads a session, so they cannot be reached as a group. */
  function signalAll(signal: NodeJS.Signals): void {
    const pid = child?.pid;
    if (pid === undefined || !isRunning()) return;
    const children = readChildren(pid);
    // The server first: else it would start them again.
    for (const each of [pid, ...children]) {
      try {
        process.kill(each, signal);
      } catch {
        // Ended in between.
      }
    }
  }

  async function ended(act: () => void): Promise<void> {
    if (child === undefined || !isRunning()) return;
    const exit = once(child, 'exit');
    child.ref();
    act();
    await exit;
  }

  return {
    log,
    pid: () => (isRunning() ? child?.pid : undefined),
    start: async () => {
      // A crash leaves it, and its last line would say that the server is ready.
      rmSync(join(data, 'postmaster.pid'), { force: true });
      const output = openSync(logFile, 'a');
      child = spawn(join(binaries, 'postgres'), ['-D', data], {
        cwd: folder,
        detached: true,
        stdio: ['ignore', output, output],
        ...user,
      });
      closeSync(output);
      child.unref();
      const failed = new Promise<never>((_, reject) => child?.once('error', reject));
      await Promise.race([failed, untilReady(data, isRunning)]).catch((error: Error) => {
        throw new Error(`${error.message}\n${log().slice(-SHOWN_LOG)}`, { cause: error });
      });
    },
    stop: async (mode = 'fast') => {
      await ended(() => child?.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'));
    },
    kill9: async () => {
      await ended(() => signalAll('SIGKILL'));
      // What it names is gone, and another process may get the number.
      rmSync(join(data, 'postmaster.pid'), { force: true });
    },
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
  };
}

function readChildren(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
}

async function untilReady(data: string, isRunning: () => boolean): Promise<void> {
  const until = Date.now() + START_MS;
  for (;;) {
    const state = readState(data);
    if (state === 'ready' || state === 'standby') return;
    if (!isRunning()) throw new Error('PostgreSQL ended before it was ready');
    if (Date.now() > until) throw new Error('PostgreSQL was not ready in time');
    await sleep(5);
  }
}

/** How far the start has come: the eighth line of the server's own file. */
function readState(data: string): string | undefined {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim();
  } catch {
    return undefined;
  }
}
