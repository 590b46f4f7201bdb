// What one gallery of a host may register and keep, and how it goes on when there is room again.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

describe('limits of a tenant', () => {
  const LIMITS = { sitesOfOrganization: 100, worksOfSite: 100, worksOfOrganization: 100 };
  async function restartWith(limits: Partial<typeof LIMITS>): Promise<void> {
    await host.stop();
    await startHost({ limits: { ...LIMITS, ...limits } });
  }
  const attention = (one: HostedSite) => () => one.fake.countReported('attention');

  test('artworks beyond those of a site are not registered, and say why; others go on being updated', async () => {
    await restartWith({ worksOfSite: 3 });
    const one = await site();
    for (let serial = 1; serial <= 5; serial += 1) one.fake.share(String(serial), sampleArtwork(serial));
    await one.connect();
    await one.handOverKey(registry.key);
    await until(() => attention(one)() === 2, 'two are refused');
    await until(() => one.fake.countReported('published') === 3, 'three are registered');
    expect(registry.artworks.list()).toHaveLength(3);
    const [refused] = [...one.fake.reports.values()].filter(({ state }) => state === 'attention');
    expect(refused?.error).toMatchObject({ code: 'service_limit' });
    const published = [...one.fake.reports.values()].find(({ state }) => state === 'published')!;
    one.fake.share(published.external_id, sampleArtwork(Number(published.external_id), { medium: 'Ink' }));
    await until(() => one.fake.reports.get(published.external_id)?.revision === 2, 'updated');
  });

  test('artworks far beyond the limit are refused without being stored, and go on by themselves once it is raised', async () => {
    await restartWith({ worksOfSite: 3 });
    const one = await site();
    for (let serial = 1; serial <= 60; serial += 1) one.fake.share(String(serial), sampleArtwork(serial));
    await one.connect();
    await one.handOverKey(registry.key);
    await until(() => one.fake.countReported('published') === 3, 'three are registered');
    await until(() => attention(one)() === 57, 'every other one is told of');
    await host.stop();
    const journal = openJournal(journalFile(join(dataDir, 'cells', '1')));
    expect(journal.works.usage(one.siteId)).toMatchObject({ works: 6, kept: 6 });
    journal.close();
    await startHost({ limits: { ...LIMITS, worksOfSite: 100 } });
    one.fake.roll(...one.fake.works.keys());
    await until(() => one.fake.countReported('published') === 60, 'all are registered');
    expect(registry.artworks.list()).toHaveLength(60);
  });

  test('artworks of all sites of an organization count together', async () => {
    await restartWith({ worksOfOrganization: 3 });
    const [one, other] = [await site(), await site()];
    for (const [index, each] of [one, other].entries()) {
      for (let serial = 1; serial <= 2; serial += 1)
        each.fake.share(String(serial), sampleArtwork(10 * index + serial));
      each.fake.watched = false;
      await each.connect();
      await each.handOverKey(registry.key);
      if (each === one) {
        await until(() => one.fake.countReported('published') === 2, 'published');
        // The cell writes what it sees every quarter of a minute.
        host.directory.ofCell(1).observe('2026-01-01T00:00:00Z', [
          {
            site_id: one.siteId,
            organization: null,
            carrier: 'direct',
            problem: null,
            waiting: 0,
            works: 2,
            last_contact_at: null,
          },
        ]);
      }
    }
    await until(() => attention(other)() === 1, 'one is refused');
    await until(() => other.fake.countReported('published') === 1, 'the other is registered');
    expect(registry.artworks.list()).toHaveLength(3);
  });

  test('the key of a site too many of an organization is refused', async () => {
    await restartWith({ sitesOfOrganization: 1 });
    const [one, other] = [await site(), await site()];
    await one.connect();
    expect(await one.handOverKey(registry.key)).toMatchObject({ ok: true });
    await other.connect();
    expect(await other.handOverKey(registry.key)).toMatchObject({ ok: false, code: 'organization_full' });
    expect(host.directory.findSite(other.siteId)).toMatchObject({ apiKey: null });
    expect(await one.handOverKey(registry.key)).toMatchObject({ ok: true });
    host.directory.remove(one.siteId);
    expect(await other.handOverKey(registry.key)).toMatchObject({ ok: true });
  });
});
