// A program of somebody else that is measured from outside: CPU and memory of the process from /proc.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { anonymousMiB } from '../anonymous-memory.ts';
import { cpuMicrosOf } from '../place.ts';
import type { Place } from '../place.ts';
import { endWithTheBench } from '../processes.ts';
import type { Measured } from '../processes.ts';

const START_MS = 120_000;
const KEPT_OUTPUT = 2000;

type Program = { command: string; args: string[]; cwd: string; env: Record<string, string> };

/** Started, and answering at the address. */
export async function startProgram(
  { command, args, cwd, env }: Program,
  { url, health, place }: { url: string; health: string; place: Place },
): Promise<Measured> {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, hasEnded] = ['', false];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-KEPT_OUTPUT)));
  const ended = endWithTheBench(child).then(() => (hasEnded = true));
  const until = performance.now() + START_MS;
  while (!(await answers(url + health))) {
    if (hasEnded || performance.now() > until)
      throw new Error(`${args.join(' ')} does not answer: ${output}`);
    await pause(100);
  }
  const { pid } = child;
  return {
    url,
    urls: [url],
    vitals: () => {
      const databaseMicros = place.databaseMicros();
      return Promise.resolve({
        cpuMicros: cpuMicrosOf(pid) + databaseMicros,
        databaseMicros,
        loopDelayP99Ms: 0,
        anonymousMiB: anonymousMiB(pid),
        outgoing: 0,
      });
    },
    stop: async () => {
      child.kill('SIGTERM');
      await Promise.race([ended, pause(5000)]);
      child.kill('SIGKILL');
    },
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
