// Rows of the table `delivery`: webhook deliveries, stored raw before they are answered.
import type Database from 'better-sqlite3';
import { together } from './together.ts';

export type ForwardedEvent = {
  delivery_id: string;
  type: string;
  created_at: string;
  external_id: string | null;
  registry_id: string | null;
  changed_fields: string[];
};
/** A site that signs its own deliveries could name a new Art ID in each; honest ones are taken within seconds. */
const MOST_EARLY = 10_000;
/** Of one site that WordPress has not heard of. A silent site must not fill the disk of others; WordPress lists the newest 500. */
const MOST_UNHEARD = 10_000;

export type DeliveryRows = ReturnType<typeof deliveryRows>;

export function deliveryRows(db: Database.Database) {
  const insert = db.prepare(
    `INSERT INTO delivery (site_id, delivery_id, raw, received_at, event_id)
     SELECT @siteId, @deliveryId, @raw, @now, @eventId
     WHERE (SELECT count(*) FROM delivery WHERE site_id = @siteId AND forwarded_at IS NULL) < ${MOST_UNHEARD}
     ON CONFLICT DO NOTHING`,
  );
  const findKnown = db
    .prepare('SELECT 1 FROM delivery WHERE site_id = ? AND (delivery_id = ? OR event_id = ?)')
    .pluck();
  const received = db.prepare(
    `SELECT delivery_id AS deliveryId, raw FROM delivery
     WHERE site_id = ? AND forwarded_at IS NULL AND processed_at IS NULL ORDER BY received_at, rowid LIMIT ?`,
  );
  // The raw body is not read again, and may be large.
  const processed = db.prepare(
    `UPDATE delivery SET processed_at = ?, event = ?, forwarded_at = ?, raw = '' WHERE site_id = ? AND delivery_id = ?`,
  );
  const unforwarded = db.prepare(
    `SELECT event FROM delivery
     WHERE site_id = ? AND forwarded_at IS NULL AND processed_at IS NOT NULL ORDER BY received_at, rowid LIMIT ?`,
  );
  const forwarded = db.prepare('UPDATE delivery SET forwarded_at = ? WHERE site_id = ? AND delivery_id = ?');
  const recordEarly = db.prepare(
    `INSERT INTO early_event (site_id, registry_id, event_at, received_at)
     SELECT @siteId, @registryId, @eventAt, @now WHERE (SELECT count(*) FROM early_event WHERE site_id = @siteId) < ${MOST_EARLY}
     ON CONFLICT DO UPDATE SET event_at = max(event_at, excluded.event_at), received_at = excluded.received_at`,
  );
  const takeEarly = db.prepare(
    'DELETE FROM early_event WHERE site_id = ? AND registry_id = ? RETURNING event_at AS eventAt',
  );
  const sweepEarly = db.prepare('DELETE FROM early_event WHERE received_at < ?');
  const sweep = db.prepare('DELETE FROM delivery WHERE forwarded_at IS NOT NULL AND received_at < ?');
  const sitesWithSettled = db
    .prepare(
      'SELECT site_id FROM delivery WHERE forwarded_at IS NOT NULL GROUP BY site_id HAVING count(*) > ?',
    )
    .pluck();
  const sweepSurplus = db.prepare(
    `DELETE FROM delivery WHERE site_id = @siteId AND forwarded_at IS NOT NULL AND received_at <=
       (SELECT received_at FROM delivery WHERE site_id = @siteId AND forwarded_at IS NOT NULL
        ORDER BY received_at DESC LIMIT 1 OFFSET @keep)`,
  );
  const sweepUnheard = db.prepare(
    'DELETE FROM delivery WHERE forwarded_at IS NULL AND processed_at IS NOT NULL AND received_at < ?',
  );
  const sitesWithUnheard = db
    .prepare('SELECT site_id FROM delivery WHERE forwarded_at IS NULL GROUP BY site_id HAVING count(*) > ?')
    .pluck();
  const sweepUnheardSurplus = db.prepare(
    `DELETE FROM delivery WHERE site_id = @siteId AND forwarded_at IS NULL AND processed_at IS NOT NULL AND received_at <=
       (SELECT received_at FROM delivery WHERE site_id = @siteId AND forwarded_at IS NULL AND processed_at IS NOT NULL
        ORDER BY received_at DESC LIMIT 1 OFFSET @keep)`,
  );
  const move = db.prepare('UPDATE OR IGNORE delivery SET site_id = ? WHERE site_id = ?');

  return {
    /** False where this delivery, or another one of the same event, was stored before (`isKnown`), or the site has no room. */
    insert: (siteId: string, deliveryId: string, raw: string, now: number, eventId: string | null = null) =>
      insert.run({ siteId, deliveryId, raw, now, eventId }).changes === 1,
    isKnown: (siteId: string, deliveryId: string, eventId: string) =>
      findKnown.get(siteId, deliveryId, eventId) !== undefined,
    listReceived: (siteId: string, limit: number) =>
      received.all(siteId, limit) as { deliveryId: string; raw: string }[],
    /** `event` null: it does not concern the site, nothing is forwarded. */
    markProcessed: (siteId: string, deliveryId: string, event: ForwardedEvent | null, now: number) =>
      void processed.run(now, event && JSON.stringify(event), event ? null : now, siteId, deliveryId),
    listUnforwarded: (siteId: string, limit: number) =>
      (unforwarded.all(siteId, limit) as { event: string }[]).map(
        (row) => JSON.parse(row.event) as ForwardedEvent,
      ),
    markForwarded: (siteId: string, deliveryIds: string[], now: number) =>
      together(db, () => deliveryIds.forEach((id) => forwarded.run(now, siteId, id))),
    /** An event about an artwork that no work is known to be yet; only the newest of each is kept. */
    recordEarly: (siteId: string, registryId: string, eventAt: string, now: number) =>
      void recordEarly.run({ siteId, registryId, eventAt, now }),
    takeEarly(siteId: string, registryId: string): string | null {
      const row = takeEarly.get(siteId, registryId) as { eventAt: string } | undefined;
      return row?.eventAt ?? null;
    },
    /** `keep`: so many of each site, so that a busy one takes nothing from the others. */
    sweep(before: number, keep: number): void {
      sweepEarly.run(before);
      sweep.run(before);
      for (const siteId of sitesWithSettled.all(keep)) sweepSurplus.run({ siteId, keep });
    },
    /** Events whose effect is in the works already and that WordPress has not heard of; how many went. `keep`: of each site. */
    sweepUnheard(before: number, keep: number): number {
      return together(db, () => {
        const surplus = sitesWithUnheard.all(keep).map((siteId) => sweepUnheardSurplus.run({ siteId, keep }));
        return [sweepUnheard.run(before), ...surplus].reduce((sum, { changes }) => sum + changes, 0);
      });
    },
    moveSite: (from: string, to: string) => void move.run(to, from),
  };
}
