// A gallery of a host with far more artworks than it may register.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startHost } from '../../tests/support/start-host.ts';
import { until } from '../../tests/support/start-stage.ts';
import { journalFile } from '../journal/journal-file.ts';
import { openJournal } from '../journal/journal.ts';
import type { HostSettings } from './host-settings.ts';

const LIMITS = { sitesOfOrganization: 100, worksOfSite: 3, worksOfOrganization: 100 };

test('artworks far beyond the limit are refused without being stored, and continue by themselves once it is raised', async () => {
  const settings: Partial<HostSettings> = { limits: LIMITS };
  const stage = await startHost(settings);
  try {
    const one = await stage.site();
    for (let serial = 1; serial <= 60; serial += 1) one.fake.share(String(serial), sampleArtwork(serial));
    await one.connect();
    await one.handOverKey(stage.registry.key);
    await until(() => one.fake.countReported('published') === 3, 'three are registered');
    await until(() => one.fake.countReported('attention') === 57, 'every other one is told of');
    const journal = openJournal(journalFile(join(stage.dataDir, 'cells', '1')));
    await until(() => journal.works.usage(one.siteId).works === 6, 'what was reported leaves no row');
    expect(journal.works.usage(one.siteId)).toMatchObject({ works: 6, kept: 6 });
    journal.close();
    settings.limits = { ...LIMITS, worksOfSite: 100 };
    await stage.restart();
    one.fake.roll(...one.fake.works.keys());
    await until(() => one.fake.countReported('published') === 60, 'all are registered');
    expect(stage.registry.artworks.list()).toHaveLength(60);
  } finally {
    await stage.stop();
  }
});
