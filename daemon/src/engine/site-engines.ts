// The engines of the paired sites: follows the list of pairings, makes the engine of a site when it is due or woken, and puts it away
// when it has nothing to do for a while. An idle site is a row of the journal with the time when it is due (see resting-rows.ts), so
// that thousands of them cost no memory and no timer.
//
//   working -> resting:  the engine asks for it, because nothing is under way and its next pause is long.
//   resting -> working:  the site is due, or a turn, a wake-up, a command or a step of the registry's feed came.
//   working -> retiring: the site changed, was paused or removed; its engine ends what is under way, beside its successor.
//
// A site whose engine works has no row: after a crash it is due at once.
import { randomUUID } from 'node:crypto';
import { beginPairing } from '../site/begin-pairing.ts';
import { createSetBackWatch } from '../clock.ts';
import { createEngineDeps, type SiteEnginesDeps } from './engine-deps.ts';
import { createSiteAccounts } from './site-accounts.ts';
import type { Site } from '../site/sites-file.ts';
import { shortenFormer } from '../site/webhook-secrets.ts';
import type { WakeReason } from '../types/wake-reason.ts';
import { fromStore, toStore, type EngineMemory } from './engine-memory.ts';
import { startEngine, type Engine } from './engine.ts';

/** After a start all sites are polled within this time: they may have called in vain while the service was down. */
const FIRST_POLLS_MS = 45_000;
/**
 * Engines made at one look because their time came: all sites at once would need all their memory at once. Those that are under way
 * are not counted, because sites that hang would keep the others waiting.
 */
const MOST_AT_ONCE = 20;
/** Rounds that count as quiet for a site that is only due: the longest pause follows. */
const QUIET_WHEN_DUE = 6;
const LATE_MS = 600_000;
const TRY_AGAIN_MS = 60_000;

export function createSiteEngines(deps: SiteEnginesDeps) {
  const { config, clock, log, journal, tenancy } = deps;
  const { sites } = tenancy;
  const { resting } = journal;
  /** Times that count from the start of this process are of use to this process only. */
  const processId = randomUUID();
  const engines = new Map<string, Engine>();
  const accounts = createSiteAccounts({
    config,
    clock,
    agent: deps.agent,
    log,
    sites,
    failuresOfRegistry: tenancy.calls.failuresOfRegistry,
  });
  const depsOf = createEngineDeps(deps);
  /** Engines that are ending, by their site. */
  const retiring = new Map<string, Promise<void>>();
  /** The statuses of those that were put away since somebody asked. */
  let rested: ReturnType<Engine['latest']>[] = [];
  /** Sites that were polled with all others after the start: their next polls are to be spread over the whole pause. */
  const inStep = new Set<string>();
  const wasSetBack = createSetBackWatch(clock);
  let areWaitsOwed = true;
  let isStopping = false;
  let version: string | null = null;
  let trouble: string | null = null;
  /** Sites whose row could not be read, by why: each is tried at every look, and keeps no other waiting. */
  const unread = new Map<string, string>();

  /** `quietRounds`: of a site without a memory. */
  function start(paired: Site, memory: EngineMemory | null, quietRounds = 0): Engine {
    const { siteId } = paired;
    const site = withoutLongSecrets(beginPairing(journal, sites, paired));
    const account = accounts.take(site, memory?.account);
    const engine = startEngine({
      ...depsOf(site, account),
      memory,
      quietRounds: memory?.quietRounds ?? quietRounds,
      predecessor: retiring.get(siteId) ?? null,
      rest: (dueInMs, left) => rest(siteId, dueInMs, left),
    });
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

  /** The engine of the site, made again where it was put away; undefined: the site is not served. */
  function awake(siteId: string, quietRounds = 0): Engine | undefined {
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
  }

  /** New sites start, changed ones start again, removed ones stop. What could not be followed is tried again at the next look. */
  function follow(): void {
    const present = sites.version();
    if (present === version && unread.size === 0) return;
    if (version === null && tenancy.isHost) layDown();
    else for (const [siteId, site] of changes()) replace(siteId, site);
    version = present;
    // One site of many changed: the others must not all be polled for it.
    if (tenancy.isHost) return;
    for (const engine of engines.values()) {
      engine.account.retryNow();
      engine.wake('command');
    }
  }

  /** The site as it is served now; nothing where its row cannot be read. */
  function readServed(siteId: string): [string, Site | undefined][] {
    try {
      const site = sites.served(siteId);
      unread.delete(siteId);
      return [[siteId, site]];
    } catch (error) {
      const { message } = error as Error;
      if (unread.get(siteId) !== message)
        log.error({ reason: message, site: siteId }, 'a site cannot be read');
      unread.set(siteId, message);
      return [];
    }
  }

  /** All sites that may have changed; undefined: served no longer. */
  function changes(): Map<string, Site | undefined> {
    const changed = version === null ? null : sites.changedSince(version);
    if (changed !== null) return new Map([...unread.keys(), ...changed].flatMap(readServed));
    const gone = [...engines.keys(), ...resting.list()].map((siteId) => [siteId, undefined] as const);
    return new Map<string, Site | undefined>([
      ...gone,
      ...sites.list().map((site) => [site.siteId, site] as const),
    ]);
  }

  /** An engine that ends delays nobody: its calls are aborted, and its successor is there at once. */
  function replace(siteId: string, site: Site | undefined): void {
    const engine = engines.get(siteId);
    if (engine && JSON.stringify(site) === JSON.stringify(engine.site)) return;
    engines.delete(siteId);
    resting.take(siteId);
    // Removed by the host, not merely paused: nothing of it stays. The own service is told so by `unpair --purge`.
    if (site === undefined && tenancy.isHost && sites.find(siteId) === undefined)
      journal.meta.save(siteId, 'purge', true);
    if (engine) retire(engine);
    else if (site === undefined && !retiring.has(siteId)) journal.purge();
    if (site === undefined) return;
    start(site, null);
    log.info({ site: site.siteUrl }, 'site is served');
  }

  /** At the start of a cell nobody has an engine: all are due within a minute, at once where one was working when the process ended. */
  function layDown(): void {
    const served = new Set(sites.listServed());
    const nowMs = clock.now();
    journal.transaction(() => {
      for (const siteId of resting.list()) if (!served.has(siteId)) resting.take(siteId);
      for (const siteId of served) {
        inStep.add(siteId);
        if (resting.has(siteId)) resting.bringForward(siteId, nowMs + FIRST_POLLS_MS * placeOf(siteId, 0));
        else resting.save(siteId, nowMs, null);
      }
      // A site that was removed while the cell was down.
      for (const siteId of journal.siteIds())
        if (!served.has(siteId) && sites.find(siteId) === undefined) journal.meta.save(siteId, 'purge', true);
    });
    journal.purge();
    log.info({ sites: served.size }, 'sites are served');
  }

  function retire(engine: Engine): void {
    const { account, site } = engine;
    const ended: Promise<void> = Promise.all([engine.stop(), retiring.get(site.siteId)])
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error }, 'a site did not stop cleanly'))
      .finally(() => {
        if (retiring.get(site.siteId) === ended) retiring.delete(site.siteId);
        if (!isStopping) journal.purge();
        // Its last status counted its open steps once more, which nobody sends any longer.
        if (engines.get(site.siteId)?.account !== account) account.demand.delete(site.siteId);
        accounts.release(site);
      });
    retiring.set(site.siteId, ended);
  }

  /** The clock was set back, maybe while no service ran: what it had noted as it was before may lie far ahead. */
  function shortenWaits(): void {
    const rows = journal.shortenWaits({ nowMs: clock.now(), pollLongestMs: config.pollLongestMs });
    for (const { site } of engines.values()) withoutLongSecrets(site);
    areWaitsOwed = false;
    if (rows > 0)
      log.warn({ rows }, 'shortened waits that a clock which was ahead had made longer than their schedule');
  }

  /** The site as it is stored from then on. */
  function withoutLongSecrets(site: Site): Site {
    const nowMs = clock.now();
    const shortened = shortenFormer(site, nowMs);
    if (shortened !== site) sites.update(site.siteId, (known) => shortenFormer(known, nowMs));
    return shortened;
  }

  /** Makes the engines of the sites whose time has come. */
  function wakeDue(): void {
    areWaitsOwed = wasSetBack() || areWaitsOwed;
    if (areWaitsOwed) shortenWaits();
    for (const siteId of resting.listDue(clock.now(), MOST_AT_ONCE)) {
      try {
        awake(siteId, QUIET_WHEN_DUE);
      } catch (error) {
        log.error({ err: error, site: siteId }, 'a site could not be served');
      }
    }
  }

  return {
    /** The engine, where it has one just now. */
    find: (siteId: string) => engines.get(siteId),
    awake: (siteId: string) => awake(siteId),
    /** Never throws: one site that cannot be served is nobody else's trouble. */
    wake(siteId: string, reason: WakeReason): void {
      try {
        awake(siteId)?.wake(reason);
      } catch (error) {
        log.error({ err: error, site: siteId }, 'a site could not be served');
      }
    },
    /** The site as it is served; undefined: it is not. */
    siteOf: (siteId: string) =>
      engines.get(siteId)?.site ?? (resting.has(siteId) ? sites.served(siteId) : undefined),
    /** Those that are working. */
    list: () => [...engines.values()],
    count: () => engines.size + resting.count(),
    /** Sites whose time came long ago, and whose engine nobody made. */
    countLate: () => resting.countDueBefore(clock.now() - LATE_MS),
    /** The statuses of the sites that were put away since this was last asked. */
    takeRested() {
      const statuses = rested;
      rested = [];
      return statuses;
    },
    /** Why the list of pairings cannot be followed; null: it can. */
    trouble: () => trouble,
    /** Follows the list of pairings. Never throws: trouble is logged once, and reported by `trouble` as long as it lasts. */
    look(): void {
      try {
        follow();
        trouble = null;
      } catch (error) {
        const { message } = error as Error;
        if (message !== trouble)
          log.error({ reason: message }, 'the list of paired sites cannot be followed');
        trouble = message;
      }
    },
    wakeDue,
    /** Ends all engines, those that are ending already included. */
    async stop(): Promise<void> {
      isStopping = true;
      await Promise.all([...[...engines.values()].map((engine) => engine.stop()), ...retiring.values()]);
    },
  };
}

/** From 0 to 1, evenly over sites, by the four digits of the id from `at` on. */
const placeOf = (siteId: string, at: number) => (parseInt(siteId.slice(at, at + 4), 16) || 0) / 0xffff;
