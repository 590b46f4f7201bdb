import { wallClock } from '../../../packages/kit/tests/test-clock.ts';
import type { WallClock } from '../../../packages/kit/tests/test-clock.ts';

export const START_MS = Date.parse('2026-03-01T12:00:00Z');

export type TestClock = WallClock;

export const testClock = (): TestClock => wallClock(START_MS);
