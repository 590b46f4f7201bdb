// What a gallery of a host may register, and how many of its sites have a key.
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { HostedSite } from '../../tests/support/hosted-site.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startHost, type HostStage } from '../../tests/support/start-host.ts';
import { until } from '../../tests/support/start-stage.ts';
import { journalFile } from '../journal/journal-file.ts';
import { openJournal } from '../journal/journal.ts';
import type { HostSettings } from './host-settings.ts';

const LIMITS = { sitesOfOrganization: 100, worksOfSite: 100, worksOfOrganization: 100 };
const limitedBy = (limits: Partial<typeof LIMITS>): Partial<HostSettings> => ({
  limits: { ...LIMITS, ...limits },
});
const attention = (one: HostedSite) => () => one.fake.countReported('attention');

let stage: HostStage;
afterEach(() => stage.stop());

test('artworks far beyond the limit are refused without being stored, and continue by themselves once it is raised', async () => {
  const settings = limitedBy({ worksOfSite: 3 });
  stage = await startHost(settings);
  const one = await stage.site();
  for (let serial = 1; serial <= 60; serial += 1) one.fake.share(String(serial), sampleArtwork(serial));
  await one.connect();
  await one.handOverKey(stage.registry.key);
  await until(() => one.fake.countReported('published') === 3, 'three are registered');
  await until(() => one.fake.countReported('attention') === 57, 'the owner hears of the 57 others');
  const journal = openJournal(journalFile(join(stage.dataDir, 'cells', '1')));
  await until(() => journal.works.usage(one.siteId).works === 6, 'what was reported leaves no row');
  expect(journal.works.usage(one.siteId)).toMatchObject({ works: 6, kept: 6 });
  journal.close();
  settings.limits = LIMITS;
  await stage.restart();
  one.fake.roll(...one.fake.works.keys());
  await until(() => one.fake.countReported('published') === 60, 'all are registered');
  expect(stage.registry.artworks.list()).toHaveLength(60);
});

test('artworks beyond those of a site are not registered, and say why; others continue to be updated', async () => {
  stage = await startHost(limitedBy({ worksOfSite: 3 }));
  const one = await stage.site();
  for (let serial = 1; serial <= 5; serial += 1) one.fake.share(String(serial), sampleArtwork(serial));
  await one.connect();
  await one.handOverKey(stage.registry.key);
  await until(() => attention(one)() === 2, 'two are refused');
  await until(() => one.fake.countReported('published') === 3, 'three are registered');
  expect(stage.registry.artworks.list()).toHaveLength(3);
  const [refused] = [...one.fake.reports.values()].filter(({ state }) => state === 'attention');
  expect(refused?.error).toMatchObject({ code: 'service_limit' });
  const published = [...one.fake.reports.values()].find(({ state }) => state === 'published')!;
  one.fake.share(published.external_id, sampleArtwork(Number(published.external_id), { medium: 'Ink' }));
  await until(() => one.fake.reports.get(published.external_id)?.revision === 2, 'updated');
});

test('artworks of all sites of an organization count together', async () => {
  stage = await startHost(limitedBy({ worksOfOrganization: 3 }));
  const [one, other] = [await stage.site(), await stage.site()];
  for (const [index, each] of [one, other].entries()) {
    for (let serial = 1; serial <= 2; serial += 1)
      each.fake.share(String(serial), sampleArtwork(10 * index + serial));
    each.fake.watched = false;
    await each.connect();
    await each.handOverKey(stage.registry.key);
    if (each === one) {
      await until(() => one.fake.countReported('published') === 2, 'published');
      // The cell writes what it sees every quarter of a minute.
      stage.host.directory.ofCell(1).observe('2026-01-01T00:00:00Z', [
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
  expect(stage.registry.artworks.list()).toHaveLength(3);
});

test('the key of a site too many of an organization is refused', async () => {
  stage = await startHost(limitedBy({ sitesOfOrganization: 1 }));
  const [one, other] = [await stage.site(), await stage.site()];
  await one.connect();
  expect(await one.handOverKey(stage.registry.key)).toMatchObject({ ok: true });
  await other.connect();
  expect(await other.handOverKey(stage.registry.key)).toMatchObject({ ok: false, code: 'organization_full' });
  expect(stage.host.directory.findSite(other.siteId)).toMatchObject({ apiKey: null });
  expect(await one.handOverKey(stage.registry.key)).toMatchObject({ ok: true });
  stage.host.directory.remove(one.siteId);
  expect(await other.handOverKey(stage.registry.key)).toMatchObject({ ok: true });
});
