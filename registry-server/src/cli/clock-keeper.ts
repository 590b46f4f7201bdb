// Notices that the clock was put back, also while the server did not run, and then shortens what waits for longer than its schedule
// allows: otherwise webhooks and mails would wait for as long as the clock had been ahead.
import { performance } from 'node:perf_hooks';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Storage } from '../storage/storage.ts';

const LOOK_MS = 10_000;
/** Smaller steps are ordinary corrections, and delay nothing for longer than that. */
const STEP_BACK_MS = 5000;

type KeeperDeps = {
  storage: Pick<Storage, 'shortenWaits'>;
  clock: Clock;
  longestRetryMs: number;
  logger: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Milliseconds of a clock that nobody can set. */
  elapsedMs?: () => number;
};

export type ClockKeeper = { look: () => Promise<void>; stop: () => void };

/** Resolves after the first look. `look` compares the clocks, as it does every ten seconds; a failure is logged and tried again. */
export async function startClockKeeper(deps: KeeperDeps): Promise<ClockKeeper> {
  const { storage, clock, logger, elapsedMs = () => performance.now() } = deps;
  // How far the clock is ahead of the one that nobody can set.
  const ahead = () => clock.nowMs() - elapsedMs();
  let aheadMs = ahead();
  // Once at the start: the clock may have been put back while no server ran.
  let isOwed = true;

  async function shorten(): Promise<void> {
    const rows = await storage.shortenWaits(deps.longestRetryMs);
    if (rows > 0)
      logger.warn(
        { rows },
        'shortened waits that a clock which was ahead had made longer than their schedule',
      );
    isOwed = false;
  }
  async function look(): Promise<void> {
    const before = aheadMs;
    aheadMs = ahead();
    isOwed ||= before - aheadMs > STEP_BACK_MS;
    if (!isOwed) return;
    try {
      await shorten();
    } catch (error) {
      logger.error(
        { err: error },
        'could not shorten the waits of a clock that was ahead; it is tried again',
      );
    }
  }

  await look();
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return { look, stop: () => clearInterval(timer) };
}
