// A second process of SQLite, as far as SQLite can tell: a connection of a thread of its own, which works while the thread that asks
// stands still. It never answers by a message, because the asking thread does not turn its event loop meanwhile.
import { parentPort, workerData } from 'node:worker_threads';
import { openSqliteStorage } from '../../src/storage/sqlite/open.ts';
import { BEGUN, SECOND } from './second-session.ts';
import type { Named } from './second-session.ts';

export type Task = { file: string; name: string; named: Named; nowMs: number };

/** What both threads see: 0: at work, 1: done, 2: failed; behind it why, in UTF-8, up to its first zero. */
const state = new Int32Array(workerData as SharedArrayBuffer, 0, 1);
const reason = new Uint8Array(workerData as SharedArrayBuffer, state.byteLength);

parentPort?.on('message', ({ file, name, named, nowMs }: Task) => {
  void work(file, name, named, nowMs).then(
    () => end(1),
    (error: unknown) => {
      reason.fill(0).set(new TextEncoder().encode(String(error)).subarray(0, reason.length));
      end(2);
    },
  );
});

async function work(file: string, name: string, named: Named, nowMs: number): Promise<void> {
  const { systemClock } = await import('#kit/clock');
  const clock = { ...systemClock, now: () => nowMs };
  const storage = openSqliteStorage({ file, clock, listenUrl: () => 'https://registry.test', readers: 0 });
  try {
    const begun = await BEGUN[name]?.(storage, named);
    await SECOND[name]?.(storage, { ...named, ...begun });
  } finally {
    await storage.close();
  }
}

function end(how: number): void {
  Atomics.store(state, 0, how);
  Atomics.notify(state, 0);
}
