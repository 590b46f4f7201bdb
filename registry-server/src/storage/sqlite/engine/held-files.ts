// Whether the files that this process has open are still the ones under their names. Where the write-ahead log or the
// database was removed or replaced, SQLite keeps writing into a file without a name: each commit succeeds, no other
// process sees it, and it is gone with the process. So every group of writes looks first.
import { statSync } from 'node:fs';
import { StorageUnavailable } from '../../storage.ts';

/** The database and its log as they were found under their names: device and number of each file. */
export type HeldFiles = { database: string; log: string };

/** Of a database in WAL mode that a connection of this process has read, so that its log is there. */
export function identify(file: string): HeldFiles {
  return { database: idOf(file), log: idOf(`${file}-wal`) };
}

// A bigint: the numbers of some file systems are greater than a double holds.
function idOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'missing' : `${found.dev}:${found.ino}`;
}

/** What has become of files that were `held`, as a sentence with what to do; undefined where they are as they were. */
export function lossOf(file: string, held: HeldFiles): string | undefined {
  const found = identify(file);
  const lost = found.database !== held.database ? file : found.log !== held.log ? `${file}-wal` : undefined;
  return (
    lost &&
    `${lost} was removed or replaced while the server has it open, so writes are refused: they would be lost; restart the server`
  );
}

/** Throws StorageUnavailable where the files are no longer the ones under their names. */
export function refuseLostFiles(file: string, held: HeldFiles): void {
  const loss = lossOf(file, held);
  if (loss !== undefined) throw new StorageUnavailable(loss);
}
