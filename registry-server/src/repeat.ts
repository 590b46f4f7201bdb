// Work that a server does again and again.

export type Repeated = { stop: () => Promise<void> };

/**
 * Runs `work` now, and again `pauseMs` after each end: a run that takes long never meets the next one. `work` must not throw.
 * `stop` waits for the run that is under way.
 */
export function repeat(work: () => Promise<void>, pauseMs: number): Repeated {
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();

  async function run(): Promise<void> {
    await work();
    if (!isStopping) timer = setTimeout(() => (running = run()), pauseMs).unref();
  }
  running = run();
  return {
    async stop() {
      isStopping = true;
      clearTimeout(timer);
      await running;
    },
  };
}
