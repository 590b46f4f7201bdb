// Files that must be whole, the old or the new one, after a kill or a power cut at any moment: keys, pairings and settings.
import { chmodSync, chownSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sync } from './sync-to-disk.ts';

/**
 * Replaces the file, or makes it, in a folder that is made where it is missing. When this returns, the new text is on the disk under the
 * file's name: the folder is synced too, because a name is a row of its folder. Written by root, a file keeps its owner or gets `owner`.
 */
export function replaceFile(
  file: string,
  text: string,
  { mode, owner }: { mode: number; owner?: { uid: number; gid: number } | undefined },
): void {
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${basename(file)}.${process.pid}.new`);
  try {
    writeFileSync(draft, text, { mode, flush: true });
    // The mode above is cut by the umask, or is that of a draft that a kill has left.
    chmodSync(draft, mode);
    const owned = owner ?? statSync(file, { throwIfNoEntry: false });
    if (owned && process.getuid?.() === 0) chownSync(draft, owned.uid, owned.gid);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  sync(folder);
}
