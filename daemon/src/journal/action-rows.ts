// Rows of the table `action`: the one open step of each work, its attempts, and what is ready to be sent.
import type Database from 'better-sqlite3';
import { together } from './together.ts';
import type { Action, ActionKind, PlannedAction } from '../types/work.ts';

type Row = Omit<Action, 'body'> & { body: string };
/** Under the names of the fields, so that the row that SQLite returns is the step itself. */
const ACTION = `id, site_id AS siteId, external_id AS externalId, kind, registry_id AS registryId, idempotency_key AS idempotencyKey,
  body, target, priority, attempts, suspicion, not_before AS notBefore`;
export type ActionRows = ReturnType<typeof actionRows>;

export function actionRows(db: Database.Database) {
  const insert = db.prepare(
    `INSERT INTO action (site_id, external_id, kind, registry_id, idempotency_key, body, target, priority)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const setKey = db.prepare('UPDATE action SET idempotency_key = ? WHERE id = ?');
  const findOpen = db.prepare(
    `SELECT ${ACTION} FROM action WHERE site_id = ? AND external_id = ? AND state = 'pending'`,
  );
  const get = db.prepare(`SELECT ${ACTION} FROM action WHERE id = ?`);
  const removeUnsent = db.prepare(`DELETE FROM action WHERE id = ? AND state = 'pending'`);
  const ready = db.prepare(
    `SELECT ${ACTION} FROM action WHERE site_id = ? AND kind = ? AND state = 'pending' AND not_before <= ?
     ORDER BY priority DESC, id LIMIT ?`,
  );
  const listPending = db.prepare(
    `SELECT ${ACTION} FROM action WHERE site_id = ? AND state = 'pending' ORDER BY priority DESC, id LIMIT ?`,
  );
  const hasReady = db.prepare(
    `SELECT 1 FROM action WHERE site_id = ? AND kind = ? AND state = 'pending' AND not_before <= ? LIMIT 1`,
  );
  const marked = db.prepare(
    'UPDATE action SET attempts = attempts + 1, not_before = ?, idempotency_key = ? WHERE id = ?',
  );
  const later = db.prepare(
    'UPDATE action SET not_before = ?, suspicion = suspicion + ?, attempts = attempts - ? WHERE id = ?',
  );
  // What was sent is not read again, and may be large.
  const end = db.prepare(`UPDATE action SET state = ?, ended_at = ?, body = 'null' WHERE id = ?`);
  const clearWaits = db.prepare(`UPDATE action SET not_before = 0 WHERE site_id = ? AND state = 'pending'`);
  const hasPending = db.prepare(`SELECT 1 FROM action WHERE site_id = ? AND state = 'pending' LIMIT 1`);
  const pending = db.prepare(
    `SELECT kind, count(*) AS number FROM action WHERE site_id = ? AND state = 'pending' GROUP BY kind`,
  );
  const sweep = db.prepare(`DELETE FROM action WHERE state <> 'pending' AND ended_at < ?`);
  const endedSince = db.prepare(
    `SELECT count(*) AS number FROM action
     WHERE state <> 'pending' AND ended_at >= ? AND site_id = ? AND state = 'done'`,
  );
  const sweepSurplus = db.prepare(
    `DELETE FROM action WHERE state <> 'pending'
       AND id <= (SELECT id FROM action WHERE state <> 'pending' ORDER BY id DESC LIMIT 1 OFFSET ?)`,
  );
  const move = db.prepare('UPDATE action SET site_id = ? WHERE site_id = ?');

  return {
    findOpen: (siteId: string, externalId: string) =>
      toAction(findOpen.get(siteId, externalId) as Row | undefined),
    get: (id: number) => toAction(get.get(id) as Row | undefined),

    /**
     * Writes the planned step. Its key is that of its own row, so that no other step ever shares it; a publication gets
     * one made from its content when it is first sent.
     */
    insert(step: PlannedAction & { siteId: string; externalId: string; registryId: string | null }): void {
      const { body, target, priority, siteId, externalId, registryId } = step;
      const values = [siteId, externalId, body.kind, registryId, '', JSON.stringify(body), target, priority];
      if (body.kind === 'publish') return void insert.run(...values);
      // A step without its key would share an empty one with the next.
      together(db, () => {
        const id = Number(insert.run(...values).lastInsertRowid);
        setKey.run(`${body.kind}-${siteId}-${id}`, id);
      });
    },

    remove: (id: number) => void removeUnsent.run(id),

    /** Steps whose time has come, most urgent first. */
    listReady: (siteId: string, kind: ActionKind, now: number, limit: number): Action[] =>
      (ready.all(siteId, kind, now, limit) as Row[]).map((row) => toAction(row)!),

    /** Also those whose time has not come, most urgent first. */
    listPending: (siteId: string, limit: number): Action[] =>
      (listPending.all(siteId, limit) as Row[]).map((row) => toAction(row)!),

    hasReady: (siteId: string, kind: ActionKind, now: number) =>
      hasReady.get(siteId, kind, now) !== undefined,

    /** Before sending: from now on the registry may have carried it out. Not picked again before `leaseUntil`. */
    markSent: (id: number, idempotencyKey: string, leaseUntil: number) =>
      void marked.run(leaseUntil, idempotencyKey, id),

    /** Tries again later. `wasNotSent`: the registry cannot have carried it out. */
    postpone(
      id: number,
      notBefore: number,
      options: { isSuspect: boolean; wasNotSent: boolean; newKey?: string },
    ): void {
      together(db, () => {
        later.run(notBefore, options.isSuspect ? 1 : 0, options.wasNotSent ? 1 : 0, id);
        if (options.newKey) setKey.run(options.newKey, id);
      });
    },

    end: (id: number, state: 'done' | 'failed', now: number) => void end.run(state, now, id),
    /** Forgets the waits of a site's steps. */
    clearWaits: (siteId: string) => void clearWaits.run(siteId),
    hasPending: (siteId: string) => hasPending.get(siteId) !== undefined,
    countPending: (siteId: string) => pending.all(siteId) as { kind: ActionKind; number: number }[],
    /** Steps that the registry carried out since then. */
    countEndedSince: (siteId: string, sinceMs: number) =>
      (endedSince.get(sinceMs, siteId) as { number: number }).number,
    sweep(before: number, keep: number): void {
      sweep.run(before);
      sweepSurplus.run(keep);
    },
    moveSite: (from: string, to: string) => void move.run(to, from),
  };
}

const toAction = (row: Row | undefined): Action | undefined =>
  row && Object.assign(row, { body: JSON.parse(row.body) as Action['body'] });
