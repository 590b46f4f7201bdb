// Rows of the table `work`: reading and writing them, and the queries of the files beside this one.
import type Database from 'better-sqlite3';
import type { Work, WorkState } from '../types/work.ts';
import { departureRows } from './departure-rows.ts';
import { duplicateRows } from './duplicate-rows.ts';
import { reportRows } from './report-rows.ts';
import { together } from './together.ts';
import { unchangedWorks } from './unchanged-works.ts';
import { unlistedRows } from './unlisted-rows.ts';
import { COLUMNS, columnsOf, FIELDS, toWork, WORK, type Row } from './work-columns.ts';

/** Fields that are written together, because one may stand for the other (AS_CONTENT). */
const CONTENT = new Set<keyof Work>(['content', 'confirmed']);

export type WorkUsage = { works: number; kept: number; registered: number; bytes: number };

const NOTHING: WorkUsage = { works: 0, kept: 0, registered: 0, bytes: 0 };
export type WorkRows = ReturnType<typeof workRows>;

export function workRows(db: Database.Database) {
  const insert = db.prepare(
    `INSERT INTO work (${FIELDS.map((field) => COLUMNS[field]).join(', ')}, report_seq)
     VALUES (${FIELDS.map(() => '?').join(', ')}, ?)`,
  );
  /** One statement for each set of fields that change together; there are a few dozen. */
  const updates = new Map<string, Database.Statement>();
  const changeState = db.prepare(
    `UPDATE work SET state = ?, report_seq = report_seq + 1 WHERE site_id = ? AND external_id = ? AND state = ?`,
  );
  const requeue = db.prepare(
    `UPDATE work SET state = 'queued', report_seq = report_seq + 1 WHERE site_id = ? AND state = 'sending'`,
  );
  const find = db.prepare(`SELECT ${WORK} FROM work WHERE site_id = ? AND external_id = ?`);
  const findByRegistryId = db.prepare(`SELECT ${WORK} FROM work WHERE site_id = ? AND registry_id = ?`);
  const sitesOf = db.prepare('SELECT DISTINCT site_id FROM work WHERE registry_id = ?').pluck();
  const counts = db.prepare('SELECT state, count(*) AS number FROM work WHERE site_id = ? GROUP BY state');
  // Without a hint SQLite takes the order of the primary key, and reads every row of the site.
  const inState = db.prepare(
    `SELECT ${WORK} FROM work INDEXED BY work_by_state WHERE site_id = ? AND state = ? ORDER BY external_id`,
  );
  const nextRecheck = db.prepare(
    'SELECT min(recheck_at) AS at FROM work INDEXED BY work_by_recheck WHERE site_id = ? AND recheck_at > ?',
  );
  const usage = db.prepare('SELECT works, kept, registered, bytes FROM work_usage WHERE site_id = ?');
  const forgetUsage = db.prepare('DELETE FROM work_usage WHERE site_id IN (?, ?)');
  const countUsage = db.prepare(
    `INSERT INTO work_usage SELECT site_id, count(*), sum(content IS NOT NULL OR registry_id IS NOT NULL),
       sum(registry_id IS NOT NULL),
       sum(coalesce(octet_length(content), 0) + coalesce(octet_length(confirmed), 0))
     FROM work WHERE site_id = ? GROUP BY site_id`,
  );
  const move = db.prepare(
    'UPDATE OR REPLACE work SET site_id = ?, report_seq = report_seq + 1 WHERE site_id = ?',
  );

  /** The statement that writes these fields. */
  function updateOf(changed: (keyof Work)[]): Database.Statement {
    const key = changed.join();
    const known = updates.get(key);
    if (known) return known;
    const sets = changed.map((field) => `${COLUMNS[field]} = ?, `).join('');
    const update = db.prepare(
      `UPDATE work SET ${sets}report_seq = report_seq + ? WHERE site_id = ? AND external_id = ?`,
    );
    updates.set(key, update);
    return update;
  }

  const beingRegistered = db
    .prepare(`SELECT count(*) FROM work WHERE site_id = ? AND state = 'sending' AND registry_id IS NULL`)
    .pluck();

  const usageOf = (siteId: string) => (usage.get(siteId) as WorkUsage | undefined) ?? NOTHING;

  return {
    ...reportRows(db),
    ...unchangedWorks(db),
    ...duplicateRows(db),
    ...departureRows(db),
    ...unlistedRows(db),

    find: (siteId: string, externalId: string) => toWork(find.get(siteId, externalId) as Row | undefined),
    /** Ids of the sites that have this Art ID. */
    listSitesOf: (registryId: string) => sitesOf.all(registryId) as string[],
    findByRegistryId: (siteId: string, registryId: string) =>
      toWork(findByRegistryId.get(siteId, registryId) as Row | undefined),
    /** Works that have an Art ID, or may have one in a moment. */
    countRegistered: (siteId: string) => usageOf(siteId).registered + (beingRegistered.get(siteId) as number),
    listInState: (siteId: string, state: WorkState) =>
      (inState.all(siteId, state) as Row[]).map((row) => toWork(row)!),
    countByState(siteId: string): { [state in WorkState]?: number } {
      const rows = counts.all(siteId) as { state: WorkState; number: number }[];
      return Object.fromEntries(rows.map((row) => [row.state, row.number]));
    },
    /** When the earliest work asks to be looked at again; null: none does. */
    nextRecheckAt: (siteId: string, afterIso: string) =>
      (nextRecheck.get(siteId, afterIso) as { at: string | null }).at,

    /**
     * Writes the fields that differ from `before`, the stored row; undefined: there is none. Most of a row is the work's
     * content, which rarely changes. `isReport`: WordPress is told about the change.
     */
    save(work: Work, before: Work | undefined, isReport: boolean): void {
      if (before === undefined) return void insert.run(columnsOf(work, FIELDS), isReport ? 1 : 0);
      const isContentNew = work.content !== before.content || work.confirmed !== before.confirmed;
      const isChanged = (field: keyof Work) =>
        CONTENT.has(field) ? isContentNew : work[field] !== before[field];
      const changed = FIELDS.filter(isChanged);
      if (changed.length === 0 && !isReport) return;
      const values = columnsOf(work, changed);
      updateOf(changed).run(values, isReport ? 1 : 0, before.siteId, before.externalId);
    },

    /** A work in state `from` is now in state `to`, and WordPress is told so; in another state it stays as it is. */
    changeState: (siteId: string, externalId: string, from: WorkState, to: WorkState) =>
      void changeState.run(to, siteId, externalId, from),

    /** Works that were being sent when the process ended wait again, until they are sent once more. */
    requeue: (siteId: string) => void requeue.run(siteId),

    /** What the site takes up: its works, those of them with content or an Art ID, with an Art ID, and the bytes of their content. */
    usage: usageOf,

    /** Rows that are replaced fire no trigger, so the usage is counted. */
    moveSite(from: string, to: string): void {
      together(db, () => {
        move.run(to, from);
        forgetUsage.run(from, to);
        countUsage.run(to);
      });
    },
  };
}
