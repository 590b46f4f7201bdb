// Counts deliveries that are not signed with a site's secret. Anybody can send those, so they are written down and logged at most
// once a minute; "doctor" reports them, because the owner may have entered a wrong secret.
import type { Logger } from 'pino';
import { isOver, isoTime, type Clock } from '#kit/clock';
import type { Journal } from '../journal/journal.ts';

const EVERY_MS = 60_000;
const DAY_MS = 24 * 3600_000;

/** In the journal under `refused_deliveries`, for one day from the last on. */
export type RefusedDeliveries = { count: number; last_at: string };

export function createRefusals({ journal, clock, log }: { journal: Journal; clock: Clock; log: Logger }) {
  const counts = new Map<string, { count: number; saidAtMs: number }>();
  return {
    note(siteId: string): void {
      const { count = 0, saidAtMs = -Infinity } = counts.get(siteId) ?? {};
      const isQuiet = clock.elapsed() - saidAtMs < EVERY_MS;
      counts.set(siteId, isQuiet ? { count: count + 1, saidAtMs } : { count: 0, saidAtMs: clock.elapsed() });
      if (isQuiet) return;
      const before = journal.meta.find<RefusedDeliveries>(siteId, 'refused_deliveries');
      const isOld = !before || isOver(Date.parse(before.last_at), DAY_MS, clock.now());
      const total = (isOld ? 0 : before.count) + count + 1;
      journal.meta.save(siteId, 'refused_deliveries', {
        count: total,
        last_at: isoTime(clock.now()),
      } satisfies RefusedDeliveries);
      log.warn(
        { siteId, count: total },
        'a delivery was refused: it does not fit the signing secret of the site',
      );
    },
  };
}
