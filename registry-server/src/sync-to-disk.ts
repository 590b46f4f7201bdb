// Brings what was written to the disk itself, so that a power cut cannot take it away.
import { closeSync, fsyncSync, openSync } from 'node:fs';

/** File or folder: on disk when this returns. */
export function sync(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
