// `status`: per site what is published, what waits and what needs a person. With --watch it stays and counts.
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters, styleText } from 'node:util';
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
  /** Works that the registry confirmed within the last minute. */
  works_per_minute: number;
  status: SavedStatus | null;
};
type StatusOptions = { site?: string; json?: boolean; watch?: boolean };

const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 1000;
/** A service that has not been in touch for this long is not running. */
const SILENT_AFTER_MS = 120_000;
const BAR_WIDTH = 28;
const CLEAR = '\u001b[2J\u001b[H';

const WORDS: { [state in WorkState]: string } = {
  published: 'published',
  sold: 'sold',
  matched: 'matched',
  queued: 'waiting',
  sending: 'sending',
  held: 'held for your choice',
  attention: 'need you',
  elsewhere: 'registered by another profile',
  stopped: 'stopped',
  hidden: 'hidden',
  private: 'withdrawn by the registry',
  moved: 'moved to another profile',
  forgotten: 'leaving',
};
const IN_REGISTRY: WorkState[] = ['published', 'sold', 'matched', 'stopped', 'hidden', 'private', 'moved'];
const NEEDS_OWNER: WorkState[] = ['attention', 'held', 'elsewhere'];

export async function showStatus(options: StatusOptions): Promise<void> {
  const isLive = options.watch === true && process.stdout.isTTY && !options.json;
  do {
    const rows = read(options.site);
    const none = 'No site is paired yet: see "pair --help".';
    const lines = rows.length > 0 ? rows.flatMap((row) => describe(row, Date.now())) : [none];
    if (isLive) process.stdout.write(CLEAR);
    answer(options.json, { sites: rows }, process.stdout.isTTY ? lines : lines.map(stripVTControlCharacters));
    if (isLive) await sleep(LOOK_EVERY_MS);
  } while (isLive);
}

function read(named: string | undefined): SiteStatus[] {
  const { dataDir } = readConfig(process.env);
  const sites = new SitesFile(dataDir).list().filter((site) => !named || isNamed(site, named));
  const journal = openJournal(journalFile(dataDir));
  try {
    return sites.map((site) => ({
      site_id: site.siteId,
      site_url: site.siteUrl,
      name: site.name,
      has_key: site.apiKey !== null,
      works: journal.works.countByState(site.siteId),
      works_per_minute: journal.actions.countEndedSince(site.siteId, Date.now() - MINUTE_MS),
      status: journal.meta.find<SavedStatus>(site.siteId, 'status') ?? null,
    }));
  } finally {
    journal.close();
  }
}

function isNamed(site: Site, idOrUrl: string): boolean {
  const wanted = idOrUrl.replace(/\/+$/, '');
  return site.siteId === wanted || site.siteUrl === wanted;
}

/** The lines of one site, for a terminal. `nowMs`: the moment they are read. */
export function describe(row: SiteStatus, nowMs: number): string[] {
  const { status } = row;
  const count = (states: WorkState[]) => states.reduce((sum, state) => sum + (row.works[state] ?? 0), 0);
  const all = Object.values(row.works).reduce((sum, number) => sum + number, 0);
  const there = count(IN_REGISTRY);
  const needs = count(NEEDS_OWNER);
  const lines = [`${styleText('bold', row.name)}  ${row.site_url}`];
  lines.push(`  works     ${bar(all === 0 ? 1 : (there + needs) / all)} ${there} of ${all} in the registry`);
  const detail = (Object.keys(WORDS) as WorkState[])
    .filter((state) => row.works[state])
    .map((state) => paint(state, `${row.works[state]} ${WORDS[state]}`));
  if (detail.length > 0) lines.push(`            ${detail.join(', ')}`);
  if (!status) return [...lines, styleText('yellow', '  not contacted yet: is "run" running?')];
  const left = status.eta_seconds === null ? '' : `, done in about ${duration(status.eta_seconds)}`;
  if (row.works_per_minute > 0 || left !== '')
    lines.push(`  pace      ${row.works_per_minute} works in the last minute${left}`);
  if (status.rate) {
    const { limit, remaining, resets_at } = status.rate;
    const seconds = Math.max(0, Math.round((Date.parse(resets_at) - nowMs) / 1000));
    lines.push(`  requests  ${bar(remaining / limit)} ${remaining} of ${limit} left, again in ${seconds} s`);
  }
  const { account, registry } = status;
  const isWell = account.state === 'ok';
  const name = registry ? `${registry.name} as ${registry.organization.name}` : 'not reached yet';
  lines.push(`  registry  ${isWell ? name : styleText('red', `${name}: ${account.state}`)}`);
  if (account.message) lines.push(styleText('red', `            ${account.message}`));
  const silentMs = nowMs - Date.parse(status.polled_at);
  const seen = `last contact ${duration(Math.max(0, Math.round(silentMs / 1000)))} ago`;
  lines.push(
    `  site      ${silentMs > SILENT_AFTER_MS ? styleText('yellow', `${seen}: is "run" running?`) : seen}`,
  );
  if (status.site_message) lines.push(styleText('red', `            ${status.site_message}`));
  return lines;
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH);
  return styleText('green', '█'.repeat(full)) + styleText('gray', '░'.repeat(BAR_WIDTH - full));
}

function paint(state: WorkState, text: string): string {
  if (state === 'attention') return styleText('red', text);
  return NEEDS_OWNER.includes(state) ? styleText('yellow', text) : text;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
