// Works of one site that the registry could not tell apart, found by their fingerprint.
import type Database from 'better-sqlite3';
import type { Work } from '../types/work.ts';
import { toWork, WORK, type Row } from './work-columns.ts';

type LookedUp = Pick<Work, 'siteId' | 'externalId' | 'fingerprint'>;

export function duplicateRows(db: Database.Database) {
  const has = db.prepare(
    `SELECT 1 FROM work INDEXED BY work_by_fingerprint
     WHERE site_id = ? AND fingerprint = ? AND external_id <> ? LIMIT 1`,
  );
  const list = db.prepare(
    `SELECT ${WORK} FROM work INDEXED BY work_by_fingerprint
     WHERE site_id = ? AND fingerprint = ? AND external_id <> ? ORDER BY registry_id IS NULL, external_id LIMIT ?`,
  );
  const count = db.prepare(
    'SELECT count(*) AS number FROM work INDEXED BY work_by_fingerprint WHERE site_id = ? AND fingerprint = ?',
  );
  return {
    /** True where another work of the site has the same fingerprint: one lookup in an index. */
    hasDuplicate: (work: LookedUp) =>
      work.fingerprint !== null && has.get(work.siteId, work.fingerprint, work.externalId) !== undefined,
    /** Other works of the site with this one's fingerprint; those that the registry knows come first. */
    listDuplicates: (work: LookedUp, limit: number) =>
      work.fingerprint === null
        ? []
        : (list.all(work.siteId, work.fingerprint, work.externalId, limit) as Row[]).map((row) =>
            toWork(row)!,
          ),
    /** How many works share this one's fingerprint, itself included. */
    countDuplicates: (work: LookedUp) =>
      (count.get(work.siteId, work.fingerprint) as { number: number }).number,
  };
}
