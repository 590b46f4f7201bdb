// A site of a host in words, for the command line and the console.
import type { SiteRow } from './directory.ts';

export function stateOf(row: SiteRow): string {
  if (row.state === 'paused') return 'paused';
  if (row.has_key === 0) return row.access_state === null ? 'no key' : `access ${row.access_state}`;
  return row.problem === null ? 'working' : 'has a problem';
}

/** "3 minutes ago"; "no contact yet" where the site was never heard of. */
export function contactOf(row: Pick<SiteRow, 'last_contact_at'>, nowMs: number): string {
  return row.last_contact_at === null ? 'no contact yet' : `${lengthOf(row.last_contact_at, nowMs)} ago`;
}

/** "12, for 3 minutes"; "0" where nothing waits. */
export function queueOf({ waiting, waiting_since: since }: SiteRow, nowMs: number): string {
  return waiting === 0 || since === null ? String(waiting) : `${waiting}, for ${lengthOf(since, nowMs)}`;
}

function lengthOf(since: string, nowMs: number): string {
  const seconds = Math.max(0, (nowMs - Date.parse(since)) / 1000);
  if (seconds < 60) return 'less than a minute';
  if (seconds < 3600) return counted(seconds / 60, 'minute');
  return seconds < 2 * 86_400 ? counted(seconds / 3600, 'hour') : counted(seconds / 86_400, 'day');
}

function counted(count: number, unit: string): string {
  const whole = Math.floor(count);
  return `${whole} ${unit}${whole === 1 ? '' : 's'}`;
}

/** Whether id, address, name or organisation has these words in it. */
export function hasWords({ site_id, site_url, name, organization }: SiteRow, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  return [site_id, site_url, name, organization ?? ''].some((text) => text.toLowerCase().includes(wanted));
}
