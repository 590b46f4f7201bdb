// Counts what a server does, day by day (UTC), and adds it to the registry's every minute.
import type { Clock } from '#kit/clock';
import type { CountKind, DailyCount } from '../storage/operator-records.ts';
import { OutcomeUnknown } from '../storage/storage.ts';
import type { Storage } from '../storage/storage.ts';

const FLUSH_MS = 60_000;
const DAY_MS = 86_400_000;

export class DailyCounter {
  /** By the number of the day: a date in words for each request cost more than its count. */
  readonly #days = new Map<number, Map<CountKind, number>>();
  readonly #clock: Clock;
  readonly #storage: Pick<Storage, 'addDailyCounts'>;
  readonly #onFault: (error: unknown) => void;
  #endFlushing: (() => void) | undefined;

  constructor(storage: Pick<Storage, 'addDailyCounts'>, clock: Clock, onFault: (error: unknown) => void) {
    this.#storage = storage;
    this.#clock = clock;
    this.#onFault = onFault;
  }

  count(kind: CountKind): void {
    this.#add(Math.floor(this.#clock.now() / DAY_MS), kind, 1);
  }

  start(): void {
    this.#endFlushing = this.#clock.every(FLUSH_MS, () => void this.flush());
  }

  async stop(): Promise<void> {
    this.#endFlushing?.();
    await this.flush();
  }

  /** What was not written is kept for the next time. What may have been is not: it would be counted twice, as often as this fails. */
  async flush(): Promise<void> {
    const days = [...this.#days];
    const counts = days.flatMap(([number, kinds]): DailyCount[] =>
      [...kinds].map(([kind, count]) => ({ day: dayOf(number * DAY_MS), kind, count })),
    );
    if (counts.length === 0) return;
    this.#days.clear();
    try {
      await this.#storage.addDailyCounts(counts);
    } catch (error) {
      this.#onFault(error);
      if (error instanceof OutcomeUnknown) return;
      for (const [number, kinds] of days) for (const [kind, count] of kinds) this.#add(number, kind, count);
    }
  }

  #add(day: number, kind: CountKind, count: number): void {
    let kinds = this.#days.get(day);
    if (kinds === undefined) this.#days.set(day, (kinds = new Map()));
    kinds.set(kind, (kinds.get(kind) ?? 0) + count);
  }
}

/** 2026-11-23 */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
