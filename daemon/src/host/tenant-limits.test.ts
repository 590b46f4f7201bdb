// A gallery of a host with far more artworks than it may register.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeRegistry } from '../../tests/support/fake-registry.ts';
import { HostedSite } from '../../tests/support/hosted-site.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { cellsHere, hostConfig, hostSettings } from '../../tests/support/start-host.ts';
import { until } from '../../tests/support/start-stage.ts';
import { systemClock } from '../clock.ts';
import { journalFile } from '../journal/journal-file.ts';
import { openJournal } from '../journal/journal.ts';
import { createHost, type HostApp } from './host-app.ts';
import type { HostSettings } from './host-settings.ts';

let dataDir: string;
let host: HostApp;
let url: string;
let registry: FakeRegistry;
let sites: HostedSite[];
const log = pino({ level: 'silent' });

async function startHost(change: Partial<HostSettings> = {}): Promise<void> {
  const settings = { ...hostSettings(dataDir, registry.url), ...change };
  const startCell = cellsHere(log);
  host = createHost({ config: hostConfig(dataDir), settings, clock: systemClock, log, startCell });
  url = await host.start();
}

async function site(): Promise<HostedSite> {
  const one = new HostedSite(url, registry.url);
  await one.start();
  sites.push(one);
  return one;
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'daemon-host-'));
  sites = [];
  registry = new FakeRegistry();
  await registry.start();
  await startHost();
});
afterEach(async () => {
  await host.stop();
  await Promise.all([registry.stop(), ...sites.map((one) => one.stop())]);
  rmSync(dataDir, { recursive: true, force: true });
});

const LIMITS = { sitesOfOrganization: 100, worksOfSite: 3, worksOfOrganization: 100 };

test('artworks far beyond the limit are refused without being stored, and go on by themselves once it is raised', async () => {
  await host.stop();
  await startHost({ limits: LIMITS });
  const one = await site();
  for (let serial = 1; serial <= 60; serial += 1) one.fake.share(String(serial), sampleArtwork(serial));
  await one.connect();
  await one.handOverKey(registry.key);
  await until(() => one.fake.countReported('published') === 3, 'three are registered');
  await until(() => one.fake.countReported('attention') === 57, 'every other one is told of');
  const journal = openJournal(journalFile(join(dataDir, 'cells', '1')));
  await until(() => journal.works.usage(one.siteId).works === 6, 'what was reported leaves no row');
  expect(journal.works.usage(one.siteId)).toMatchObject({ works: 6, kept: 6 });
  journal.close();
  await host.stop();
  await startHost({ limits: { ...LIMITS, worksOfSite: 100 } });
  one.fake.roll(...one.fake.works.keys());
  await until(() => one.fake.countReported('published') === 60, 'all are registered');
  expect(registry.artworks.list()).toHaveLength(60);
});
