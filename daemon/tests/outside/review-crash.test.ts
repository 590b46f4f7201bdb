// The service is killed with SIGKILL at every write of the review before registering, and continues where it was.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { journalFile } from '../../src/journal/journal-file.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { SitesFile } from '../../src/site/sites-file.ts';
import { FakeRegistry } from '../support/fake-registry.ts';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { sampleArtwork } from '../support/sample-artwork.ts';
import { startKillable } from '../support/start-killable.ts';
import { pairedSite, until } from '../support/start-stage.ts';

const OURS = 250;
const WORKS = 600;
let site: FakeSite;
let registry: FakeRegistry;
let dataDir: string;

afterEach(async () => {
  await Promise.all([site.stop(), registry.stop()]);
  rmSync(dataDir, { recursive: true, force: true });
});

async function prepare(): Promise<void> {
  [site, registry] = [new FakeSite(), new FakeRegistry()];
  registry.features = ['batch_update', 'match'];
  dataDir = mkdtempSync(join(tmpdir(), 'daemon-review-'));
  await Promise.all([site.start(), registry.start()]);
  for (let id = 1; id <= OURS; id += 1) registry.artworks.add('ours', sampleArtwork(id));
  registry.artworks.add('theirs', sampleArtwork(WORKS));
  for (let id = 1; id <= WORKS; id += 1) site.review.add(String(id), sampleArtwork(id));
  site.review.sample(Array.from({ length: 12 }, (_, index) => String(WORKS - index)));
  new SitesFile(dataDir).save(pairedSite(site, registry));
  const journal = openJournal(journalFile(dataDir));
  journal.meta.save(site.siteId, 'paired', true);
  journal.close();
}

test.each([
  ['listed', 1],
  ['listed', 2],
  ['listed', 3],
  ['compared', 1],
  ['compared', 2],
  ['compared', 3],
  ['compared', 4],
  ['compared', 5],
])(
  'killed at "%s" (time %i) each work is compared, and no page of the registry read twice',
  async (...kill) => {
    await prepare();
    const first = startKillable(dataDir, ...kill);
    expect(await first.ended).toBe('SIGKILL');
    const second = startKillable(dataDir, 'never', 1);
    const isDone = () =>
      [...site.review.works.values()].every((work) => work.result !== null && !work.isSampled);
    await until(isDone, 'all are compared', 20_000);
    second.child.kill('SIGTERM');
    await second.ended;

    const found = (kind: string) =>
      [...site.review.works.values()].filter(({ result }) => result?.found === kind);
    expect([found('own').length, found('other').length]).toEqual([OURS, 1]);
    // One for the end of the list, which a service that was started again looks at once more.
    expect(registry.count('/artworks?gallery=', 'GET')).toBeLessThanOrEqual(3 + 1);
    expect(registry.artworks.all.size).toBe(OURS + 1);
  },
);
