// Files that must be whole, the old or the new one, after a kill or a power cut at any moment: keys, pairings and settings.
import { closeSync, fchmodSync, fchownSync, fsyncSync, lstatSync, mkdirSync, openSync } from 'node:fs';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { sync } from './sync-to-disk.ts';

/**
 * Replaces the file, or makes it, in a folder that is made where it is missing. When this returns, the new text is on the disk under the
 * file's name: the folder is synced too, because a name is a row of its folder, and so is every folder that was made. Written by root, a
 * file keeps its owner or gets `owner`. A link with the file's name is replaced, not followed.
 */
export function replaceFile(
  file: string,
  text: string,
  { mode, owner }: { mode: number; owner?: { uid: number; gid: number } | undefined },
): void {
  const folder = resolve(dirname(file));
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${basename(file)}.${process.pid}.new`);
  try {
    // A draft that a kill has left.
    rmSync(draft, { force: true });
    const owned = owner ?? lstatSync(file, { throwIfNoEntry: false });
    writeDraft(draft, text, mode, process.getuid?.() === 0 ? owned : undefined);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
  const above = made === undefined ? folder : dirname(resolve(made));
  for (let changed = folder; ; changed = dirname(changed)) {
    sync(changed);
    if (changed === above) return;
  }
}

/** Exclusive: root, writing in the folder of a service, would follow a link that the service put there to any file of the machine. */
function writeDraft(draft: string, text: string, mode: number, owner?: { uid: number; gid: number }): void {
  const handle = openSync(draft, 'wx', mode);
  try {
    writeFileSync(handle, text);
    // The mode above is cut by the umask.
    fchmodSync(handle, mode);
    if (owner) fchownSync(handle, owner.uid, owner.gid);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
