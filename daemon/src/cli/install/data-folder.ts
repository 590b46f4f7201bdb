import { chownSync, lchownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { UserIds } from '#kit/install/machine';

/**
 * A folder that root or a person used before goes to the service, with the plain files in it. Links stay as they are: one
 * that leads out of the folder would make the service the owner of whatever it leads to.
 */
export function ownDataDir(dataDir: string, { uid, gid }: UserIds): void {
  chownSync(dataDir, uid, gid);
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    const entry = lstatSync(path);
    if (entry.isFile() && entry.nlink === 1) lchownSync(path, uid, gid);
  }
}
