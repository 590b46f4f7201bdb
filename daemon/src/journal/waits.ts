// Every time in the journal that something waits for, and the longest that its schedule can set. A clock that was ahead and was put
// right leaves times that lie further away, and what waits for them would wait for as long as the clock was ahead: such a time is
// shortened when the service starts and when the clock goes back. Times inside `meta` and in the list of sites are bounded where they are
// read (waits.test.ts has a line for each).
import type Database from 'better-sqlite3';
import { together } from './together.ts';

/** Longer than a batch with all its further calls takes, each of which may wait for a window. A start ends all leases. */
export const SEND_LEASE_MS = 1_800_000;
/** A site whose calls fail waits up to a minute, or its longest pause, give or take a fifth. */
const LONGEST_PAUSE_MS = 120_000;

export type Wait = {
  table: string;
  /** In ms since the epoch. */
  column: string;
  /** From now on. `pause`: as the settings say. */
  longestMs: number | 'pause';
  /** What a longer one becomes. `due`: now, because no schedule set it. `full`: the longest, so that thousands of sites are spread. */
  becomes: 'due' | 'full';
};

export const WAITS: readonly Wait[] = [
  { table: 'action', column: 'not_before', longestMs: SEND_LEASE_MS, becomes: 'due' },
  { table: 'resting', column: 'due_at', longestMs: 'pause', becomes: 'full' },
  // Kept for a day from then on; while a site has too many of them no more are kept.
  { table: 'unfit_delivery', column: 'noted_at', longestMs: 0, becomes: 'due' },
];

export const placeOf = ({ table, column }: Wait): string => `${table}.${column}`;

export type Bounds = { nowMs: number; pollLongestMs: number };
/** Rows of one column that wait for longer than its schedule allows. */
export type LongWaits = { place: string; rows: number };

const boundOf = ({ longestMs }: Wait, { nowMs, pollLongestMs }: Bounds) =>
  Math.ceil(nowMs + (longestMs === 'pause' ? Math.max(LONGEST_PAUSE_MS, 2 * pollLongestMs) : longestMs));

/** On a journal that may be open for reading only. */
export const listLongWaits = (db: Database.Database, bounds: Bounds): LongWaits[] =>
  WAITS.map((wait) => ({
    place: placeOf(wait),
    rows: db
      .prepare(`SELECT count(*) FROM ${wait.table} WHERE ${wait.column} > ?`)
      .pluck()
      .get(boundOf(wait, bounds)) as number,
  })).filter(({ rows }) => rows > 0);

/** Returns how many waits were longer than their schedule allows, and no longer are. */
export function shortenWaits(db: Database.Database, bounds: Bounds): number {
  const shorten = (wait: Wait) => {
    const bound = boundOf(wait, bounds);
    const value = wait.becomes === 'full' ? bound : Math.floor(bounds.nowMs);
    return db
      .prepare(`UPDATE ${wait.table} SET ${wait.column} = ? WHERE ${wait.column} > ?`)
      .run(value, bound).changes;
  };
  return together(db, () => WAITS.reduce((rows, wait) => rows + shorten(wait), 0));
}
