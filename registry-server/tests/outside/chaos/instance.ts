// One instance of the registry as a process: `serve` on a port that stays its own over restarts, and the commands of the operator.
import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import getPort from 'get-port';

const MAIN = join(import.meta.dirname, '../../../src/main.ts');
const run = promisify(execFile);

export type Environment = Record<string, string>;

export type Instance = {
  readonly name: string;
  /** http://127.0.0.1:PORT, the same after each start. */
  readonly address: string;
  /** Resolves when it listens. @throws Error with what it printed where it ends before that */
  start(): Promise<void>;
  kill9(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** As an operator does it: SIGTERM, then its end. */
  stop(): Promise<void>;
};

/**
 * An instance with this environment; it does not run yet. Its number is kept in the folder `pids` of the run's folder, so that it
 * ends with the run (watchFolder).
 */
export async function makeInstance(
  name: string,
  environment: Environment,
  folder: string,
): Promise<Instance> {
  const port = await getPort();
  let child: ChildProcess | undefined;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (child === undefined || !isRunning()) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    // A stopped process takes no other signal than SIGKILL.
    child.kill('SIGCONT');
    await ended;
  }

  return {
    name,
    address: `http://127.0.0.1:${port}`,
    start: async () => {
      const started = spawn(process.execPath, [MAIN, 'serve'], {
        env: { ...process.env, ...environment, REGISTRY_PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      child = started;
      mkdirSync(join(folder, 'pids'), { recursive: true });
      writeFileSync(join(folder, 'pids', name), String(started.pid));
      let output = '';
      await new Promise<void>((resolve, reject) => {
        const read = (chunk: Buffer) => {
          output = (output + chunk.toString()).slice(-4_000);
          if (output.includes('listening on')) resolve();
        };
        started.stdout.on('data', read);
        started.stderr.on('data', read);
        started.once('error', reject);
        started.once('exit', () => reject(new Error(`${name} ended before it listened:\n${output}`)));
      });
    },
    kill9: () => end('SIGKILL'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
  };
}

/** Runs a command of the operator and answers its object. @throws Error with what the command printed */
export async function operate(environment: Environment, ...args: string[]): Promise<Record<string, string>> {
  const { stdout } = await run(process.execPath, [MAIN, ...args, '--json'], {
    env: { ...process.env, ...environment },
  });
  return JSON.parse(stdout) as Record<string, string>;
}
