// `sync`, `retry` and `removals`: commands that a running service carries out within a second, or the next one at its start.
import { answer } from './output.ts';
import { withJournal } from './with-journal.ts';

type RequestOptions = { site?: string; id?: string; json?: boolean };

export const requestSync = (options: RequestOptions): void => leave('sync', 'sync', options);
export const requestRetry = (options: RequestOptions): void => leave('retry', 'retry', options);
export const answerBulkRemoval = (choice: string, options: RequestOptions): void =>
  leave(
    `removals_${choice}`,
    choice === 'release' ? 'confirm the removals on hold' : 'keep the registry entries',
    options,
  );

function leave(name: string, words: string, options: RequestOptions): void {
  const sites = withJournal(options.site, (journal, site) => {
    journal.commands.insert(site.siteId, name, options.id ?? null);
    return site.siteId;
  });
  answer(options.json, { requested: name, sites }, [
    `The sync service was asked to ${words}; a running one does it within a second.`,
  ]);
}
