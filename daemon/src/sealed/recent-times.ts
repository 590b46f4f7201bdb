// Who did something within the last hour, and when: what limits by the hour are made of.
import type { Clock } from '#kit/clock';

export const HOUR_MS = 3600_000;

export function createRecentTimes(clock: Pick<Clock, 'elapsed'>) {
  const known = new Map<string, number[]>();
  return {
    /** Of the last hour, by `clock.elapsed`, the oldest first. */
    of(name: string): number[] {
      const sinceMs = clock.elapsed() - HOUR_MS;
      for (const [other, times] of known) if (times.at(-1)! <= sinceMs) known.delete(other);
      return (known.get(name) ?? []).filter((atMs) => atMs > sinceMs);
    },
    add(name: string): void {
      known.set(name, [...this.of(name), clock.elapsed()]);
    },
    forget: (name: string) => void known.delete(name),
  };
}
