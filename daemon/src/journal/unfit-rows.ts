// Rows of the table `unfit_delivery`: deliveries by way of WordPress that fit no signing secret known here.
import type Database from 'better-sqlite3';
import type { InboxDelivery } from '../types/site.ts';

/** As many as WordPress itself keeps. The oldest stay, so that forged deliveries cannot push genuine ones out. */
const MOST = 1000;
/** Genuine ones have one to two KiB. */
const MOST_BYTES = 4 * 1024 * 1024;
const KEEP_MS = 24 * 3600_000;

export type UnfitRows = ReturnType<typeof unfitRows>;
type Row = { id: number; headers: string; body: string; received_at: number };

export function unfitRows(db: Database.Database) {
  const count = db.prepare('SELECT count(*) AS number FROM unfit_delivery WHERE site_id = ?');
  const size = db
    .prepare('SELECT total(octet_length(headers) + octet_length(body)) FROM unfit_delivery WHERE site_id = ?')
    .pluck();
  const insert = db.prepare(
    'INSERT INTO unfit_delivery (site_id, headers, body, received_at, noted_at) VALUES (?, ?, ?, ?, ?)',
  );
  const list = db.prepare(
    'SELECT id, headers, body, received_at FROM unfit_delivery WHERE site_id = ? ORDER BY id',
  );
  const remove = db.prepare('DELETE FROM unfit_delivery WHERE id = ?');
  const sweep = db.prepare('DELETE FROM unfit_delivery WHERE noted_at < ?');
  const move = db.prepare('UPDATE unfit_delivery SET site_id = ? WHERE site_id = ?');
  const countOf = (siteId: string) => (count.get(siteId) as { number: number }).number;
  return {
    count: countOf,
    /** False where there are too many already. */
    insert(siteId: string, delivery: InboxDelivery, now: number): boolean {
      if (countOf(siteId) >= MOST || (size.get(siteId) as number) >= MOST_BYTES) return false;
      const { headers, body, received_at } = delivery;
      insert.run(siteId, JSON.stringify(headers), body, Date.parse(received_at), now);
      return true;
    },
    list: (siteId: string): InboxDelivery[] =>
      (list.all(siteId) as Row[]).map(({ headers, received_at, ...row }) => ({
        ...row,
        headers: JSON.parse(headers) as { [name: string]: string },
        received_at: new Date(received_at).toISOString(),
      })),
    remove: (id: number) => void remove.run(id),
    sweep: (now: number) => void sweep.run(now - KEEP_MS),
    moveSite: (from: string, to: string) => void move.run(to, from),
  };
}
