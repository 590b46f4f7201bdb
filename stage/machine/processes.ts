// Child processes of the runner: each in a process group of its own, its output in a log file, stopped as a whole group
// (killing PHP's parent alone leaves four workers that keep answering on the port).
import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

export interface Service {
  readonly name: string;
  readonly pid: number;
  readonly logFile: string;
  /** Resolves with the exit code (or the signal's name) when the process has ended. */
  readonly ended: Promise<number | string>;
  /** Ends the whole group: SIGTERM, after `graceMs` SIGKILL. Resolves when the group is gone. */
  stop(graceMs?: number): Promise<void>;
  /** Sends a signal to the whole group at once, as a crash would. */
  kill(signal: NodeJS.Signals): void;
}

export interface ServiceOptions {
  name: string;
  command: string;
  args: string[];
  cwd: string;
  env?: Record<string, string>;
  logFile: string;
  /** The service is ready when this matches a line of its standard output. */
  readyWhen: RegExp;
  readyTimeoutMs?: number;
}

const running = new Set<Service>();
// Also where a system failed to start half-way: nobody has its first services in their hands then.
process.once('exit', killAllServices);

/** Starts a service and waits for its ready line; its error carries the last lines of the log. Returns the ready match too. */
export async function startService(options: ServiceOptions): Promise<Service & { ready: RegExpMatchArray }> {
  mkdirSync(dirname(options.logFile), { recursive: true });
  const log = createWriteStream(options.logFile, { flags: 'a' });
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: { ...process.env, ...options.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'));
    child.once('error', (error) => resolve(error.message));
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const ready = await waitForReady(child, ended, options);
  const service: Service = {
    name: options.name,
    pid: child.pid ?? 0,
    logFile: options.logFile,
    ended,
    kill: (signal) => signalGroup(child.pid, signal),
    stop: async (graceMs = 10_000) => {
      await stopGroup(child.pid, ended, graceMs);
      running.delete(service);
      log.end();
    },
  };
  running.add(service);
  return Object.assign(service, { ready });
}

/** Stops every service started by this process, last started first. */
export async function stopAllServices(): Promise<void> {
  for (const service of [...running].reverse()) await service.stop();
}

/** The last thing a dying process can do: no waiting, every group gets SIGKILL. */
export function killAllServices(): void {
  for (const service of running) service.kill('SIGKILL');
}

async function waitForReady(
  child: ChildProcess,
  ended: Promise<number | string>,
  options: ServiceOptions,
): Promise<RegExpMatchArray> {
  let tail = '';
  const matched = new Promise<RegExpMatchArray>((resolve) => {
    const look = (chunk: Buffer) => {
      tail = (tail + chunk.toString()).slice(-8000);
      const match = tail.match(options.readyWhen);
      if (match) resolve(match);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
  });
  const timeoutMs = options.readyTimeoutMs ?? 30_000;
  const timer = new AbortController();
  const result = await Promise.race([
    matched,
    ended.then((code) => `it ended with ${code}`),
    delay(timeoutMs, `it was not ready after ${timeoutMs / 1000} s`, { signal: timer.signal }).catch(
      () => '',
    ),
  ]);
  timer.abort();
  if (typeof result !== 'string') return result;
  await stopGroup(child.pid, ended, 2000);
  throw new Error(
    `${options.name} did not start: ${result}.\n${tail.trim()}\nThe whole log: ${options.logFile}`,
  );
}

async function stopGroup(pid: number | undefined, ended: Promise<unknown>, graceMs: number): Promise<void> {
  signalGroup(pid, 'SIGTERM');
  const timer = new AbortController();
  await Promise.race([ended, delay(graceMs, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
  signalGroup(pid, 'SIGKILL');
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (!pid) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
