// The engines of the sites that are working: makes the engine of a site, and puts it away when it has nothing to do for a while. What
// is left of it is a row of the journal, so that thousands of idle sites cost no memory and no timer.
import { randomUUID } from 'node:crypto';
import { beginPairing } from '../site/begin-pairing.ts';
import type { Site } from '../site/sites-file.ts';
import { storeShorterSecrets } from '../site/webhook-secrets.ts';
import { createEngineDeps, type SiteEnginesDeps } from './engine-deps.ts';
import { fromStore, toStore, type EngineMemory } from './engine-memory.ts';
import { startEngine, type Engine } from './engine.ts';
import { createRetiringEngines } from './retiring-engines.ts';
import { createSiteAccounts } from './site-accounts.ts';

const TRY_AGAIN_MS = 60_000;

export type EnginePool = ReturnType<typeof createEnginePool>;

export function createEnginePool(deps: SiteEnginesDeps) {
  const { config, clock, log, journal, agent, tenancy } = deps;
  const { sites, calls } = tenancy;
  const { resting } = journal;
  /** Times that count from the start of this process are of use to this process only. */
  const processId = randomUUID();
  const engines = new Map<string, Engine>();
  const { failuresOfRegistry } = calls;
  const accounts = createSiteAccounts({ config, clock, agent, log, sites, failuresOfRegistry });
  const depsOf = createEngineDeps(deps);
  const retiring = createRetiringEngines(log, forget);
  /** The statuses of those that were put away since somebody asked. */
  const rested: ReturnType<Engine['latest']>[] = [];
  /** Sites that were polled with all others after the start: their next polls are to be spread over the whole pause. */
  const inStep = new Set<string>();
  let isStopping = false;

  /** `quietRounds`: of a site without a memory. */
  function start(paired: Site, memory: EngineMemory | null, quietRounds = 0): Engine {
    const { siteId } = paired;
    const site = storeShorterSecrets(sites, beginPairing(journal, sites, paired), clock.now());
    const engine = accounts.take(site, memory?.account, (account) =>
      startEngine({
        ...depsOf(site, account),
        memory,
        quietRounds: memory?.quietRounds ?? quietRounds,
        predecessor: retiring.of(siteId),
        rest: (dueInMs, left) => rest(siteId, dueInMs, left),
      }),
    );
    engines.set(siteId, engine);
    return engine;
  }

  /** Called by the engine itself, which ends where this is true. */
  function rest(siteId: string, dueInMs: number, memory: EngineMemory): boolean {
    const engine = engines.get(siteId);
    if (engine === undefined || isStopping || retiring.has(siteId)) return false;
    const pauseMs = inStep.has(siteId) ? dueInMs * placeOf(siteId, 4) : dueInMs;
    try {
      resting.save(siteId, clock.now() + pauseMs, toStore(memory, processId, engine.site.registryUrl));
    } catch (error) {
      log.error({ err: error, site: siteId }, 'a site could not be put away');
      return false;
    }
    inStep.delete(siteId);
    engines.delete(siteId);
    engine.account.demand.delete(siteId);
    accounts.release(engine.site);
    rested.push(engine.latest());
    return true;
  }

  /** An engine that was replaced or removed has ended. What cannot be purged now is purged with the next sweep. */
  function forget({ account, site }: Engine): void {
    try {
      if (!isStopping) journal.purge();
    } finally {
      // Its last status counted its open steps once more, which are not sent any longer.
      if (engines.get(site.siteId)?.account !== account) account.demand.delete(site.siteId);
      accounts.release(site);
    }
  }

  return {
    start,
    /** The engine of the site, made again where it was put away; undefined: the site is not served. */
    awake(siteId: string, quietRounds = 0): Engine | undefined {
      const known = engines.get(siteId);
      if (known || isStopping) return known;
      if (!resting.has(siteId)) return undefined;
      try {
        const site = sites.served(siteId);
        const row = resting.take(siteId);
        return site && start(site, fromStore(row?.memory, processId, site.registryUrl), quietRounds);
      } catch (error) {
        resting.save(siteId, clock.now() + TRY_AGAIN_MS, null);
        throw error;
      }
    },
    /** The engine, where it has one just now. */
    find: (siteId: string) => engines.get(siteId),
    list: () => [...engines.values()],
    count: () => engines.size,
    /** Takes the engine from its site: its calls are aborted, and it ends beside its successor. */
    retire(engine: Engine): void {
      engines.delete(engine.site.siteId);
      retiring.retire(engine);
    },
    isRetiring: retiring.has,
    recordInStep: (siteId: string) => inStep.add(siteId),
    /** The statuses of the sites that were put away since this was last asked. */
    takeRested: () => rested.splice(0),
    /** Ends all engines, those that are ending already included. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all([...[...engines.values()].map((engine) => engine.stop()), ...retiring.list()]);
    },
  };
}

/** From 0 to 1, evenly over sites, by the four digits of the id from `at` on. */
export const placeOf = (siteId: string, at: number): number =>
  (parseInt(siteId.slice(at, at + 4), 16) || 0) / 0xffff;
