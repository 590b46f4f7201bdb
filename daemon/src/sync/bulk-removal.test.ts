// The bulk removal check: many works that leave at once wait for the owner, counted before the first of them is sent.
import { afterEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';

let stage: Stage;
afterEach(() => stage.stop());

const inRegistry = (id: number) => stage.registry.artworks.findByExternalId(String(id));
const countOf = (state: string) => stage.site.countReported(state);

async function publish(count: number): Promise<void> {
  stage = await startStage(({ site }) => {
    for (let id = 1; id <= count; id += 1) site.share(String(id), sampleArtwork(id));
  });
  await until(() => countOf('published') === count, 'all are published');
}
function leave(from: number, to: number): void {
  for (let id = from; id <= to; id += 1) stage.site.leave(String(id), id % 2 ? 'gone' : 'not_shared');
}

test('five works of a small shop leave without a question', async () => {
  await publish(8);
  leave(1, 5);
  await until(() => countOf('stopped') === 5, 'all stopped');
});

test('works that left while the clock was 40 days ahead do not count once it is put right', async () => {
  await publish(16);
  const ahead = 40 * 24 * 3600;
  stage.clock.setTime(stage.clock.now() + ahead * 1000);
  stage.site.clockOffsetSeconds = ahead;
  leave(1, 5);
  await until(() => countOf('stopped') === 5, 'all stopped');
  stage.clock.setTime(stage.clock.now() - ahead * 1000);
  stage.site.clockOffsetSeconds = 0;
  leave(6, 10);
  await until(() => countOf('stopped') === 10, 'all stopped');
});

test('works leave after ten minutes although the site cannot be read to its end', async () => {
  await publish(8);
  stage.site.refusesShared = 'pictures_unread';
  stage.site.share('3', sampleArtwork(3, { medium: 'Oil' }));
  leave(1, 2);
  await stage.rounds();
  expect(countOf('stopped')).toBe(0);
  await stage.clock.tick(601_000);
  await until(() => countOf('stopped') === 2, 'both stopped');
  expect(inRegistry(3)?.fields['medium']).not.toBe('Oil');
});

test('works that were read leave although the site fails with what is acknowledged', async () => {
  await publish(8);
  stage.site.refusesAcks = true;
  leave(1, 2);
  await until(() => countOf('stopped') === 2, 'both stopped');
});

test('works of which it is not decided yet are counted however long ago they left', async () => {
  await publish(20);
  stage.site.refusesShared = 'internal_error';
  stage.site.share('1', sampleArtwork(1, { medium: 'Oil' }));
  leave(2, 11);
  await stage.rounds(1);
  const seconds = 6 * 3600;
  stage.clock.setTime(stage.clock.now() + seconds * 1000);
  stage.site.clockOffsetSeconds = seconds;
  stage.site.refusesShared = null;
  await until(() => countOf('held') === 10, 'held');
  expect(stage.registry.artworks.list().every((work) => work.source?.status === 'active')).toBe(true);
});

test('many works of a large shop leave without a question while they are a tenth', async () => {
  await publish(80);
  leave(1, 8);
  await until(() => countOf('stopped') === 8, 'all stopped');
});

test('sixty of a hundred are held, over two pages, and not one of them is told to the registry', async () => {
  await publish(100);
  leave(1, 60);
  await until(() => countOf('held') === 60, 'held');
  await stage.rounds();
  expect(stage.site.reports.get('1')?.held).toEqual({
    reason: 'bulk_removal',
    group: null,
    size: null,
    known: null,
  });
  expect(stage.registry.artworks.list().every((work) => work.source?.status === 'active')).toBe(true);
  expect(stage.registry.count('/integrations/updates')).toBe(0);
});

test("with the owner's yes they go, and so do works that change meanwhile", async () => {
  await publish(20);
  leave(1, 10);
  await until(() => countOf('held') === 10, 'held');
  stage.site.share('20', sampleArtwork(20, { medium: 'Oil' }));
  await until(() => inRegistry(20)?.fields['medium'] === 'Oil', 'others are not held up');
  stage.site.command('removals_release');
  await until(() => countOf('stopped') === 10, 'all stopped');
  expect(inRegistry(1)?.source?.status).toBe('removed');
  leave(11, 11);
  await until(() => countOf('stopped') === 11, 'what was answered counts no more');
});

test("with the owner's no the registry stays as it is, and a work that comes back is published as ever", async () => {
  await publish(20);
  leave(1, 10);
  await until(() => countOf('held') === 10, 'held');
  await stage.restart();
  stage.site.command('removals_keep');
  await until(() => countOf('published') === 20, 'shown as published');
  expect(inRegistry(1)?.source?.status).toBe('active');
  stage.site.share('1', sampleArtwork(1, { medium: 'Oil' }));
  await until(() => inRegistry(1)?.fields['medium'] === 'Oil', 'it continues');
});

test('works whose source is switched off are no departures at all', async () => {
  await publish(10);
  for (let id = 1; id <= 10; id += 1) stage.site.break(String(id));
  await until(() => countOf('attention') === 10, 'they need attention');
  expect(stage.registry.artworks.list().every((work) => work.source?.status === 'active')).toBe(true);
});

test('works that leave while they are withdrawn, after the site moved, are counted when they are put back', async () => {
  await publish(20);
  const works = Array.from({ length: 10 }, (_, index) => inRegistry(index + 1)!);
  const withdraw = (isWithdrawn: boolean) => {
    for (const work of works) {
      stage.registry.artworks.setWithdrawn(work, isWithdrawn);
      stage.site.command('recheck', String(work.fields['external_id']));
    }
  };
  withdraw(true);
  await until(() => countOf('private') === 10, 'withdrawn');
  Object.assign(stage.site, { ownUrl: 'https://www.moved.example', generation: 2 });
  await until(() => inRegistry(20)!.sources[0]?.status === 'removed', 'the others moved');
  leave(1, 10);
  await until(() => stage.site.waiting().length === 0, 'heard');
  withdraw(false);
  await until(() => countOf('held') + countOf('stopped') === 10, 'all are judged');
  // They are put back one by one.
  expect(countOf('stopped')).toBeLessThanOrEqual(5);
});
