// Works whose state WordPress has not heard yet: each change raises `report_seq`, and a saved report raises `reported_seq` to the
// number that it was made with.
import type Database from 'better-sqlite3';
import { together } from './together.ts';
import type { Work } from '../types/work.ts';
import { parsed, selected, type Row } from './work-columns.ts';

/** The fields of a report: the content of a work, which is most of its row, is not read for it. */
const REPORTED = [
  'siteId',
  'externalId',
  'revision',
  'state',
  'registryId',
  'publicPage',
  'confirmedAt',
  'matchedOn',
  'shows',
  'error',
  'departure',
  'fingerprint',
] as const satisfies (keyof Work)[];
export type ReportedWork = Pick<Work, (typeof REPORTED)[number]>;

export type ReportableWork = { work: ReportedWork; reportSeq: number };

export function reportRows(db: Database.Database) {
  const unreported = db.prepare(
    `SELECT ${selected(REPORTED)}, report_seq AS reportSeq FROM work INDEXED BY work_unreported
     WHERE site_id = ? AND report_seq > reported_seq ORDER BY external_id LIMIT ?`,
  );
  const reported = db.prepare(
    'UPDATE work SET reported_seq = max(reported_seq, ?) WHERE site_id = ? AND external_id = ?',
  );
  const removeForgotten = db.prepare(
    `DELETE FROM work WHERE site_id = ? AND external_id = ? AND reported_seq = report_seq
       AND (state = 'forgotten' OR (site_state = 'broken' AND content IS NULL AND registry_id IS NULL))`,
  );
  const countUnreported = db.prepare(
    'SELECT count(*) AS number FROM work INDEXED BY work_unreported WHERE site_id = ? AND report_seq > reported_seq',
  );
  return {
    /** Up to `limit` works whose state WordPress has not saved. */
    listUnreported: (siteId: string, limit: number): ReportableWork[] =>
      (unreported.all(siteId, limit) as Row[]).map((row) => ({
        work: parsed(row) as ReportedWork,
        reportSeq: Number(row['reportSeq']),
      })),

    countUnreported: (siteId: string) => (countUnreported.get(siteId) as { number: number }).number,

    /**
     * WordPress saved these. A state that changed meanwhile stays unreported. The row of a forgotten work is removed, and of one that
     * was refused: it holds nothing else.
     */
    markReported(
      siteId: string,
      saved: { externalId: string; reportSeq: number; isForgotten: boolean }[],
    ): void {
      together(db, () => {
        for (const { externalId, reportSeq, isForgotten } of saved) {
          reported.run(reportSeq, siteId, externalId);
          if (isForgotten) removeForgotten.run(siteId, externalId);
        }
      });
    },
  };
}
