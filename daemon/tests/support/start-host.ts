// A host with its cells in this process, a registry, and as many sites as a test asks for.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino, type Logger } from 'pino';
import { systemClock, type Clock } from '#kit/clock';
import type { Config } from '../../src/config.ts';
import { createCell } from '../../src/host/cell-app.ts';
import type { StartCell } from '../../src/host/cells.ts';
import type { Directory } from '../../src/host/directory.ts';
import { createHost, type HostApp } from '../../src/host/host-app.ts';
import type { HostSettings } from '../../src/host/host-settings.ts';
import { FakeRegistry } from './fake-registry.ts';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { HostedSite } from './hosted-site.ts';
import { stageConfig } from './start-stage.ts';

/** Sites rest as soon as nothing happens, so that every test of the host also shows that nothing is lost by it. */
export function hostConfig(dataDir: string): Config {
  return { ...stageConfig(dataDir), restFromMs: 150 };
}

export function hostSettings(dataDir: string, registryUrl: string): HostSettings {
  return {
    name: 'Test host',
    registries: [registryUrl],
    siteAllowHosts: ['127.0.0.1'],
    maxSites: 100,
    limits: { sitesOfOrganization: 100, worksOfSite: 1000, worksOfOrganization: 10_000 },
    sealingKeyFile: join(dataDir, 'sealing-key'),
    trustedProxies: [],
    registryKeys: new Map(),
    console: null,
  };
}

/** Cells in this process. `onStart` gets each. */
export function cellsHere(
  log: Logger,
  onStart: (cell: ReturnType<typeof createCell>, number: number) => void = () => {},
  clock: Clock = systemClock,
): StartCell {
  return (start, onReady, onReport) => {
    const ended = Promise.withResolvers<string>();
    const cell = createCell(start, { clock, log, onReport });
    onStart(cell, start.cell);
    void cell.start().then(onReady);
    const stop = () => void cell.stop().then(() => ended.resolve('stopped'));
    return { ended: ended.promise, stop, kill: stop, pid: undefined };
  };
}

export type HostStage = {
  host: HostApp;
  url: string;
  registry: FakeRegistry;
  dataDir: string;
  /** A site that is not connected yet. */
  site: () => Promise<HostedSite>;
  /** The first cell. */
  cell: () => ReturnType<typeof createCell>;
  /** `meanwhile` gets the directory while no cell runs. */
  restart: (meanwhile?: (directory: Directory) => void) => Promise<void>;
  stop: () => Promise<void>;
};

export async function startHost(
  settings: Partial<HostSettings> = {},
  config: Partial<Config> = {},
  log: Logger = pino({ level: 'silent' }),
  clock: Clock = systemClock,
): Promise<HostStage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'daemon-host-'));
  const registry = new FakeRegistry(clock.now);
  await registry.start();
  const sites: HostedSite[] = [];
  let cell: ReturnType<typeof createCell>;
  const recordFirst = (started: typeof cell, number: number) => {
    if (number === 1) cell = started;
  };
  const startCell = cellsHere(log, recordFirst, clock);
  const make = () =>
    createHost({
      config: { ...hostConfig(dataDir), ...config },
      settings: { ...hostSettings(dataDir, registry.url), ...settings },
      clock,
      log,
      startCell,
    });
  const stage: HostStage = {
    host: make(),
    url: '',
    registry,
    dataDir,
    async site() {
      const one = new HostedSite(stage.url, registry.url, new FakeSite(clock.now), clock.now);
      await one.start();
      sites.push(one);
      return one;
    },
    cell: () => cell,
    async restart(meanwhile = () => {}) {
      await stage.host.stop();
      stage.host = make();
      meanwhile(stage.host.directory);
      stage.url = await stage.host.start();
      for (const one of sites) one.serviceUrl = stage.url;
    },
    async stop() {
      await stage.host.stop();
      await Promise.all([registry.stop(), ...sites.map((one) => one.stop())]);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  stage.url = await stage.host.start();
  return stage;
}
