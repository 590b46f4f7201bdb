// Works that leave the shop, and the catalogue that their number is compared with.
import type Database from 'better-sqlite3';
import type { Departure } from '../types/work.ts';
import { toWork, WORK, type Row } from './work-columns.ts';

export function departureRows(db: Database.Database) {
  const list = db.prepare(
    `SELECT ${WORK} FROM work INDEXED BY work_by_departure
     WHERE site_id = ? AND departure = ? ORDER BY left_at LIMIT ?`,
  );
  const countSince = db.prepare(
    `SELECT (SELECT count(*) FROM work WHERE site_id = @siteId AND departure IN ('waiting', 'held'))
       + (SELECT count(*) FROM work
          WHERE site_id = @siteId AND departure = 'free' AND left_at > @sinceMs AND left_at <= @nowMs) AS number`,
  );
  const count = db.prepare('SELECT count(*) AS number FROM work WHERE site_id = ? AND departure = ?');
  const countCatalogue = db.prepare(
    `SELECT count(*) AS number FROM work
     WHERE site_id = ? AND registry_id IS NOT NULL AND ownership = 'ours' AND site_state IN ('shared', 'broken')`,
  );
  return {
    /** Leaving works about which this was decided. */
    listInDeparture: (siteId: string, departure: Departure, limit: number) =>
      (list.all(siteId, departure, limit) as Row[]).map((row) => toWork(row)!),
    countDeparture: (siteId: string, departure: Departure) =>
      (count.get(siteId, departure) as { number: number }).number,
    /**
     * Works that left and of which it is not decided yet, or that wait for the owner, however long ago that was, and those that went since
     * then. One that went after now did so by a clock that was ahead, and would count for as long.
     */
    countDeparturesSince: (siteId: string, sinceMs: number, nowMs: number) =>
      (countSince.get({ siteId, sinceMs, nowMs }) as { number: number }).number,
    /** Works that the registry knows as ours and that the shop still has. */
    countCatalogue: (siteId: string) => (countCatalogue.get(siteId) as { number: number }).number,
  };
}
