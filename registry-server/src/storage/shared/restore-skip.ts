// How many Art IDs and numbers of the feed a restore leaves out. The same for every engine.

/** More than could have been given out since any backup worth restoring. */
export const SKIPPED = 1_000_000;
/** For each second since the last write in the backup. */
const EACH_SECOND = 100;

/**
 * Where no replaced database says what was given out: this backup may have been restored before, and what was given out then be lost as well.
 * That restore was earlier, so that its numbers began lower. Where the clock is behind the backup, it skips the million only.
 *
 * `clock`: the last time that was given out; `sweepTime`: that of the sweeps, which is hardly ahead of the true one where the clock was for a
 * while; 0: none. Both in microseconds.
 */
export function skippedUnseen(
  { clock, sweepTime }: { clock: number; sweepTime: number },
  nowMs: number,
): number {
  const lastMicros = sweepTime > 0 ? Math.min(clock, sweepTime) : clock;
  const seconds = Math.floor((nowMs - lastMicros / 1000) / 1000);
  return SKIPPED + Math.max(0, seconds) * EACH_SECOND;
}
