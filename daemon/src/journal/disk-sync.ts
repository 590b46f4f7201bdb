// Makes commits survive a power cut without blocking the main thread: one sync of the write-ahead log serves all callers that
// wait for one. SQLite itself would do it within each commit, and block everything for the milliseconds it takes.
import { close, fdatasync, fdatasyncSync, openSync } from 'node:fs';
import { promisify } from 'node:util';

const sync = promisify(fdatasync);

export type DiskSync = {
  /** Resolves when all that was committed before the call is on the disk; rejects where the disk refuses. */
  flushed: () => Promise<void>;
  /** The same at once. Blocks the main thread: for what is rare. */
  flushNow: () => void;
  close: () => void;
};

/** `sync`: makes everything durable that was written before the call. */
export function createDiskSync(sync: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    running = sync().finally(() => (running = null));
    return running;
  };
  return () => {
    if (running === null) return begin();
    // One that is under way may have begun before the caller's commit; the one after it has not.
    next ??= running
      .catch(() => {})
      .then(() => {
        next = null;
        return begin();
      });
    return next;
  };
}

/**
 * Syncs the log of the database in `file`, which must be open in WAL mode. The log is opened once and kept: it carries no locks
 * of its own, so that closing it takes none away from SQLite. Nothing to do for a database in memory.
 */
export function syncOfLog(file: string): DiskSync {
  if (file === ':memory:') return { flushed: () => Promise.resolve(), flushNow: () => {}, close: () => {} };
  const log = openSync(`${file}-wal`, 'r+');
  const flushed = createDiskSync(() => sync(log));
  return { flushed, flushNow: () => fdatasyncSync(log), close: () => close(log, () => {}) };
}
