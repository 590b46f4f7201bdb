// `audit`: asks a running service for a comparison of shop, journal and registry, and shows the last one.
import type { AuditReport } from '../sync/audit.ts';
import { withJournal } from './with-journal.ts';
import { answer } from './output.ts';

type AuditOptions = { site?: string; last?: boolean; json?: boolean };

export function audit(options: AuditOptions): void {
  const rows = withJournal(options.site, (journal, site) => {
    if (!options.last) journal.commands.insert(site.siteId, 'audit', null);
    const last = journal.meta.find<AuditReport>(site.siteId, 'audit') ?? null;
    return { site_id: site.siteId, site_url: site.siteUrl, last_audit: last };
  });
  answer(options.json, { requested: !options.last, sites: rows }, [
    ...(options.last
      ? []
      : ['The sync service was asked for a full check; "audit --last" shows what it found.']),
    ...rows.flatMap(({ site_url, last_audit }) => [site_url, ...describe(last_audit)]),
  ]);
}

function describe(last: AuditReport | null): string[] {
  if (last === null) return ['  not checked yet'];
  const { listed, adopted, repaired, missing, doubled, requests, unreadable } = last;
  return [
    `  checked ${last.ended_at} with ${requests} requests: ${listed} artworks listed`,
    `  ${adopted} unknown here before, ${repaired} differed and were repaired, ${missing} no longer listed`,
    ...(unreadable === 0 ? [] : [`  ${unreadable} that this version cannot read: update the sync service`]),
    ...(doubled.length === 0
      ? []
      : [`  two Art IDs for one work, ask the registry's operator: ${doubled.join(', ')}`]),
  ];
}
