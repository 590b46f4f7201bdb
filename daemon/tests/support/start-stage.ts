// Everything an engine test needs: a site, a registry, a data folder and the service itself, started and cleared away.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createApp, type App, type AppDeps } from '../../src/app.ts';
import type { Config } from '../../src/config.ts';
import { SitesFile, type Site } from '../../src/site/sites-file.ts';
import { FakeRegistry } from './fake-registry.ts';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { letTimePass, testClock, type TestClock } from '../../../packages/kit/tests/test-clock.ts';

export const WEBHOOK_SECRET = 'whsec_test';

/** How much faster than the real time a stage's clock runs. A call over loopback then seems to take tens of milliseconds. */
const SPEED = 20;

/** More than a report takes, which gathers what changes within a quarter of a second. */
const ROUNDS = 8;

export type Stage = {
  site: FakeSite;
  registry: FakeRegistry;
  dataDir: string;
  /** The file of the paired sites. */
  pairings: () => SitesFile;
  app: App;
  url: string;
  /** Of all three; its time passes by itself, and `setTime` sets the service's wall clock alone. */
  clock: TestClock;
  /** Stops the service and starts it again on the same journal, or on what `meanwhile` made of it. */
  restart: (meanwhile?: () => void) => Promise<void>;
  setKey: (apiKey: string | null) => void;
  /** Waits until the service has gone through so many more rounds of its loop: whatever it wanted to do, it had its turn. */
  rounds: (count?: number) => Promise<void>;
  stop: () => Promise<void>;
};

export function stageConfig(dataDir: string): Config {
  return {
    dataDir,
    host: '127.0.0.1',
    port: 0,
    publicUrl: null,
    tls: null,
    metrics: null,
    proxy: null,
    pollActiveMs: 50,
    pollIdleMs: 50,
    pollLongestMs: 50,
    restFromMs: Infinity,
    serviceName: 'Test service',
    logLevel: 'silent',
    callTimeoutMs: 5000,
    probeMs: 300,
    noticeMs: 25,
  };
}

/** Starts a paired service on a manual clock. `prepare` runs before the first poll. */
export async function startStage(
  prepare: (stage: Pick<Stage, 'site' | 'registry'>) => void = () => {},
  options: Partial<Config> & Pick<AppDeps, 'onFault'> & { site?: typeof pairedSite } = {},
): Promise<Stage> {
  const { onFault, site: pairing = pairedSite, ...settings } = options;
  const beganAtMs = Date.now();
  const clock = testClock(beganAtMs);
  const now = () => beganAtMs + clock.elapsed();
  const site = new FakeSite(now);
  const registry = new FakeRegistry(now);
  const stopTime = letTimePass(clock, SPEED);
  await Promise.all([site.start(), registry.start()]);
  prepare({ site, registry });
  const dataDir = mkdtempSync(join(tmpdir(), 'daemon-test-'));
  const deps: AppDeps = {
    config: {
      ...stageConfig(dataDir),
      ...(settings.pollIdleMs === undefined ? {} : { pollLongestMs: settings.pollIdleMs }),
      ...settings,
    },
    clock,
    log: pino({ level: 'silent' }),
    ...(onFault ? { onFault } : {}),
  };
  const stage: Stage = {
    site,
    registry,
    dataDir,
    app: createApp(deps),
    url: '',
    clock,
    pairings: () => new SitesFile(dataDir),
    async restart(meanwhile = () => {}) {
      await stage.app.stop();
      meanwhile();
      stage.app = createApp(deps);
      stage.url = await stage.app.start();
    },
    setKey(apiKey) {
      const known = stage.app.sites.list()[0];
      stage.pairings().save({ ...(known ?? pairing(site, registry)), apiKey });
    },
    async rounds(count = ROUNDS) {
      const before = site.polls.length;
      // A round begins with its poll, so the last one has ended when the next poll comes in.
      await until(() => site.polls.length > before + count, `${count} rounds`);
    },
    async stop() {
      await stage.app.stop();
      await Promise.all([site.stop(), registry.stop(), stopTime()]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  stage.pairings().save(pairing(site, registry));
  // As "pair" leaves it; without this the service takes its journal for a lost one.
  stage.app.journal.meta.save(site.siteId, 'paired', true);
  stage.url = await stage.app.start();
  return stage;
}

export function pairedSite(site: FakeSite, registry: FakeRegistry): Site {
  return {
    siteId: site.siteId,
    siteUrl: site.url,
    name: 'Galerie Test',
    secret: site.secret,
    registryUrl: registry.url,
    apiKey: registry.key as string | null,
    webhookSecret: WEBHOOK_SECRET as string | null,
    formerWebhookSecret: null,
    pairedAt: '2026-01-01T00:00:00Z',
  };
}

/** Waits until the condition holds; fails with the last reason otherwise. */
export async function until(condition: () => boolean, what: string, timeoutMs = 25_000): Promise<void> {
  const end = Date.now() + timeoutMs;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`Still not true after ${timeoutMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Does something again and again in the stage's time, until the returned function is called. */
export function every(clock: TestClock, ms: number, act: () => void): () => void {
  const stop = new AbortController();
  void (async () => {
    for (;;) {
      await clock.sleep(ms, stop.signal);
      if (stop.signal.aborted) return;
      act();
    }
  })();
  return () => stop.abort();
}

/** Real time, for what cannot be counted in rounds; the reason stands beside each use. */
export const aWhile = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
