// A command that root runs works on the files of the service. It continues as the user whom the data folder belongs to:
// a file that root writes there is one that the service can no longer read, and a link planted there leads root anywhere.
import { statSync } from 'node:fs';

/**
 * Gives up root for the owner of the folder; does nothing for anybody else, or where the folder is root's own or not there
 * yet. Read what only root may read, such as a file with a key, before.
 */
export function actAsOwnerOf(dataDir: string): void {
  if (process.getuid?.() !== 0) return;
  const folder = statSync(dataDir, { throwIfNoEntry: false });
  if (!folder || folder.uid === 0) return;
  process.setgroups!([folder.gid]);
  process.setgid!(folder.gid);
  process.setuid!(folder.uid);
}
