// Work that a server does again and again.
import type { Clock } from '#kit/clock';

export type Repeated = { stop: () => Promise<void> };

/**
 * Runs `work` now, and again `pauseMs` after each end: a run that takes long never meets the next one. `work` must not throw.
 * `stop` waits for the run that is under way.
 */
export function repeat(clock: Clock, work: () => Promise<void>, pauseMs: number): Repeated {
  let isStopping = false;
  let callOff: (() => void) | undefined;
  let running = Promise.resolve();

  async function run(): Promise<void> {
    await work();
    if (!isStopping) callOff = clock.timeout(pauseMs, () => (running = run()));
  }
  running = run();
  return {
    async stop() {
      isStopping = true;
      callOff?.();
      await running;
    },
  };
}
