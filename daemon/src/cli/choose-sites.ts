// Which paired sites a command is about: the named one, or all.
import type { Site, SitesFile } from '../site/sites-file.ts';
import { CommandFailed } from './command-failed.ts';

export const NONE_PAIRED = 'No site is paired yet: see "pair --help".';

/** None where none is paired. Throws CommandFailed where the named one is not. */
export function chooseSites(sites: SitesFile, idOrUrl: string | undefined): Site[] {
  if (idOrUrl === undefined) return sites.list();
  const named = sites.find(idOrUrl);
  if (named) return [named];
  throw new CommandFailed(`No paired site has the address ${idOrUrl}. "status" lists the paired sites.`);
}
