// Commands of a program, typed one after another into one process that has loaded it already: a command then takes some
// milliseconds instead of a second. What a command sees and leaves is that of a process of its own (command-process.ts).
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bareEnv } from './bare-env.ts';

export interface Ran {
  /** The exit code. */
  code: number;
  stdout: string;
  stderr: string;
}

export interface Typed {
  args: string[];
  env: NodeJS.ProcessEnv;
}

export interface CommandLine {
  /**
   * Types a command with this environment; the next one waits for its end. With `input` for its standard input, which a process has once,
   * it gets a process of its own.
   */
  type(args: string[], env: NodeJS.ProcessEnv, input?: string): Promise<Ran>;
  close(): Promise<void>;
}

/** @param main the program's first file, which reads process.argv and sets process.exitCode. */
export function openCommandLine(main: string): CommandLine {
  const child = fork(join(import.meta.dirname, 'command-process.ts'), [main], {
    env: bareEnv(),
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The process of the commands ended by itself: ${code ?? signal}`);
  });
  ended.catch(() => undefined);
  let last: Promise<unknown> = Promise.resolve();
  const send = async (command: Typed): Promise<Ran> => {
    child.send(command);
    const [ran] = (await Promise.race([once(child, 'message'), ended])) as [Ran];
    return ran;
  };
  return {
    type: (args, env, input = '') => {
      const run = last.then(() =>
        input === '' ? send({ args, env }) : typeAlone(main, args, { env, input }),
      );
      last = run.catch(() => undefined);
      return run;
    },
    close: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await ended.catch(() => undefined);
    },
  };
}

/** The same in a process of its own: for commands that serve, and for what happens while a process starts. */
export async function typeAlone(
  main: string,
  args: string[],
  { env, input = '', cwd }: { env: NodeJS.ProcessEnv; input?: string; cwd?: string },
): Promise<Ran> {
  const child = spawn(process.execPath, [main, ...args], { env, cwd });
  const ran = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (ran[name] += chunk.toString()));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, ...ran };
}
