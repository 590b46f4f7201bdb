// How often a site is polled: every 2 s while somebody looks or work continues, 30 s after, then less and less where a host serves many
// sites. Wake-ups are the main path there, and polling the net.
import { lifeOf } from '../types/life.ts';

export type Pace = ReturnType<typeof createPace>;

/** `longestMs` equal to `idleMs`: no backing off. */
export function createPace(deps: {
  siteId: string;
  activeMs: number;
  idleMs: number;
  longestMs: number;
  /** Rounds in a row that found nothing to do, of the engine before. */
  quietRounds: number;
}) {
  const { activeMs, idleMs, longestMs } = deps;
  // The same for a site at every start, and spread evenly over sites: 0.8 to 1.2.
  const jitter = longestMs === idleMs ? 1 : 0.8 + (0.4 * parseInt(deps.siteId.slice(0, 4), 16)) / 0xffff;
  let quietRounds = deps.quietRounds;
  const pauseAfter = (rounds: number) =>
    Math.round(Math.min(longestMs, idleMs * 2 ** Math.min(12, Math.max(0, rounds - 1))) * (jitter || 1));

  return {
    /** The pause after a round in which something was done, or not. */
    pauseMs(isActive: boolean): number {
      if (isActive) quietRounds = 0;
      return isActive ? activeMs : pauseAfter(quietRounds);
    },
    /** A round ended that found nothing to do. */
    recordQuiet: () => (quietRounds += 1),
    /** Something happened: a wake-up, a screen, a change. */
    reset: () => (quietRounds = 0),
    life: lifeOf({ memory: () => quietRounds }),
    /** The longest time until the next poll, should nothing happen. */
    longestPauseMs: () => pauseAfter(quietRounds + 1),
  };
}
