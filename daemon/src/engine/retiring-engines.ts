// Engines that are ending, by their site: each ends what is under way, beside its successor.
import type { Logger } from 'pino';
import type { Engine } from './engine.ts';

/** `onEnded`: called once for each engine that has ended. Where it throws, that is logged: unhandled, it would end the process. */
export function createRetiringEngines(log: Logger, onEnded: (engine: Engine) => void) {
  const ending = new Map<string, Promise<void>>();
  return {
    has: (siteId: string) => ending.has(siteId),
    /** Ends with all engines of the site that are ending; null: there are none. */
    of: (siteId: string) => ending.get(siteId) ?? null,
    list: () => [...ending.values()],
    retire(engine: Engine): void {
      const { siteId } = engine.site;
      const ended: Promise<void> = Promise.all([engine.stop(), ending.get(siteId)])
        .then(() => undefined)
        .catch((error: unknown) => log.error({ err: error }, 'a site did not stop cleanly'))
        .finally(() => {
          if (ending.get(siteId) === ended) ending.delete(siteId);
          onEnded(engine);
        })
        .catch((error: unknown) => log.error({ err: error }, 'a site that ended could not be cleared away'));
      ending.set(siteId, ended);
    },
  };
}
