// Works that the registry could not tell apart wait for the owner's choice; nothing of them is sent before.
import { afterEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';

let stage: Stage;
afterEach(() => stage.stop());

const reported = (id: number) => stage.site.reports.get(String(id));
const inRegistry = () => stage.registry.artworks.list();
const print = (patch: { [field: string]: unknown } = {}) => sampleArtwork(1, { title: 'The Wave', ...patch });
const sharePrints = (count: number) => (s: Pick<Stage, 'site'>) => {
  for (let id = 1; id <= count; id += 1) s.site.share(String(id), print());
};
const allHeld = (count: number) =>
  until(() => stage.site.countReported('held') === count, `${count} works are held`);

test('300 prints with one title, spread over six pages, are all held, and none is sent', async () => {
  stage = await startStage(sharePrints(300));
  await allHeld(300);
  await stage.rounds();
  expect(stage.registry.count('/integrations/sync')).toBe(0);
  const groups = new Set([...stage.site.reports.values()].map((report) => report.held?.group));
  expect(groups.size).toBe(1);
  expect(reported(300)).toMatchObject({
    held: { reason: 'possible_duplicate', size: 300, known: null },
    error: null,
  });
});

test('numbered by their titles they are published, each with an Art ID of its own', async () => {
  stage = await startStage(sharePrints(60));
  await allHeld(60);
  for (let id = 1; id <= 60; id += 1) stage.site.share(String(id), print({ title: `The Wave, ${id}/60` }));
  await until(() => stage.site.countReported('published') === 60, 'all are published');
  expect(new Set(inRegistry().map((work) => work.registryId)).size).toBe(60);
  expect(reported(1)?.held).toBeNull();
});

test('where all but one are excluded, that one is published', async () => {
  stage = await startStage(sharePrints(3));
  await allHeld(3);
  stage.site.leave('2', 'not_shared');
  stage.site.leave('3', 'gone');
  await until(() => reported(1)?.state === 'published', 'the first is published');
  expect(inRegistry()).toHaveLength(1);
});

test('a new work that looks like a published one is held and names it; told apart, it is published', async () => {
  stage = await startStage(sharePrints(1));
  await until(() => reported(1)?.state === 'published', 'the first is published');
  stage.site.share('2', print());
  await until(() => reported(2)?.state === 'held', 'the second is held');
  expect(reported(2)?.held).toMatchObject({ size: 2, known: '1' });
  expect(reported(1)?.state).toBe('published');
  stage.site.share('2', print({ year_created: '2020' }));
  await until(() => reported(2)?.state === 'published', 'the second is published');
  expect(inRegistry()).toHaveLength(2);
});

test('of two possible duplicates, changing one releases both', async () => {
  stage = await startStage(sharePrints(2));
  await allHeld(2);
  stage.site.share('1', print({ title: 'The Other Wave' }));
  await until(() => stage.site.countReported('published') === 2, 'both are published');
});

test('200 works "Untitled" without year or size are 200 works, not possible duplicates', async () => {
  stage = await startStage(({ site }) => {
    for (let id = 1; id <= 200; id += 1)
      site.share(String(id), { title: 'Untitled', artist_name: 'Paula Example' });
  });
  await until(() => stage.site.countReported('published') === 200, 'all are published');
  expect(new Set(inRegistry().map((work) => work.registryId)).size).toBe(200);
});

test('held works are still held, and still few words, after a restart', async () => {
  stage = await startStage(sharePrints(2));
  await allHeld(2);
  await stage.restart();
  await stage.rounds();
  expect(stage.registry.count('/integrations/sync')).toBe(0);
  stage.site.command('retry', '1');
  await until(() => stage.site.commands.length === 0, 'the command is done');
  await stage.rounds();
  expect(stage.registry.count('/integrations/sync')).toBe(0);
});
