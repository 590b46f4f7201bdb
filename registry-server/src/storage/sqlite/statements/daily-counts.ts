// What the registry did on each day.
import type { DailyCount } from '../../operator-records.ts';
import type { SqliteContext } from '../engine/context.ts';

/** Adds to what is there. */
export function addDailyCounts({ sql }: SqliteContext, counts: DailyCount[]): void {
  const add = sql(
    `INSERT INTO daily_counts (day, kind, count) VALUES (?, ?, ?)
     ON CONFLICT (day, kind) DO UPDATE SET count = count + excluded.count`,
  );
  for (const { day, kind, count } of counts) add.run(day, kind, count);
}

/** From that day on. */
export function listDailyCounts({ sql }: SqliteContext, since: string): DailyCount[] {
  const list = sql('SELECT day, kind, count FROM daily_counts WHERE day >= ? ORDER BY day, kind');
  return list.all(since) as DailyCount[];
}
