// `status`: per site what is published, what waits and what needs a person.
import { journalFile } from '../app.ts';
import { readConfig } from '../config.ts';
import { openJournal } from '../journal/journal.ts';
import { SitesFile, type Site } from '../sites-file.ts';
import type { SavedStatus } from '../status.ts';
import type { WorkState } from '../types/work.ts';
import { answer } from './output.ts';

type SiteStatus = {
  site_id: string;
  site_url: string;
  name: string;
  has_key: boolean;
  works: { [state in WorkState]?: number };
  status: SavedStatus | null;
};

export function showStatus(options: { site?: string; json?: boolean }): void {
  const { dataDir } = readConfig(process.env);
  const journal = openJournal(journalFile(dataDir));
  const sites = new SitesFile(dataDir).list().filter((site) => !options.site || isNamed(site, options.site));
  const rows: SiteStatus[] = sites.map((site) => ({
    site_id: site.siteId,
    site_url: site.siteUrl,
    name: site.name,
    has_key: site.apiKey !== null,
    works: journal.works.countByState(site.siteId),
    status: journal.meta.find<SavedStatus>(site.siteId, 'status') ?? null,
  }));
  journal.close();
  const sentences = rows.length > 0 ? rows.flatMap(describe) : ['No site is paired yet: see "pair --help".'];
  answer(options.json, { sites: rows }, sentences);
}

function isNamed(site: Site, idOrUrl: string): boolean {
  const wanted = idOrUrl.replace(/\/+$/, '');
  return site.siteId === wanted || site.siteUrl === wanted;
}

function describe(row: SiteStatus): string[] {
  const { status } = row;
  const works = Object.entries(row.works).map(([state, number]) => `${number} ${state}`);
  const lines = [`${row.name} (${row.site_url})`, `  works: ${works.join(', ') || 'none yet'}`];
  if (!status) return [...lines, '  not contacted yet: is "run" running?'];
  lines.push(`  registry: ${status.registry?.name ?? 'not reached yet'}, account ${status.account.state}`);
  if (status.account.message) lines.push(`    ${status.account.message}`);
  if (status.rate) lines.push(`  requests left: ${status.rate.remaining} of ${status.rate.limit}`);
  if (status.eta_seconds) lines.push(`  done in about ${status.eta_seconds} s`);
  lines.push(`  last contact with the site: ${status.polled_at}`);
  if (status.site_message) lines.push(`    ${status.site_message}`);
  return lines;
}
