// The process behind command-line.ts. Each command gets arguments, environment and streams of its own, and has ended when it keeps
// nothing open. One that forgets a timer or a connection, and so would never end in a shell, fails here and names it.
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Ran, Typed } from './command-line.ts';

const [, , main = ''] = process.argv;
const streams = { stdout: process.stdout, stderr: process.stderr };
const endsWithin = 20_000;
let count = 0;

process.on('message', (typed: Typed) => {
  void run(typed).then((ran) => process.send?.(ran));
});

async function run({ args, env }: Typed): Promise<Ran> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, main, ...args];
  process.exitCode = undefined;
  const ran: Ran = { code: 0, stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) streams[name].write = writeTo(ran, name);
  const before = alive();
  count += 1;
  try {
    // A new address, so that the first file is run again; what it imports is loaded already.
    await import(`${pathToFileURL(main)}?${count}`);
  } catch (error) {
    process.exitCode = 1;
    ran.stderr += `${(error as Error).stack}\n`;
  }
  const left = await leftAlive(before);
  if (left.length > 0) {
    process.exitCode = 1;
    ran.stderr += `The command does not end. Left open: ${left.join(', ')}\n`;
  }
  ran.code = Number(process.exitCode ?? 0);
  return ran;
}

function writeTo(ran: Ran, name: 'stdout' | 'stderr'): NodeJS.WriteStream['write'] {
  return (chunk: Uint8Array | string, ...rest: unknown[]) => {
    ran[name] += Buffer.from(chunk as string).toString();
    const written = rest.at(-1);
    if (typeof written === 'function') process.nextTick(written);
    return true;
  };
}

const alive = () => process.getActiveResourcesInfo();

/** What keeps the process alive and did not before, once it is gone or the patience with it. */
async function leftAlive(before: string[]): Promise<string[]> {
  const deadline = Date.now() + endsWithin;
  for (;;) {
    const left = alive();
    for (const name of before) {
      const index = left.indexOf(name);
      if (index >= 0) left.splice(index, 1);
    }
    if (left.length === 0 || Date.now() > deadline) return left;
    await sleep(2);
  }
}
