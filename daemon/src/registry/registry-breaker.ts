// A registry that is down, as seen by all keys of a host together: each of thousands of accounts would otherwise find it out by
// itself, again and again.
//
//   closed -> open:      `opensAfter` calls in a row, of any key, got no answer or a 5xx.
//   open -> half-open:   the pause is over: one call goes out, the others wait on.
//   half-open -> closed: it was answered. half-open -> open: it was not; the pause doubles, to at most a minute.
import { backoffMs } from '../net/backoff.ts';
import type { Clock } from '#kit/clock';
import { NoAnswer, type RegistryClient } from './registry-client.ts';

const LONGEST_MS = 60_000;

export type RegistryBreaker = ReturnType<typeof createRegistryBreaker>;

export function createRegistryBreaker(
  clock: Pick<Clock, 'elapsed'>,
  opensAfter: number,
  random: () => number = Math.random,
) {
  let failures = 0;
  let notBeforeMs = 0;
  let isProbing = false;

  function note(isGood: boolean): void {
    failures = isGood ? 0 : failures + 1;
    if (failures < opensAfter) return;
    const pauseMs = backoffMs(failures - opensAfter + 1, { random });
    notBeforeMs = clock.elapsed() + Math.min(LONGEST_MS, pauseMs);
  }

  return {
    isOpen: () => failures >= opensAfter,
    /** The client, whose calls are held back while the breaker is open. */
    guard: (client: RegistryClient): RegistryClient => ({
      async send(call) {
        const isOpen = failures >= opensAfter;
        if (isOpen && (isProbing || clock.elapsed() < notBeforeMs))
          throw new NoAnswer('The registry does not answer.', false);
        isProbing = isOpen;
        try {
          const answer = await client.send(call);
          note(answer.status < 500);
          return answer;
        } catch (error) {
          note(false);
          throw error;
        } finally {
          if (isOpen) isProbing = false;
        }
      },
    }),
  };
}
