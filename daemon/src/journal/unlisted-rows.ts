// Works on which shop and registry do not agree, as far as the audit has seen: known to one of them only.
import type Database from 'better-sqlite3';
import { AS_CONTENT } from './work-columns.ts';

export function unlistedRows(db: Database.Database) {
  const unheard = db.prepare(
    'SELECT external_id AS id FROM work WHERE site_id = ? AND revision = 0 ORDER BY external_id LIMIT ?',
  );
  const lastOfPage = db.prepare(
    `SELECT max(external_id) FROM
       (SELECT external_id FROM work WHERE site_id = ? AND external_id > ? ORDER BY external_id LIMIT ?)`,
  );
  // One without an Art ID counts where it may get one: it waits to be registered, or is on its way to the registry.
  const markUnheard = db.prepare(
    `UPDATE work SET revision = 0 WHERE site_id = ? AND external_id > ? AND external_id <= ? AND revision <> 0
       AND (registry_id IS NOT NULL OR state <> 'forgotten')`,
  );
  const AVAILABILITY = `coalesce(json_extract(iif(confirmed = '${AS_CONTENT}', content, confirmed), '$.availability'), '')`;
  const forgetSources = db.prepare(
    `UPDATE work SET confirmed_source = NULL WHERE site_id = ? AND registry_id IS NOT NULL AND ownership IN ('ours', 'private')`,
  );
  const ofUnknownSource = db.prepare(
    `SELECT 1 FROM work WHERE site_id = ? AND registry_id IS NOT NULL AND ownership IN ('ours', 'private')
       AND confirmed_source IS NULL LIMIT 1`,
  );
  const unlisted = (what: string, which: string) =>
    db.prepare(
      `SELECT ${what} FROM work
       WHERE site_id = ? AND registry_id IS NOT NULL
         AND NOT EXISTS (SELECT 1 FROM audit_seen s WHERE s.site_id = work.site_id AND s.registry_id = work.registry_id)
         AND ${which}`,
    );
  const missing = `ownership = 'ours' AND (confirmed_at < ? OR confirmed_at > ?) AND ${AVAILABILITY} <> 'fully_private'`;
  const countMissing = unlisted('count(*) AS number', missing);
  const listMissing = unlisted('external_id AS id', `${missing} ORDER BY confirmed_at LIMIT ?`);
  const listGivenAway = unlisted(
    'external_id AS id',
    `ownership = 'moved' ORDER BY external_id <= ?, external_id LIMIT ?`,
  );
  const idsOf = (rows: unknown[]) => (rows as { id: string }[]).map(({ id }) => id);
  return {
    /**
     * The shop may have lost works: each of a page counts as not mentioned until the shop mentions it again. Returns the last id of the
     * page; null: there were none after it.
     */
    markUnheard(siteId: string, after: string, limit: number): string | null {
      const last = lastOfPage.pluck().get(siteId, after, limit) as string | null;
      if (last !== null) markUnheard.run(siteId, after, last);
      return last;
    },
    /** The site has another installation, to which each work has yet to come: hidden ones, of which no list tells, when they are shown again. */
    forgetSources: (siteId: string) => void forgetSources.run(siteId),
    /** Whether one may still stand at a former installation only. */
    hasUnknownSource: (siteId: string): boolean => ofUnknownSource.get(siteId) !== undefined,

    /** Works of the registry's listing that the shop has not mentioned. */
    listUnheard: (siteId: string, limit: number) => idsOf(unheard.all(siteId, limit)),
    /**
     * Works that the registry should show to everybody, confirmed before that time, and that the audit under way did not list. One that
     * was confirmed after now was so by a clock that was ahead.
     */
    countMissing: (siteId: string, confirmedBeforeIso: string, nowIso: string) =>
      (countMissing.get(siteId, confirmedBeforeIso, nowIso) as { number: number }).number,
    /** Those that were confirmed longest ago first. */
    listMissing: (siteId: string, confirmedBeforeIso: string, nowIso: string, limit: number) =>
      idsOf(listMissing.all(siteId, confirmedBeforeIso, nowIso, limit)),
    /**
     * Works that were given away, the one after that id first and those up to it last: a look at one changes nothing by which others would come
     * before it. They have no source of the site's, and no list says that one was given back.
     */
    listGivenAway: (siteId: string, after: string, limit: number) =>
      idsOf(listGivenAway.all(siteId, after, limit)),
  };
}
