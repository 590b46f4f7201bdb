// Counts what a server does, day by day (UTC), and adds it to the registry's every minute.
import type { Clock } from '#kit/clock';
import type { CountKind, DailyCount } from '../storage/operator-records.ts';
import type { Storage } from '../storage/storage.ts';

const FLUSH_MS = 60_000;

export class DailyCounter {
  readonly #counts = new Map<string, DailyCount>();
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
    const day = dayOf(this.#clock.now());
    const known = this.#counts.get(`${day} ${kind}`);
    if (known === undefined) this.#counts.set(`${day} ${kind}`, { day, kind, count: 1 });
    else known.count += 1;
  }

  start(): void {
    this.#endFlushing = this.#clock.every(FLUSH_MS, () => void this.flush());
  }

  async stop(): Promise<void> {
    this.#endFlushing?.();
    await this.flush();
  }

  /** What could not be written is kept for the next time. */
  async flush(): Promise<void> {
    const counts = [...this.#counts.values()];
    if (counts.length === 0) return;
    this.#counts.clear();
    try {
      await this.#storage.addDailyCounts(counts);
    } catch (error) {
      this.#onFault(error);
      for (const { day, kind, count } of counts) {
        const since = this.#counts.get(`${day} ${kind}`)?.count ?? 0;
        this.#counts.set(`${day} ${kind}`, { day, kind, count: count + since });
      }
    }
  }
}

/** 2026-11-23 */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
