// Another site of the gallery lives at an address that this site has left.
import { afterEach, expect, test } from 'vitest';
import type { FakeArtwork } from '../../tests/support/fake-artworks.ts';
import { loseJournal } from '../../tests/support/lose-journal.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';
import type { AuditReport } from './audit.ts';

let stage: Stage;
afterEach(() => stage.stop());

const inRegistry = (id: number) => stage.registry.artworks.findByExternalId(String(id))!;
const report = () => stage.app.journal.meta.find<AuditReport>(stage.site.siteId, 'audit');
const formers = () => stage.app.journal.meta.find<string[]>(stage.site.siteId, 'former_installations');
const statuses = (work: FakeArtwork) =>
  work.sources.map(({ installation_id, status }) => `${installation_id} ${status}`).join();

async function audit(): Promise<void> {
  const before = report()?.ended_at;
  stage.site.command('audit');
  await until(() => report()?.ended_at !== before, 'the audit ended');
  await until(() => stage.site.waiting().length === 0, 'all is heard');
  await stage.rounds();
}

async function publish(): Promise<void> {
  stage = await startStage(({ site, registry }) => {
    registry.features = ['batch_update'];
    site.settings.on_leave = 'fully_private';
    for (let id = 1; id <= 5; id += 1) site.share(String(id), sampleArtwork(id));
  });
  await until(() => stage.site.countReported('published') === 5, 'published');
}

const move = () => void Object.assign(stage.site, { ownUrl: 'https://www.moved.example', generation: 2 });

/** By another pairing, which has the same address as this one had. */
function publishThere(id: number): FakeArtwork {
  stage.registry.artworks.publish({ ...sampleArtwork(id), external_id: String(id) }, 'ins_1');
  return inRegistry(id);
}

test('its works stay there while this site still remembers the address for the sake of a withdrawn work', async () => {
  await publish();
  stage.registry.artworks.setWithdrawn(inRegistry(2), true);
  stage.site.command('recheck', '2');
  await until(() => stage.site.reports.get('2')?.state === 'private', 'not public');
  move();
  await until(() => statuses(inRegistry(3)) === 'ins_1 removed,ins_2 active', 'moved');
  await audit();
  const theirs = publishThere(900);
  for (let times = 0; times < 2; times += 1) await audit();
  await stage.restart();
  await audit();
  expect(formers()).toEqual(['ins_1']);
  expect(statuses(theirs)).toBe('ins_1 active');
  expect(stage.site.reports.has('900')).toBe(false);
  stage.registry.artworks.setWithdrawn(inRegistry(2), false);
  stage.site.command('recheck', '2');
  await until(() => statuses(inRegistry(2)) === 'ins_1 removed,ins_2 active', 'ours moves nevertheless');
  for (let times = 0; times < 2; times += 1) await audit();
  expect(formers()).toEqual([]);
});

test('its works stay there where the journal is lost before ours have moved, and ours move, or end where they have left', async () => {
  await publish();
  const theirs = publishThere(900);
  await stage.restart(() => {
    loseJournal(stage.dataDir);
    stage.registry.forgetKeys();
    stage.site.leave('4', 'gone');
    move();
  });
  await until(() => statuses(inRegistry(3)) === 'ins_1 removed,ins_2 active', 'moved');
  await until(() => statuses(inRegistry(4)) === 'ins_1 removed,ins_2 removed', 'ended');
  await until(() => inRegistry(4).fields['availability'] === 'fully_private', 'as the owner wants it');
  await until(() => stage.site.works.get('900')?.state === 'gone', 'the shop was asked');
  for (let times = 0; times < 2; times += 1) await audit();
  expect(statuses(theirs)).toBe('ins_1 active');
  expect(theirs.fields['availability']).toBe('for_sale');
});
