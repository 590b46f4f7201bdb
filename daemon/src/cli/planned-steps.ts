// `sync --dry-run`: the steps that are planned and not carried out yet, as the journal has them. Asks nobody and sends nothing, so it
// does not know what was changed in the shop since the last poll.
import type { Journal } from '../journal/journal.ts';
import type { Site } from '../site/sites-file.ts';
import type { Action } from '../types/work.ts';
import { answer } from './output.ts';
import { withJournal } from './with-journal.ts';

const MOST_SHOWN = 1000;

export function showPlannedSteps(options: { site?: string; json?: boolean }): void {
  const sites = withJournal(options.site, stepsOf);
  const lines = sites.flatMap(({ site_url: url, waiting, steps }) => [
    `${url}: ${waiting === 0 ? 'nothing waits to be sent.' : `${waiting} steps wait to be sent.`}`,
    ...steps.map(({ external_id: id, title, step }) => `  ${id}  ${title ?? '(no title)'}: ${step}`),
    ...(waiting > steps.length ? [`  … and ${waiting - steps.length} more`] : []),
  ]);
  answer(options.json, { sites }, lines);
}

function stepsOf(journal: Journal, { siteId, siteUrl }: Site) {
  const waiting = journal.actions.countPending(siteId).reduce((sum, { number }) => sum + number, 0);
  const steps = journal.actions.listPending(siteId, MOST_SHOWN).map((action) => ({
    external_id: action.externalId,
    registry_id: action.registryId,
    title: journal.works.find(siteId, action.externalId)?.content?.['title'] ?? null,
    step: wordsOf(action),
  }));
  return { site_id: siteId, site_url: siteUrl, waiting, steps };
}

function wordsOf({ body }: Action): string {
  switch (body.kind) {
    case 'publish':
      return 'register';
    case 'update':
      return `update ${Object.keys(body.changes).join(', ')}`;
    case 'source':
      return `tell the registry that it is ${body.status} here`;
    case 'compare':
      return 'read from the registry and compare';
  }
}
