// Starts what a unit of systemd describes, without systemd: the commands of a service with its environment files. Only what the units
// in deploy/systemd use is understood; Restart= is the caller's business.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import type { ServerUser } from './postgres-binaries.ts';

export type Unit = {
  environmentFiles: string[];
  workingDirectory: string | undefined;
  startPre: string[];
  start: string;
  startPost: string[];
};

export type UnitOptions = {
  /** Of this machine instead of the one that the unit is for; longest first where one begins with another. */
  paths: [from: string, to: string][];
  environment: Record<string, string>;
  user: ServerUser | undefined;
  logFile: string;
};

export type UnitProcess = {
  pid(): number | undefined;
  /** ExecStartPre one after the other, ExecStart, then ExecStartPost. */
  start(): Promise<void>;
  /** SIGTERM, as systemd does it. */
  stop(): Promise<void>;
  /** SIGKILL to the process and all that it started, as when the machine loses power. */
  kill9(): Promise<void>;
  log(): string;
};

/** What systemd gives to services. */
const SERVICE_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export function readUnit(file: string): Unit {
  const lines = readFileSync(file, 'utf8').split('\n');
  const all = (name: string) =>
    lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
  const [start] = all('ExecStart');
  if (start === undefined) throw new Error(`${file} has no ExecStart`);
  return {
    environmentFiles: all('EnvironmentFile'),
    workingDirectory: all('WorkingDirectory')[0],
    startPre: all('ExecStartPre'),
    start,
    startPost: all('ExecStartPost'),
  };
}

/** NAME=value, a line each; comments begin with #. */
export function readEnvironment(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .split('\n')
      .filter((line) => /^[A-Z0-9_]+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

export function makeUnit(file: string, { paths, environment, user, logFile }: UnitOptions): UnitProcess {
  const unit = readUnit(file);
  const here = (text: string) => paths.reduce((path, [from, to]) => path.replaceAll(from, to), text);
  const env = { PATH: SERVICE_PATH, ...environment };
  let child: ChildProcess | undefined;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const log = () => readFileSync(logFile, 'utf8');

  function run(command: string): ChildProcess {
    const [program = '', ...args] = here(command)
      .split(/\s+/)
      .map((word) => word.replace(/\$\{(\w+)\}/g, (_, name: string) => environment[name] ?? ''));
    const output = openSync(logFile, 'a');
    const started = spawn(program, args, {
      cwd: unit.workingDirectory === undefined ? '/' : here(unit.workingDirectory),
      env,
      detached: true,
      stdio: ['ignore', output, output],
      ...user,
    });
    closeSync(output);
    return started;
  }

  async function runToEnd(command: string): Promise<void> {
    const [code] = (await once(run(command), 'exit')) as [number | null];
    if (code !== 0) throw new Error(`"${command}" ended with ${code}:\n${log().slice(-6_000)}`);
  }

  return {
    log,
    pid: () => (isRunning() ? child?.pid : undefined),
    start: async () => {
      for (const command of unit.startPre) await runToEnd(command);
      child = run(unit.start);
      await once(child, 'spawn');
      for (const command of unit.startPost) await runToEnd(command);
    },
    stop: async () => {
      if (child === undefined || !isRunning()) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
    kill9: async () => {
      if (child?.pid === undefined || !isRunning()) return;
      const ended = once(child, 'exit');
      for (const pid of treeOf(child.pid)) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // Ended in between.
        }
      }
      await ended;
    },
  };
}

/** The process and all its descendants, parents first. */
function treeOf(pid: number): number[] {
  let children: number[] = [];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    // Ended in between.
  }
  return [pid, ...children.flatMap(treeOf)];
}
