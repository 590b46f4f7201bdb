// The storage in threads: one writer behind the write line, some readers behind the read line.
import { WriteLine } from '../../shared/write-line.ts';
import { StorageUnavailable } from '../../storage.ts';
import type { Engine, EngineOptions } from './engine.ts';
import type { HeldFiles } from './held-files.ts';
import { ReadLine } from '../../shared/read-line.ts';
import { StorageWorker } from './storage-worker.ts';
import type { StartThread } from './thread-messages.ts';

// While one group is on its way to disk, the next is being gathered and handed over.
const OPEN_GROUPS = 2;
// After this long a list gives up by itself; a thread that answers nothing for longer is replaced.
const READ_MS = 5000;
const STUCK_MS = 10_000;

export type ThreadOptions = {
  /** What each thread runs, or what takes the place of a thread. */
  program: URL | StartThread;
  file: string;
  /** The files that this process keeps open; undefined: none. */
  held?: HeldFiles;
  idPrefix: string;
  readers: number;
  readMs?: number | undefined;
  stuckMs?: number;
};

export function threadEngine(threads: ThreadOptions, options: EngineOptions): Engine {
  const { program, file, held, idPrefix, readMs = READ_MS, stuckMs = STUCK_MS } = threads;
  const data = { file, held, idPrefix, readMs };
  const writer = new StorageWorker(program, { role: 'writer', ...data }, options);
  const readers = Array.from(
    { length: threads.readers },
    () => new StorageWorker(program, { role: 'reader', ...data }, options, stuckMs),
  );
  const line = new WriteLine((jobs, onPart) => writer.ask(jobs, onPart), OPEN_GROUPS);
  const reads = new ReadLine(readers, options.clock.elapsed);
  let isClosed = false;

  return {
    write: (job) => line.run(job),
    read: async (job, caller) => {
      if (isClosed) throw new StorageUnavailable('the storage is closed');
      return reads.run(job, caller);
    },
    close: async () => {
      await line.whenIdle();
      isClosed = true;
      const ends = await Promise.all([writer, ...readers].map((worker) => worker.close()));
      if (!ends.every(Boolean)) throw new Error('a storage thread does not end');
    },
  };
}
