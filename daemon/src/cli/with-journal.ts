// Opens the journal for one command, beside a running service, and goes through the chosen sites.
import type { Journal } from '../journal/journal.ts';
import { SitesFile, type Site } from '../site/sites-file.ts';
import { chooseSites, NONE_PAIRED } from './choose-sites.ts';
import { CommandFailed } from './command-failed.ts';
import { openForCommand } from './open-for-command.ts';
import { configOfService } from './service-config.ts';

/** What `act` returns for each paired site, or for the named one. Throws CommandFailed where there is none. */
export function withJournal<T>(idOrUrl: string | undefined, act: (journal: Journal, site: Site) => T): T[] {
  const { dataDir } = configOfService();
  const sites = new SitesFile(dataDir);
  const chosen = chooseSites(sites, idOrUrl);
  if (chosen.length === 0) throw new CommandFailed(NONE_PAIRED);
  const journal = openForCommand(dataDir);
  try {
    return chosen.map((site) => act(journal, site));
  } finally {
    journal.close();
  }
}
