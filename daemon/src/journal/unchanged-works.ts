// Works that the site shows again as they are confirmed. They are looked up by a hash, and nothing else is read: a full check of
// a hundred thousand unchanged works stays cheap.
import type Database from 'better-sqlite3';
import type { SiteKnows } from '../types/site.ts';

/** `siteKnows`: the last report that the site has of the work; null: none. */
export type Unchanged = {
  siteId: string;
  externalId: string;
  revision: number;
  siteHash: string;
  siteKnows: SiteKnows | null;
};
type KnownRow = { revision: number; state: string; registry_id: string | null; is_reporting: 0 | 1 };

export function unchangedWorks(db: Database.Database) {
  const find = db.prepare(
    `SELECT revision, state, registry_id, report_seq > reported_seq AS is_reporting FROM work
     WHERE site_id = ? AND external_id = ? AND site_state = 'shared' AND site_hash = ? AND error IS NULL AND departure IS NULL AND state IN ('published', 'sold', 'matched')`,
  );
  const changeRevision = db.prepare(
    'UPDATE work SET revision = ?, report_seq = report_seq + ? WHERE site_id = ? AND external_id = ?',
  );
  return {
    /**
     * Stores the new revision of an unchanged work; undefined: the work is not one. `known`: the site knows its state, so no
     * report follows. `reported`: one does, because the site
     * - knows another state, whatever became of the last report;
     * - may still get a report of the revision before, after it has heard that this one is acknowledged.
     */
    saveUnchanged({
      siteId,
      externalId,
      revision,
      siteHash,
      siteKnows,
    }: Unchanged): 'known' | 'reported' | undefined {
      const row = find.get(siteId, externalId, siteHash) as KnownRow | undefined;
      if (row === undefined) return undefined;
      const isNew = row.revision !== revision;
      const isKnown = siteKnows?.state === row.state && siteKnows.registry_id === row.registry_id;
      const isOvertaken = isNew && row.is_reporting === 1;
      const isReport = !isKnown || isOvertaken;
      if (isNew || (isReport && !row.is_reporting))
        changeRevision.run(revision, isReport ? 1 : 0, siteId, externalId);
      return isReport ? 'reported' : 'known';
    },
  };
}
