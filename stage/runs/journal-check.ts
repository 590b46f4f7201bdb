// Looks into the sync service's journal after a run: is the file sound, is everything settled, was anything sent again that had
// been confirmed? Reads only.
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { SentItem } from './recorder.ts';

export interface JournalWork {
  external_id: string;
  registry_id: string | null;
  state: string;
  /** The content the shop wants the registry to show, as the plugin built it. */
  content: Record<string, unknown> | null;
}

/** Works of the journal, and what is wrong with it, one sentence each; none: it is sound. */
export function checkJournal(dataDir: string, sent: SentItem[]): { works: JournalWork[]; faults: string[] } {
  const db = new Database(join(dataDir, 'daemon/journal.sqlite'), { readonly: true });
  try {
    const faults: string[] = [];
    const integrity = db.pragma('integrity_check', { simple: true });
    if (integrity !== 'ok') faults.push(`integrity_check says ${String(integrity)}`);
    const count = (sql: string) => (db.prepare(sql).get() as { n: number }).n;
    const pending = count("SELECT count(*) AS n FROM action WHERE state = 'pending'");
    if (pending > 0) faults.push(`${pending} steps are still open`);
    const untold = count('SELECT count(*) AS n FROM work WHERE report_seq > reported_seq');
    if (untold > 0) faults.push(`WordPress has not heard of ${untold} works`);
    const done = db
      .prepare("SELECT idempotency_key AS key, ended_at FROM action WHERE state = 'done'")
      .all() as { key: string; ended_at: number }[];
    const endedAt = new Map(done.map((row) => [row.key, row.ended_at]));
    const again = sent.filter(({ key, sentAtMs }) => sentAtMs > (endedAt.get(key) ?? Infinity));
    if (again.length > 0) faults.push(`${again.length} items were sent again after they were confirmed`);
    const rows = db.prepare('SELECT external_id, registry_id, state, content FROM work').all() as {
      external_id: string;
      registry_id: string | null;
      state: string;
      content: string | null;
    }[];
    const works = rows.map((row) => ({
      ...row,
      content: row.content === null ? null : (JSON.parse(row.content) as Record<string, unknown>),
    }));
    return { works, faults };
  } finally {
    db.close();
  }
}
