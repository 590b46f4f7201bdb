// What a host removes by itself: sites that got no key within 14 days, unless a request waits, and sites that were silent for 180 days.
import type { Logger } from 'pino';
import type { Directory } from './directory.ts';

const DAY_MS = 24 * 3600_000;
const KEYLESS_MS = 14 * DAY_MS;
const SILENT_MS = 180 * DAY_MS;

/** Removes them with their keys; the cell then removes what its journal has of them. */
export function keepHouse(directory: Directory, nowMs: number, log: Logger): void {
  for (const row of directory.list()) {
    const ageMs = nowMs - Date.parse(row.paired_at);
    const silentMs = nowMs - Date.parse(row.last_contact_at ?? row.paired_at);
    const isKeyless = row.has_key === 0 && row.access_state !== 'waiting' && ageMs > KEYLESS_MS;
    if (!isKeyless && silentMs <= SILENT_MS) continue;
    directory.remove(row.site_id);
    log.info(
      { site: row.site_id, reason: isKeyless ? 'no key in 14 days' : 'silent for 180 days' },
      'removed',
    );
  }
}
