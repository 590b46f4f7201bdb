// The machine's own redis-server, for one peer. What it has taken is on the disk within a second.
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import getPort from 'get-port';
import { cpuMicrosOf } from '../place.ts';
import { endWithTheBench } from '../processes.ts';

export type Redis = { port: number; databaseMicros(): number; stop(): Promise<void> };

/** Throws where redis-server is not installed. Its files are in the folder. */
export async function startRedis(folder: string): Promise<Redis> {
  const port = await getPort();
  const settings = {
    port: String(port),
    bind: '127.0.0.1',
    dir: folder,
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    'maxmemory-policy': 'noeviction',
  };
  const words = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = endWithTheBench(child);
  await new Promise<void>((resolve, reject) => {
    child.once('error', () =>
      reject(new Error('redis-server is not installed (Debian: apt-get install redis-server)')),
    );
    child.once('exit', () => reject(new Error('redis-server ended at its start')));
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('Ready to accept connections')) resolve();
    });
  });
  return {
    port,
    databaseMicros: () => cpuMicrosOf(child.pid),
    stop: async () => {
      child.kill('SIGTERM');
      await Promise.race([ended, pause(3000)]);
    },
  };
}
