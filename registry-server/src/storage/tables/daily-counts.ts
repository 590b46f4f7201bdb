// What the registry did on each day.
import type { DailyCount } from '../operator-records.ts';
import type { Portable } from './portable.ts';

/** Adds to what is there. */
export async function addDailyCounts({ run }: Portable, counts: DailyCount[]): Promise<void> {
  // In one order, so that two instances never wait for each other's rows in a circle.
  const placeOf = ({ day, kind }: DailyCount) => `${day} ${kind}`;
  const sorted = counts.toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
  for (const { day, kind, count } of sorted)
    await run(
      `INSERT INTO daily_counts (day, kind, count) VALUES ($1, $2, $3)
       ON CONFLICT (day, kind) DO UPDATE SET count = daily_counts.count + excluded.count`,
      [day, kind, count],
    );
}

/** From that day on. */
export function listDailyCounts({ all }: Portable, since: string): Promise<DailyCount[]> {
  return all('SELECT day, kind, count FROM daily_counts WHERE day >= $1 ORDER BY day, kind', [since]);
}
