// What a host removes by itself: sites that got no key within 14 days, unless a request waits, and sites that were silent for 180 days.
// None that is paused. Days are those in which the host ran: a wall clock that is wrong, or a host that stood still, makes nobody silent.
import type { Logger } from 'pino';
import type { Clock } from '#kit/clock';
import type { Directory, SiteAge, SiteRow } from './directory.ts';

const DAY_MS = 24 * 3600_000;
const KEYLESS_MS = 14 * DAY_MS;
const SILENT_MS = 180 * DAY_MS;
/** More than this share of the sites with a key do not fall silent on one day by themselves. */
const MOST_AT_ONCE = 0.02;
const SOME_AT_ONCE = 3;

/** Each call is a look. The time between two of them is not that of the wall clock, which may be set meanwhile. */
export function makeHousekeeper(
  directory: Directory,
  { clock, log }: { clock: Clock; log: Logger },
): () => void {
  let lookedAtMs = clock.elapsed();
  return () => {
    const nowMs = clock.elapsed();
    keepHouse(directory, { passedMs: nowMs - lookedAtMs, log });
    lookedAtMs = nowMs;
  };
}

/** `passedMs`: how long the host has run since the last look. Removes sites with their keys; a cell removes what its journal has of them. */
export function keepHouse(directory: Directory, { passedMs, log }: { passedMs: number; log: Logger }): void {
  const rows = directory.list();
  const servedMs = directory.recordServed(passedMs);
  const ages = directory.ages();
  const changed: SiteAge[] = [];
  const keyless: SiteRow[] = [];
  const silent: SiteRow[] = [];
  for (const row of rows) {
    const known = ages.get(row.site_id);
    const age = ageOf(row, known, servedMs);
    if (age !== known) changed.push(age);
    if (row.state === 'paused') continue;
    const isSilent = servedMs - age.contact_ms > SILENT_MS;
    const isLate = row.access_state !== 'waiting' && servedMs - age.paired_ms > KEYLESS_MS;
    if (row.has_key === 0 && (isLate || isSilent)) keyless.push(row);
    else if (isSilent) silent.push(row);
  }
  directory.saveAges(changed);
  remove(keyless, 'it got no key');
  const most = Math.max(SOME_AT_ONCE, MOST_AT_ONCE * rows.filter(({ has_key }) => has_key === 1).length);
  if (silent.length <= most) return remove(silent, 'it was silent for 180 days');
  log.error(
    { sites: silent.length },
    'so many sites fell silent together that the fault may be here; none is removed. "host remove" removes those that are gone',
  );

  function remove(sites: SiteRow[], reason: string): void {
    for (const { site_id: site } of sites) {
      directory.remove(site);
      log.info({ site, reason }, 'removed');
    }
  }
}

/** The same object where nothing changed. A contact is noted once a day. A paused site is silent because its operator says so. */
function ageOf(row: SiteRow, known: SiteAge | undefined, servedMs: number): SiteAge {
  const { site_id, paired_at, last_contact_at: contact_at } = row;
  if (known === undefined || known.paired_at !== paired_at)
    return { site_id, paired_at, paired_ms: servedMs, contact_at, contact_ms: servedMs };
  const isHeard = row.state === 'paused' || known.contact_at !== contact_at;
  if (!isHeard || servedMs - known.contact_ms < DAY_MS) return known;
  return { ...known, contact_at, contact_ms: servedMs };
}
