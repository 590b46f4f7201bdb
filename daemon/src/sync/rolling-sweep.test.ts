// What changed behind WordPress's back comes with the site's rolling sweep, among works that are as they were.
import { afterEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';

let stage: Stage;
afterEach(() => stage.stop());

const inRegistry = (id: string) => stage.registry.artworks.findByExternalId(id);
const reported = (id: string) => stage.site.reports.get(id);

async function publish(count: number): Promise<void> {
  stage = await startStage(({ site }) => {
    for (let id = 1; id <= count; id += 1) site.share(String(id), sampleArtwork(id));
  });
  await until(() => stage.site.countReported('published') === count, 'all are published');
}
/** The sweep has shown these, and whatever follows from it has been asked for and answered. */
async function sweep(...ids: string[]): Promise<void> {
  stage.site.roll(...ids);
  await until(() => !stage.site.isRolling(), 'the works were taken');
  const polls = stage.site.polls.length;
  await until(() => stage.site.polls.length > polls + 8, 'the service has gone on');
}

test('works that are as they were cost no request to the registry and no report', async () => {
  await publish(60);
  const requests = stage.registry.requests.length;
  const reports = stage.site.reportLog.length;
  await sweep(...stage.site.works.keys());
  expect(stage.registry.requests).toHaveLength(requests);
  expect(stage.site.reportLog).toHaveLength(reports);
});

test('a silent change is repaired though its revision is the one that was confirmed', async () => {
  await publish(3);
  const revision = reported('2')?.revision;
  const artwork = { external_id: '2', ...sampleArtwork(2, { title: 'Changed by SQL' }) };
  stage.site.changeSilently('2', { artwork });
  await sweep('1', '2', '3');
  await until(() => inRegistry('2')?.fields['title'] === 'Changed by SQL', 'the registry follows');
  await until(() => reported('2')?.shows?.title === 'Changed by SQL', 'and WordPress is told');
  expect(reported('2')).toMatchObject({ state: 'published', revision });
  expect(stage.registry.count('/integrations/updates')).toBe(1);
});

test('a work that silently became a draft leaves, once', async () => {
  await publish(2);
  stage.site.changeSilently('1', { state: 'not_shared', reason: 'draft', artwork: null });
  await sweep('1', '2');
  await until(() => reported('1')?.state === 'stopped', 'it stopped');
  const requests = stage.registry.requests.length;
  const reports = stage.site.reportLog.length;
  await sweep('1', '2');
  expect(stage.registry.requests).toHaveLength(requests);
  expect(stage.site.reportLog).toHaveLength(reports);
});

test('a work that needs attention is not sent again because it is shown again', async () => {
  stage = await startStage(({ site, registry }) => {
    registry.artworks.refusedTitle = 'Forbidden';
    site.share('1', sampleArtwork(1, { title: 'Forbidden' }));
  });
  await until(() => reported('1')?.state === 'attention', 'it needs attention');
  const requests = stage.registry.requests.length;
  const reports = stage.site.reportLog.length;
  await sweep('1');
  expect(stage.registry.requests).toHaveLength(requests);
  expect(stage.site.reportLog).toHaveLength(reports);
});

test('a work that brings the site down in the sweep is found, shown as broken and skipped', async () => {
  await publish(20);
  stage.site.deadlyId = '7';
  stage.site.roll(...stage.site.works.keys());
  await until(() => reported('7')?.state === 'attention', 'the one is found');
  stage.site.share('8', sampleArtwork(8, { title: 'Still heard' }));
  await until(() => inRegistry('8')?.fields['title'] === 'Still heard', 'the others continue');
  expect(inRegistry('7')?.source?.status).toBe('active');
});
