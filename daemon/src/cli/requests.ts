// `sync` and `retry`: wishes that a running service carries out within a second, or the next one when it starts.
import { journalFile } from '../app.ts';
import { readConfig } from '../config.ts';
import { openJournal } from '../journal/journal.ts';
import { SitesFile } from '../sites-file.ts';
import { CommandFailed } from './command-failed.ts';
import { answer } from './output.ts';

type RequestOptions = { site?: string; id?: string; json?: boolean };

export const requestSync = (options: RequestOptions): void => leave('sync', options);
export const requestRetry = (options: RequestOptions): void => leave('retry', options);

function leave(name: 'sync' | 'retry', options: RequestOptions): void {
  const { dataDir } = readConfig(process.env);
  const all = new SitesFile(dataDir);
  const chosen = options.site ? [all.find(options.site)].filter((site) => site !== undefined) : all.list();
  if (chosen.length === 0)
    throw new CommandFailed('No such site is paired. "status" lists the paired sites.');
  const journal = openJournal(journalFile(dataDir));
  for (const site of chosen) journal.commands.insert(site.siteId, name, options.id ?? null);
  journal.close();
  answer(options.json, { requested: name, sites: chosen.map((site) => site.siteId) }, [
    `The sync service was asked to ${name}; a running one does it within a second.`,
  ]);
}
