// The write-ahead log of a database as a file (https://sqlite.org/fileformat2.html#the_write_ahead_log): how many of its frames belong to
// it, and where a transaction ends. A checksum need not be computed: SQLite writes frames of a former log with another salt.
import { closeSync, existsSync, fstatSync, openSync, readSync, truncateSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** In the shared memory: how many frames a checkpoint has copied into the database (walformat.html, "nBackfill"). */
const BACKFILL_AT = 96;

export type WalState = {
  salt: string;
  /** Frames of this log. */
  frames: number;
  /** The last one that ends a transaction. */
  committed: number;
  pageBytes: number;
};

export const NO_WAL: WalState = { salt: '', frames: 0, committed: 0, pageBytes: 0 };

/** `before`: what was found last; of the same log only what is new is read. */
export function readWal(file: string, before: WalState = NO_WAL): WalState {
  if (!existsSync(file)) return NO_WAL;
  const handle = openSync(file, 'r');
  try {
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(handle, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return NO_WAL;
    const salt = header.toString('hex', 16, 24);
    const pageBytes = header.readUInt32BE(8);
    let { frames, committed } = before.salt === salt ? before : NO_WAL;
    // What follows a transaction may have been written again since it was rolled back.
    frames = committed;
    const frameBytes = FRAME_HEADER_BYTES + pageBytes;
    const most = Math.floor((fstatSync(handle).size - HEADER_BYTES) / frameBytes);
    const frame = Buffer.alloc(FRAME_HEADER_BYTES);
    for (; frames < most; frames += 1) {
      readSync(handle, frame, 0, FRAME_HEADER_BYTES, HEADER_BYTES + frames * frameBytes);
      if (frame.toString('hex', 8, 16) !== salt) break;
      if (frame.readUInt32BE(4) !== 0) committed = frames + 1;
    }
    return { salt, frames, committed, pageBytes };
  } finally {
    closeSync(handle);
  }
}

/** Frames that are in the database already: without them it would be of no one moment. */
export function copiedFrames(file: string): number {
  if (!existsSync(file)) return 0;
  const handle = openSync(file, 'r');
  try {
    const count = Buffer.alloc(4);
    return readSync(handle, count, 0, 4, BACKFILL_AT) < 4 ? 0 : count.readUInt32LE(0);
  } finally {
    closeSync(handle);
  }
}

/** Ends the log behind so many frames. */
export function cutWal(file: string, { pageBytes }: WalState, frames: number): void {
  truncateSync(file, HEADER_BYTES + frames * (FRAME_HEADER_BYTES + pageBytes));
}
