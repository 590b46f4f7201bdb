// A host as it runs in earnest: `host run` as a process, with its cells as processes of their own, which can be killed and weighed.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { until } from './start-stage.ts';
import { bareEnv } from '../../../registry-server/tests/support/bare-env.ts';

export const HOST_PROGRAM = join(import.meta.dirname, '../../src/main.ts');

export class HostProcess {
  url = '';
  private child: ChildProcess | null = null;
  private port = 0;
  private readonly program: string;
  private readonly env: { [name: string]: string };

  /** `env`: the settings of the host beside its port, which stays the same after the first start. */
  constructor(env: { [name: string]: string }, program = HOST_PROGRAM) {
    this.env = env;
    this.program = program;
    // A test that is cut off must leave no host behind; its cells end with it.
    process.once('exit', () => this.child?.kill('SIGKILL'));
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  async start(): Promise<string> {
    const child = spawn(process.execPath, [this.program, 'host', 'run', '--json'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: bareEnv({
        DAEMON_SITE_ALLOW_HOSTS: '127.0.0.1',
        DAEMON_LOG_LEVEL: 'error',
        DAEMON_PORT: String(this.port),
        ...this.env,
      }),
    });
    this.child = child;
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      if (!said.includes('"listening"')) said += chunk.toString();
    });
    await until(
      () => said.includes('"listening"') || child.exitCode !== null,
      `the host listens: ${said}`,
      60_000,
    );
    const line = said.split('\n').find((text) => text.includes('"listening"'));
    if (line === undefined) throw new Error(`The host ended: ${said}`);
    this.url = (JSON.parse(line) as { listening: string }).listening;
    this.port = Number(new URL(this.url).port);
    return this.url;
  }

  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const { child } = this;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const cells = this.cellPids();
    child.kill(signal);
    await once(child, 'exit');
    await until(() => cells.every((pid) => !isAlive(pid)), 'no cell is left without a host');
  }

  /** The processes of the cells, by who started them. */
  cellPids(): number[] {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map(Number).filter((pid) => statOf(pid)?.[1] === String(this.pid));
  }

  pids = (): number[] => [this.pid, ...this.cellPids()];

  /** CPU time of host and cells so far, in seconds. */
  cpuSeconds(): number {
    return this.pids().reduce((sum, pid) => {
      const stat = statOf(pid);
      return sum + (Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0)) / 100;
    }, 0);
  }

  /** Sockets that the host itself holds: of those who ask it, of its cells, and its own. */
  countSockets(): number {
    const folder = `/proc/${this.pid}/fd`;
    return readdirSync(folder).filter((fd) => isSocket(join(folder, fd))).length;
  }

  /** Memory of host and cells in MiB; pages that several of them have are counted once. */
  memoryMiB(): { host: number; cells: number } {
    const [host = 0, ...cells] = this.pids().map(proportionalMiB);
    return { host, cells: cells.reduce((sum, each) => sum + each, 0) };
  }
}

export function isAlive(pid: number): boolean {
  const state = statOf(pid)?.[0];
  return state !== undefined && state !== 'Z';
}

/** Fields from the third on (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html); undefined: there is no such process. */
function statOf(pid: number): string[] | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return undefined;
  }
}

function isSocket(file: string): boolean {
  try {
    return readlinkSync(file).startsWith('socket:');
  } catch {
    // Closed since the folder was read.
    return false;
  }
}

function proportionalMiB(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
