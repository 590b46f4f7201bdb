// Works that make WordPress fail whenever it reads them. Kept in the journal, so that a restart does not request them again; each is
// retried at growing intervals, and at once when the owner asks.
import type { Journal } from '../journal/journal.ts';
import type { Quarantine } from '../site/pull-pages.ts';

const FIRST_WAIT_MS = 10 * 60_000;
const LONGEST_WAIT_MS = 24 * 3600_000;
const isWithin = (leftMs: number) => leftMs > 0 && leftMs <= LONGEST_WAIT_MS;
type Entry = { tries: number; until: number };
type Entries = { [externalId: string]: Entry };

export function createQuarantine(journal: Journal, siteId: string, now: () => number) {
  /** Read once: every work of every page is looked up, and only this service writes them. */
  let known = journal.meta.find<Entries>(siteId, 'quarantine') ?? {};
  const read = () => known;
  const write = (entries: Entries) => {
    known = entries;
    journal.meta.save(siteId, 'quarantine', known);
  };
  return {
    // One that lies further ahead was set by a clock that was ahead.
    list: () => Object.keys(read()).filter((id) => isWithin(read()[id]!.until - now())),
    add(externalId) {
      const { [externalId]: before, ...others } = read();
      const tries = (before?.tries ?? 0) + 1;
      const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1));
      write({ ...others, [externalId]: { tries, until: now() + waitMs } });
    },
    remove(externalId) {
      const { [externalId]: before, ...others } = read();
      if (before) write(others);
    },
    /** The owner asks: this work, or all of them, are tried at the next pull. */
    release(externalId: string | null) {
      const free = ([id, entry]: [string, Entry]) =>
        [id, externalId === null || id === externalId ? { ...entry, until: 0 } : entry] as const;
      const entries = Object.entries(read());
      if (entries.length > 0) write(Object.fromEntries(entries.map(free)));
    },
  } satisfies Quarantine & { release: (externalId: string | null) => void };
}
