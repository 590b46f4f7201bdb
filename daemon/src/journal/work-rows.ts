// Rows of the table `work`: reading, writing, and the queue of states that WordPress has not heard yet.
import type Database from 'better-sqlite3';
import type { Said } from '../types/site.ts';
import type { Departure, Work, WorkState } from '../types/work.ts';

export type ReportableWork = { work: ReportedWork; reportSeq: number };
type Row = { [column: string]: string | number | null };

const COLUMNS = {
  siteId: 'site_id',
  externalId: 'external_id',
  revision: 'revision',
  siteState: 'site_state',
  leaveReason: 'leave_reason',
  title: 'title',
  wanted: 'wanted',
  wantedHash: 'wanted_hash',
  siteHash: 'site_hash',
  fingerprint: 'fingerprint',
  registryId: 'registry_id',
  standing: 'standing',
  confirmed: 'confirmed',
  confirmedSource: 'confirmed_source',
  confirmedAt: 'confirmed_at',
  matchedOn: 'matched_on',
  soldOver: 'sold_over',
  state: 'state',
  error: 'error',
  blockedTarget: 'blocked_target',
  publicPage: 'public_page',
  shows: 'shows',
  recheckSince: 'recheck_since',
  lastEventAt: 'last_event_at',
  recheckAt: 'recheck_at',
  leftAt: 'left_at',
  departure: 'departure',
  acceptedTarget: 'accepted_target',
} as const satisfies { [field in keyof Work]: string };

/** What a report says: the content of a work, which is most of its row, is not read for it. */
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

/** A work as the site shows it now. `said`: what the site was told of it last; undefined where its plugin does not say. */
type Unchanged = {
  siteId: string;
  externalId: string;
  revision: number;
  siteHash: string;
  said: Said | null | undefined;
};
type KnownRow = { revision: number; state: string; registry_id: string | null; is_reporting: 0 | 1 };

type LookedUp = Pick<Work, 'siteId' | 'externalId' | 'fingerprint'>;

/** Fields that are written together. */
const CONTENT = new Set<keyof Work>(['wanted', 'confirmed']);

const FIELDS = Object.keys(COLUMNS) as (keyof Work)[];
/**
 * Stands in `confirmed` where it is what is wanted, as for nearly all works nearly always: half the row, so half of what is
 * written whenever anything about the work is. Read back, both are the same object.
 */
const AS_WANTED = 'true';
const JSON_FIELDS = new Set<keyof Work>(['wanted', 'confirmed', 'error', 'shows']);

export type WorkRows = ReturnType<typeof workRows>;

export function workRows(db: Database.Database) {
  const insert = db.prepare(
    `INSERT INTO work (${FIELDS.map((field) => COLUMNS[field]).join(', ')})
     VALUES (${FIELDS.map(() => '?').join(', ')})`,
  );
  /** One statement for each set of fields that change together; there are a few dozen. */
  const updates = new Map<string, Database.Statement>();
  const changeState = db.prepare(
    `UPDATE work SET state = ?, report_seq = report_seq + 1 WHERE site_id = ? AND external_id = ? AND state = ?`,
  );
  const requeue = db.prepare(
    `UPDATE work SET state = 'queued', report_seq = report_seq + 1 WHERE site_id = ? AND state = 'sending'`,
  );
  const find = db.prepare('SELECT * FROM work WHERE site_id = ? AND external_id = ?');
  const findByRegistryId = db.prepare('SELECT * FROM work WHERE site_id = ? AND registry_id = ?');
  const unreported = db.prepare(
    `SELECT ${REPORTED.map((field) => COLUMNS[field]).join(', ')}, report_seq FROM work INDEXED BY work_unreported
     WHERE site_id = ? AND report_seq > reported_seq ORDER BY external_id LIMIT ?`,
  );
  const reported = db.prepare(
    'UPDATE work SET reported_seq = max(reported_seq, ?) WHERE site_id = ? AND external_id = ?',
  );
  const removeForgotten = db.prepare(
    `DELETE FROM work WHERE site_id = ? AND external_id = ? AND state = 'forgotten' AND reported_seq = report_seq`,
  );
  const counts = db.prepare('SELECT state, count(*) AS number FROM work WHERE site_id = ? GROUP BY state');
  // Without a hint SQLite takes the order of the primary key, and reads every row of the site.
  const inState = db.prepare(
    'SELECT * FROM work INDEXED BY work_by_state WHERE site_id = ? AND state = ? ORDER BY external_id',
  );
  const hasLookAlike = db.prepare(
    `SELECT 1 FROM work INDEXED BY work_by_fingerprint
     WHERE site_id = ? AND fingerprint = ? AND external_id <> ? LIMIT 1`,
  );
  const unchanged = db.prepare(
    `SELECT revision, state, registry_id, report_seq > reported_seq AS is_reporting FROM work
     WHERE site_id = ? AND external_id = ? AND site_state = 'shared' AND site_hash = ? AND error IS NULL AND departure IS NULL AND state IN ('published', 'sold', 'matched')`,
  );
  const changeRevision = db.prepare(
    'UPDATE work SET revision = ?, report_seq = report_seq + ? WHERE site_id = ? AND external_id = ?',
  );
  const lookAlikes = db.prepare(
    `SELECT * FROM work INDEXED BY work_by_fingerprint
     WHERE site_id = ? AND fingerprint = ? AND external_id <> ? ORDER BY registry_id IS NULL, external_id LIMIT ?`,
  );
  const countLookAlikes = db.prepare(
    'SELECT count(*) AS number FROM work INDEXED BY work_by_fingerprint WHERE site_id = ? AND fingerprint = ?',
  );
  const nextRecheck = db.prepare(
    'SELECT min(recheck_at) AS at FROM work INDEXED BY work_by_recheck WHERE site_id = ? AND recheck_at > ?',
  );
  const countUnreported = db.prepare(
    'SELECT count(*) AS number FROM work INDEXED BY work_unreported WHERE site_id = ? AND report_seq > reported_seq',
  );
  const inDeparture = db.prepare(
    'SELECT * FROM work INDEXED BY work_by_departure WHERE site_id = ? AND departure = ? ORDER BY left_at LIMIT ?',
  );
  const countDepartures = db.prepare(
    `SELECT count(*) AS number FROM work
     WHERE site_id = ? AND departure IN ('waiting', 'free', 'held') AND left_at > ?`,
  );
  const countDeparture = db.prepare(
    'SELECT count(*) AS number FROM work WHERE site_id = ? AND departure = ?',
  );
  const countCatalogue = db.prepare(
    `SELECT count(*) AS number FROM work
     WHERE site_id = ? AND registry_id IS NOT NULL AND standing = 'ours' AND site_state IN ('shared', 'broken')`,
  );
  const unheard = db.prepare(
    'SELECT external_id AS id FROM work WHERE site_id = ? AND revision = 0 ORDER BY external_id LIMIT ?',
  );
  const missing = (what: string, end: string) =>
    db.prepare(
      `SELECT ${what} FROM work
       WHERE site_id = ? AND registry_id IS NOT NULL AND standing = 'ours' AND confirmed_at < ?
         AND coalesce(json_extract(iif(confirmed = '${AS_WANTED}', wanted, confirmed), '$.availability'), '') <> 'fully_private'
         AND NOT EXISTS (SELECT 1 FROM audit_seen s WHERE s.site_id = work.site_id AND s.registry_id = work.registry_id)
       ${end}`,
    );
  const countMissing = missing('count(*) AS number', '');
  const listMissing = missing('external_id AS id', 'ORDER BY confirmed_at LIMIT ?');
  const move = db.prepare(
    'UPDATE OR REPLACE work SET site_id = ?, report_seq = report_seq + 1 WHERE site_id = ?',
  );

  return {
    find: (siteId: string, externalId: string) => toWork(find.get(siteId, externalId) as Row | undefined),
    findByRegistryId: (siteId: string, registryId: string) =>
      toWork(findByRegistryId.get(siteId, registryId) as Row | undefined),
    listInState: (siteId: string, state: WorkState) =>
      (inState.all(siteId, state) as Row[]).map((row) => toWork(row)!),

    /** True where another work of the site has the same fingerprint: one look into an index. */
    hasLookAlike: (work: LookedUp) =>
      work.fingerprint !== null &&
      hasLookAlike.get(work.siteId, work.fingerprint, work.externalId) !== undefined,

    /**
     * A work that came again as it is confirmed; undefined: it is not such a work. Nothing else is looked at, which is what makes a
     * hundred thousand unchanged works cheap. Where the site says that it knows the state, its new revision is noted without
     * a report ("as_said"); where the site says otherwise, it is reported once more, whatever became of the first report. So is a
     * new revision while a report may be under way, which names the one before and may arrive after the acknowledgement. A plugin
     * that says nothing is told of each new revision.
     */
    saveUnchanged({
      siteId,
      externalId,
      revision,
      siteHash,
      said,
    }: Unchanged): 'as_said' | 'reported' | undefined {
      const known = unchanged.get(siteId, externalId, siteHash) as KnownRow | undefined;
      if (known === undefined) return undefined;
      const isNew = known.revision !== revision;
      const isSaid = said?.state === known.state && said.registry_id === known.registry_id;
      const isOvertaken = isNew && known.is_reporting === 1;
      const isReport = said === undefined ? isNew : !isSaid || isOvertaken;
      if (isNew || (isReport && !known.is_reporting))
        changeRevision.run(revision, isReport ? 1 : 0, siteId, externalId);
      return isReport ? 'reported' : 'as_said';
    },

    /** Other works of the site that the registry could not tell from this one; those it knows first. */
    listLookAlikes: (work: LookedUp, limit: number) =>
      work.fingerprint === null
        ? []
        : (lookAlikes.all(work.siteId, work.fingerprint, work.externalId, limit) as Row[]).map((row) =>
            toWork(row)!,
          ),
    /** How many works share this one's fingerprint, itself included. */
    countLookAlikes: (work: LookedUp) =>
      (countLookAlikes.get(work.siteId, work.fingerprint) as { number: number }).number,

    /**
     * Writes what is different from `before`, the row as it stands there; undefined: there is none. Most of a row is the work's
     * content, which mostly stays. `isNews`: WordPress is told about it.
     */
    save(work: Work, before: Work | undefined, isNews: boolean): void {
      if (before === undefined) return void insert.run(columnsOf(work, FIELDS));
      const isContentNew = work.wanted !== before.wanted || work.confirmed !== before.confirmed;
      const isChanged = (field: keyof Work) =>
        CONTENT.has(field) ? isContentNew : work[field] !== before[field];
      const changed = FIELDS.filter(isChanged);
      if (changed.length === 0 && !isNews) return;
      const key = changed.join();
      let update = updates.get(key);
      if (!update) {
        const sets = changed.map((field) => `${COLUMNS[field]} = ?, `).join('');
        update = db.prepare(
          `UPDATE work SET ${sets}report_seq = report_seq + ? WHERE site_id = ? AND external_id = ?`,
        );
        updates.set(key, update);
      }
      update.run(columnsOf(work, changed), isNews ? 1 : 0, before.siteId, before.externalId);
    },

    /** A work in state `from` is now in state `to`, and WordPress is told so; in another state it stays as it is. */
    changeState: (siteId: string, externalId: string, from: WorkState, to: WorkState) =>
      void changeState.run(to, siteId, externalId, from),

    /** What a crash left on its way waits again, until it is sent once more. */
    requeue: (siteId: string) => void requeue.run(siteId),

    /** Up to `limit` works whose state WordPress has not saved. */
    listUnreported: (siteId: string, limit: number): ReportableWork[] =>
      (unreported.all(siteId, limit) as Row[]).map((row) => ({
        work: fieldsOf(row, REPORTED) as ReportedWork,
        reportSeq: Number(row['report_seq']),
      })),

    countUnreported: (siteId: string) => (countUnreported.get(siteId) as { number: number }).number,

    /** WordPress saved these; a state that changed meanwhile stays unreported, a forgotten work's row goes. */
    markReported(
      siteId: string,
      saved: { externalId: string; reportSeq: number; isForgotten: boolean }[],
    ): void {
      for (const { externalId, reportSeq, isForgotten } of saved) {
        reported.run(reportSeq, siteId, externalId);
        if (isForgotten) removeForgotten.run(siteId, externalId);
      }
    },

    countByState(siteId: string): { [state in WorkState]?: number } {
      const rows = counts.all(siteId) as { state: WorkState; number: number }[];
      return Object.fromEntries(rows.map((row) => [row.state, row.number]));
    },

    /** When the earliest work asks to be looked at again; null: none does. */
    nextRecheckAt: (siteId: string, afterIso: string) =>
      (nextRecheck.get(siteId, afterIso) as { at: string | null }).at,

    /** Leaving works about which this was decided. */
    listInDeparture: (siteId: string, departure: Departure, limit: number) =>
      (inDeparture.all(siteId, departure, limit) as Row[]).map((row) => toWork(row)!),
    countDeparture: (siteId: string, departure: Departure) =>
      (countDeparture.get(siteId, departure) as { number: number }).number,
    /** Works that left since then, whether they were told to the registry or not. */
    countDeparturesSince: (siteId: string, sinceMs: number) =>
      (countDepartures.get(siteId, sinceMs) as { number: number }).number,
    /** Works that the registry knows as ours and that the shop still has. */
    countCatalogue: (siteId: string) => (countCatalogue.get(siteId) as { number: number }).number,
    /** Works of the registry's listing that the shop has not spoken of. */
    listUnheard: (siteId: string, limit: number) =>
      (unheard.all(siteId, limit) as { id: string }[]).map((row) => row.id),
    /** Works that the registry should show to everybody, confirmed before that time, which the audit under way did not list. */
    countMissing: (siteId: string, confirmedBeforeIso: string) =>
      (countMissing.get(siteId, confirmedBeforeIso) as { number: number }).number,
    /** Those that were confirmed longest ago first. */
    listMissing: (siteId: string, confirmedBeforeIso: string, limit: number) =>
      (listMissing.all(siteId, confirmedBeforeIso, limit) as { id: string }[]).map((row) => row.id),

    moveSite: (from: string, to: string) => void move.run(to, from),
  };
}

/** `wanted` and `confirmed` are always written together: one may stand for the other. */
function columnsOf(work: Work, fields: readonly (keyof Work)[]): (string | number | null)[] {
  const values = fields.map((field) => {
    const value = work[field];
    return value !== null && JSON_FIELDS.has(field)
      ? JSON.stringify(value)
      : (value as string | number | null);
  });
  const [wanted, confirmed] = [fields.indexOf('wanted'), fields.indexOf('confirmed')];
  if (confirmed >= 0 && values[confirmed] !== null && values[confirmed] === values[wanted])
    values[confirmed] = AS_WANTED;
  return values;
}

function toWork(row: Row | undefined): Work | undefined {
  if (!row) return undefined;
  const isAsWanted = row['confirmed'] === AS_WANTED;
  const work = fieldsOf(row, FIELDS) as Work;
  return isAsWanted ? { ...work, confirmed: work.wanted } : work;
}

function fieldsOf(row: Row, fields: readonly (keyof Work)[]): object {
  const values: { [field: string]: unknown } = {};
  for (const field of fields) {
    const value = row[COLUMNS[field]] ?? null;
    values[field] = JSON_FIELDS.has(field) && value !== null ? JSON.parse(String(value)) : value;
  }
  return values;
}
