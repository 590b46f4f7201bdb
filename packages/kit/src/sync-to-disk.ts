// Flushes files and folders to disk, so that a power cut cannot lose them.
import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Flushes a file or folder; it is on disk when this returns. */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
