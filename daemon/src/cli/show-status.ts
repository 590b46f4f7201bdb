// `status`: for each site what is registered, what waits and what needs a person. With --watch it refreshes every second.
import { stripVTControlCharacters, styleText } from 'node:util';
import { systemClock } from '#kit/clock';
import { isServiceRunning } from '../journal/service-lock.ts';
import { SitesFile } from '../site/sites-file.ts';
import type { SavedStatus } from '../sync/status.ts';
import type { AccountState } from '../types/site.ts';
import type { WorkState } from '../types/work.ts';
import { chooseSites, NONE_PAIRED } from './choose-sites.ts';
import { openForCommand } from './open-for-command.ts';
import { answer } from './output.ts';
import { configOfService } from './service-config.ts';

type SiteStatus = {
  site_id: string;
  site_url: string;
  name: string;
  registry_url: string;
  has_key: boolean;
  /** A service works on this folder now. */
  is_running: boolean;
  works: { [state in WorkState]?: number };
  /** Works that the registry confirmed within the last minute. */
  works_per_minute: number;
  status: SavedStatus | null;
};
type StatusOptions = { site?: string; json?: boolean; watch?: boolean };

const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 1000;
const BAR_WIDTH = 28;
const LEAST_COLUMNS = 80;
const INDENT = 12;
const CLEAR = '\u001b[2J\u001b[H';

const WORDS: { [state in WorkState]: string } = {
  published: 'registered',
  sold: 'sold',
  matched: 'matched with an entry of yours',
  queued: 'waiting',
  sending: 'sending',
  held: 'on hold for your decision',
  attention: 'need you',
  elsewhere: 'registered by another profile',
  stopped: 'no longer updated',
  hidden: 'hidden',
  private: 'withdrawn by the registry',
  moved: 'moved to another profile',
  forgotten: 'being removed from this list',
};
const ACCOUNTS: { [state in AccountState]: string } = {
  ok: '',
  unknown: 'not contacted yet',
  no_key: 'no API key yet',
  unauthorized: 'the API key is refused',
  forbidden: 'the API key may not do this',
  no_write_target: 'no profile to register artworks for',
  unreachable: 'does not answer',
  copy: 'nothing is sent: this site is a copy or was restored',
  two_services: 'nothing is sent: another service works for this site',
};
const IN_REGISTRY: WorkState[] = ['published', 'sold', 'matched', 'stopped', 'hidden', 'private', 'moved'];
const NEEDS_OWNER: WorkState[] = ['attention', 'held', 'elsewhere'];

export async function showStatus(options: StatusOptions): Promise<void> {
  const isLive = options.watch === true && process.stdout.isTTY && !options.json;
  do {
    const rows = read(options.site);
    const columns = process.stdout.columns ?? LEAST_COLUMNS;
    const sites = rows.map((row) => describe(row, systemClock.now(), Math.max(LEAST_COLUMNS, columns)));
    const lines =
      rows.length > 0 ? sites.flatMap((site, index) => (index > 0 ? ['', ...site] : site)) : [NONE_PAIRED];
    if (isLive) process.stdout.write(CLEAR);
    answer(options.json, { sites: rows }, process.stdout.isTTY ? lines : lines.map(stripVTControlCharacters));
    if (isLive) await systemClock.sleep(LOOK_EVERY_MS);
  } while (isLive);
}

function read(named: string | undefined): SiteStatus[] {
  const { dataDir } = configOfService();
  const file = new SitesFile(dataDir);
  const sites = chooseSites(file, named);
  const isRunning = isServiceRunning(dataDir);
  const journal = openForCommand(dataDir);
  try {
    return sites.map((site) => ({
      site_id: site.siteId,
      site_url: site.siteUrl,
      name: site.name,
      registry_url: site.registryUrl,
      has_key: site.apiKey !== null,
      is_running: isRunning,
      works: journal.works.countByState(site.siteId),
      works_per_minute: journal.actions.countEndedSince(site.siteId, systemClock.now() - MINUTE_MS),
      status: journal.meta.find<SavedStatus>(site.siteId, 'status') ?? null,
    }));
  } finally {
    journal.close();
  }
}

/** The lines of one site, for a terminal `columns` wide. `nowMs`: the time at which they are read. */
export function describe(row: SiteStatus, nowMs: number, columns = LEAST_COLUMNS): string[] {
  const { status } = row;
  const count = (states: WorkState[]) => states.reduce((sum, state) => sum + (row.works[state] ?? 0), 0);
  const all = Object.values(row.works).reduce((sum, number) => sum + number, 0);
  const there = count(IN_REGISTRY);
  const line = (name: string, text: string, paint: Paint = plain) => {
    const [first = '', ...rest] = wrap(text, columns - INDENT);
    return [
      `  ${name.padEnd(INDENT - 2)}${paint(first)}`,
      ...rest.map((more) => ' '.repeat(INDENT) + paint(more)),
    ];
  };
  const lines = [...wrap(row.name, columns).map(bold), ...wrap(`  ${row.site_url}`, columns)];
  const works = bar(all === 0 ? [1] : [there / all, count(NEEDS_OWNER) / all]);
  lines.push(`  artworks  ${works} ${amount(there)} of ${amount(all)} in the registry`);
  for (const state of Object.keys(WORDS) as WorkState[]) {
    if (row.works[state])
      lines.push(...line('', `${amount(row.works[state])} ${WORDS[state]}`, paintOf(state)));
  }
  if (!status) {
    const why = row.is_running ? '' : ': no sync service runs here';
    return [...lines, ...line('site', `not contacted yet${why}`, yellow)];
  }
  const left = status.eta_seconds === null ? '' : `, done in about ${duration(status.eta_seconds)}`;
  if (row.works_per_minute > 0 || left !== '')
    lines.push(...line('pace', `${amount(row.works_per_minute)} artworks in the last minute${left}`));
  if (status.rate) {
    const { limit, remaining, resets_at } = status.rate;
    const seconds = Math.max(0, Math.round((Date.parse(resets_at) - nowMs) / 1000));
    const again = seconds > 0 && remaining < limit ? `, reset in ${seconds} s` : '';
    lines.push(
      `  requests  ${bar([remaining / limit])} ${amount(remaining)} of ${amount(limit)} left${again}`,
    );
  }
  const { account, registry } = status;
  const name = registry ? `${registry.name} as ${registry.organization.name}` : row.registry_url;
  if (account.state === 'ok') lines.push(...line('registry', name));
  else lines.push(...line('registry', `${name}: ${ACCOUNTS[account.state]}`, red));
  if (account.message) lines.push(...line('', account.message, red));
  const ago = (at: string) => duration(Math.max(0, Math.round((nowMs - Date.parse(at)) / 1000)));
  const seen = status.polled_at === null ? 'no contact yet' : `last contact ${ago(status.polled_at)} ago`;
  if (row.is_running) lines.push(...line('site', seen));
  else lines.push(...line('site', `${seen}: no sync service runs here`, yellow));
  if (status.own_error)
    lines.push(...line('', `An error of the sync service, see "logs": ${status.own_error}`, red));
  if (status.site_message) lines.push(...line('', status.site_message, red));
  return lines;
}

type Paint = (text: string) => string;
const plain: Paint = (text) => text;
const bold: Paint = (text) => styleText('bold', text);
const red: Paint = (text) => styleText('red', text);
const yellow: Paint = (text) => styleText('yellow', text);

/** The first share is done; a second one, of what needs a person, is told apart without colour too. */
function bar([done = 0, open = 0]: number[]): string {
  const cells = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH);
  // A small share still shows, and the bar is full only when everything is done.
  const full = done < 1 ? Math.min(cells(done), BAR_WIDTH - 1) : BAR_WIDTH;
  const marked = Math.min(BAR_WIDTH - full, open > 0 ? Math.max(1, cells(open)) : 0);
  const rest = BAR_WIDTH - full - marked;
  return (
    styleText('green', '█'.repeat(full)) +
    styleText('yellow', '▒'.repeat(marked)) +
    styleText('gray', '░'.repeat(rest))
  );
}

function paintOf(state: WorkState): Paint {
  if (state === 'attention') return red;
  return NEEDS_OWNER.includes(state) ? yellow : plain;
}

const amount = (number: number): string => number.toLocaleString('en');

/** Words of a text in lines of at most so many characters; a longer word has a line of its own. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/(?<=\S) /)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= columns)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
