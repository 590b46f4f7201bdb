// What a host removes by itself: sites that got no key within 14 days, unless a request waits, and sites that were silent for 180 days.
// None that is paused.
import type { Logger } from 'pino';
import type { Directory } from './directory.ts';

const DAY_MS = 24 * 3600_000;
const KEYLESS_MS = 14 * DAY_MS;
const SILENT_MS = 180 * DAY_MS;

/**
 * Removes them with their keys; the cell then removes what its journal has of them. A paused site is silent because its operator says
 * so, and one that is resumed has its time anew: `pausedAtMs` keeps when each was last seen paused.
 */
export function keepHouse(
  directory: Directory,
  { nowMs, log, pausedAtMs }: { nowMs: number; log: Logger; pausedAtMs: Map<string, number> },
): void {
  for (const row of directory.list()) {
    if (row.state === 'paused') pausedAtMs.set(row.site_id, nowMs);
    const ageMs = nowMs - Date.parse(row.paired_at);
    const heardAtMs = Date.parse(row.last_contact_at ?? row.paired_at);
    const silentMs = nowMs - Math.max(heardAtMs, pausedAtMs.get(row.site_id) ?? 0);
    const isKeyless = row.has_key === 0 && row.access_state !== 'waiting' && ageMs > KEYLESS_MS;
    if (row.state === 'paused' || (!isKeyless && silentMs <= SILENT_MS)) continue;
    directory.remove(row.site_id);
    pausedAtMs.delete(row.site_id);
    log.info(
      { site: row.site_id, reason: isKeyless ? 'no key in 14 days' : 'silent for 180 days' },
      'removed',
    );
  }
}
