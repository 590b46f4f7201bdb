// The real server as a process of its own, on a data folder and a free port.
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');

export type ServerProcess = {
  url: string;
  process: ChildProcess;
  /** Everything it has written to standard output and standard error. */
  said: () => string;
  /** Resolves when the process has ended. */
  end: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
};

/** Servers of one test file; `endAll` kills those that still run. */
export function serverProcesses() {
  const running = new Set<ChildProcess>();

  /** Resolves once the server listens. Rejects with its output where it ends before. */
  async function start(dataDir: string, env: NodeJS.ProcessEnv = {}): Promise<ServerProcess> {
    const child = spawn(process.execPath, [MAIN, 'serve', '--port', '0'], {
      env: { ...process.env, REGISTRY_DATA_DIR: dataDir, REGISTRY_LOG_LEVEL: 'error', ...env },
    });
    running.add(child);
    const ended = once(child, 'close').then(() => void running.delete(child));
    let said = '';
    const url = await new Promise<string>((resolve, reject) => {
      child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /listening on (\S+)/.exec(said)?.[1];
        if (found !== undefined) resolve(found);
      });
      void ended.then(() => reject(new Error(said)));
    });
    const end = (signal: 'SIGTERM' | 'SIGKILL') => {
      child.kill(signal);
      return ended;
    };
    return { url, process: child, said: () => said, end };
  }

  return {
    start,
    endAll: () => {
      for (const child of running) child.kill('SIGKILL');
    },
  };
}
