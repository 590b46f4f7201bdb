// Notices that the clock was put back, also while the server did not run, and then shortens what waits for longer than its schedule
// allows: otherwise webhooks and mails would wait for as long as the clock had been ahead.
import type { FastifyBaseLogger } from 'fastify';
import { createSetBackWatch } from '#kit/clock';
import type { Clock } from '#kit/clock';
import type { Storage } from './storage/storage.ts';

const LOOK_MS = 10_000;

type KeeperDeps = {
  storage: Pick<Storage, 'shortenWaits'>;
  clock: Clock;
  longestRetryMs: number;
  logger: Pick<FastifyBaseLogger, 'warn' | 'error'>;
};

export type ClockKeeper = { stop: () => void };

/** Resolves after the first look, which is repeated every ten seconds; a failure is logged and tried again. */
export async function startClockKeeper(deps: KeeperDeps): Promise<ClockKeeper> {
  const { storage, clock, logger } = deps;
  const wasSetBack = createSetBackWatch(clock);
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
    isOwed = wasSetBack() || isOwed;
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
  return { stop: clock.every(LOOK_MS, () => void look()) };
}
