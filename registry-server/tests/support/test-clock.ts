// A clock that stands still until a test moves it.
import type { Clock } from '../../src/clock.ts';

export const START_MS = Date.parse('2026-03-01T12:00:00Z');

export type TestClock = Clock & { ms: number };

export function testClock(): TestClock {
  const clock = { ms: START_MS, nowMs: () => clock.ms };
  return clock;
}
