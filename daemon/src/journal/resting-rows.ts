// Rows of the table `resting`: sites without an engine, each with the time when it is due. The index is the heap of due times.
import type Database from 'better-sqlite3';

export type RestingRows = ReturnType<typeof restingRows>;

export function restingRows(db: Database.Database) {
  const save = db.prepare(
    `INSERT INTO resting VALUES (?, ?, ?)
     ON CONFLICT (site_id) DO UPDATE SET due_at = excluded.due_at, memory = excluded.memory`,
  );
  const hasRow = db.prepare('SELECT 1 FROM resting WHERE site_id = ?');
  const take = db.prepare('DELETE FROM resting WHERE site_id = ? RETURNING memory');
  const due = db.prepare('SELECT site_id FROM resting WHERE due_at <= ? ORDER BY due_at LIMIT ?').pluck();
  const overdue = db.prepare('SELECT count(*) FROM resting WHERE due_at < ?').pluck();
  const count = db.prepare('SELECT count(*) FROM resting').pluck();
  const list = db.prepare('SELECT site_id FROM resting').pluck();
  const bringForward = db.prepare('UPDATE resting SET due_at = ? WHERE site_id = ? AND due_at > ?');

  return {
    /** `memory`: any JSON; null: nothing. */
    save: (siteId: string, dueAt: number, memory: object | null) =>
      void save.run(siteId, Math.ceil(dueAt), memory && JSON.stringify(memory)),
    has: (siteId: string) => hasRow.get(siteId) !== undefined,
    /** Removes the row, and returns its memory; undefined: there is none. */
    take(siteId: string): { memory: unknown } | undefined {
      const row = take.get(siteId) as { memory: string | null } | undefined;
      return row && { memory: row.memory === null ? null : (JSON.parse(row.memory) as unknown) };
    },
    /** Sites whose time has come, the longest waiting first. */
    listDue: (nowMs: number, limit: number) => due.all(nowMs, limit) as string[],
    countDueBefore: (beforeMs: number) => overdue.get(beforeMs) as number,
    count: () => count.get() as number,
    list: () => list.all() as string[],
    /** The site is due at that time, if not earlier. */
    bringForward: (siteId: string, dueAt: number) =>
      void bringForward.run(Math.ceil(dueAt), siteId, Math.ceil(dueAt)),
    moveSite: (from: string) => void take.run(from),
  };
}
