// The service is killed with SIGKILL where it would hurt most, started again, and must end with each of 60 works once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { FakeRegistry } from '../support/fake-registry.ts';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { KILL_POINTS } from '../../../stage/runs/kill-points.ts';
import { startKillable } from '../support/start-killable.ts';
import { sampleArtwork } from '../support/sample-artwork.ts';
import { pairedSite, until } from '../support/start-stage.ts';
import { journalFile } from '../../src/journal/journal-file.ts';
import { openJournal } from '../../src/journal/journal.ts';
import { SitesFile } from '../../src/site/sites-file.ts';

const WORKS = 60;
const site = () => stage.site;
let stage: { site: FakeSite; registry: FakeRegistry; dataDir: string };

afterEach(async () => {
  await Promise.all([stage.site.stop(), stage.registry.stop()]);
  rmSync(stage.dataDir, { recursive: true, force: true });
});

async function prepare(): Promise<void> {
  stage = {
    site: new FakeSite(),
    registry: new FakeRegistry(),
    dataDir: mkdtempSync(join(tmpdir(), 'daemon-crash-')),
  };
  await Promise.all([stage.site.start(), stage.registry.start()]);
  for (let id = 1; id <= WORKS; id += 1) site().share(String(id), sampleArtwork(id));
  new SitesFile(stage.dataDir).save(pairedSite(stage.site, stage.registry));
  const journal = openJournal(journalFile(stage.dataDir));
  journal.meta.save(stage.site.siteId, 'paired', true);
  journal.close();
}

const TIMES = process.env['ARTWORK_REGISTRY_LONG'] === '1' ? [1, 2] : [1];

test.each(KILL_POINTS.flatMap((point) => TIMES.map((time) => [point, time] as const)))(
  'killed at "%s" (time %i) nothing is lost and nothing doubled',
  async (point, times) => {
    await prepare();
    const first = startKillable(stage.dataDir, point, times);
    const signal = await Promise.race([
      first.ended,
      // Some points come by once only; then the run simply ends well.
      until(() => site().countReported('published') === WORKS, '', 20_000).then(() => 'done'),
    ]);
    if (signal === 'done') first.child.kill('SIGKILL');
    await first.ended;

    site().share('1', sampleArtwork(1, { medium: 'Oil' }));
    const second = startKillable(stage.dataDir, 'never', 1);
    await until(
      () => site().countReported('published') === WORKS && site().reports.get('1')?.revision === 2,
      'all',
      20_000,
    );
    second.child.kill('SIGTERM');
    await second.ended;

    const { artworks } = stage.registry;
    expect(artworks.list()).toHaveLength(WORKS);
    expect(new Set(artworks.list().map((work) => work.source?.external_id)).size).toBe(WORKS);
    expect(artworks.findByExternalId('1')?.fields['medium']).toBe('Oil');
    for (const work of artworks.list()) {
      expect(site().reports.get(work.source!.external_id)?.registry_id).toBe(work.registryId);
    }
  },
);
