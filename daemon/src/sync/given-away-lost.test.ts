// A lost journal: no work that the registry does not list to us any more is registered once more, and no sale there is undone.
import { afterEach, expect, test } from 'vitest';
import type { FakeArtwork } from '../../tests/support/fake-artworks.ts';
import { loseJournal as loseJournalIn } from '../../tests/support/lose-journal.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';
import { journalFile } from '../journal/journal-file.ts';
import { openJournal } from '../journal/journal.ts';

let stage: Stage;
afterEach(() => stage.stop());

const report = () => stage.site.reports.get('1');

const loseJournal = () => loseJournalIn(stage.dataDir);
/** As where the data folder was put back, or two services had the pairing. */
const forget = () => {
  const journal = openJournal(journalFile(stage.dataDir));
  journal.forgetWorks(stage.site.siteId);
  journal.close();
};

const pullAgain = async () => {
  await until(() => stage.site.polls.some((poll) => poll['look_again'] === 'all'), 'all is asked for again');
  await until(() => stage.site.waiting().length === 0, 'pulled');
  await stage.rounds();
  await stage.rounds();
};

test.each([
  ['given away', 'lost', 'moved', false, loseJournal],
  ['withdrawn and given away', 'lost', 'private', true, loseJournal],
  ['given away', 'begun again', 'moved', false, forget],
])(
  'a work that was %s keeps its Art ID where the journal was %s',
  async (...[, , state, isWithdrawn, end]) => {
    stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)));
    await until(() => report()?.state === 'published', 'published');
    const { registry_id: artId } = report()!;
    const { artworks } = stage.registry;
    const artwork = artworks.all.get(artId!)!;
    if (isWithdrawn) artworks.setWithdrawn(artwork, true);
    artworks.giveAway(artwork);
    stage.site.command('recheck', '1');
    await until(() => report()?.state === state, state);
    stage.registry.forgetKeys();
    await stage.restart(end);
    await pullAgain();
    expect([...artworks.all.keys()]).toEqual([artId]);
    expect(report()).toMatchObject({ state, registry_id: artId });
  },
);

test.each([
  ['shown', 'at its address', {}, 'moved', null],
  // The registry tells strangers nothing of it.
  ['hidden', 'at its address', { availability: 'fully_private' }, 'private', null],
  ['hidden', 'elsewhere', { availability: 'fully_private' }, 'private', 'https://www.moved.example'],
])(
  'a work that was given away, and is %s, keeps its Art ID where the journal is lost before the site hears of it, %s',
  async (...[, , changes, state, movedTo]) => {
    stage = await startStage(({ site, registry }) => {
      // It cannot move an installation.
      registry.features = ['batch_update'];
      site.share('1', sampleArtwork(1));
    });
    await until(() => report()?.state === 'published', 'published');
    const { registry_id: artId } = report()!;
    const { artworks } = stage.registry;
    await stage.restart(() => {
      const artwork = artworks.all.get(artId!)!;
      artworks.giveAway(artwork);
      Object.assign(artwork.fields, changes);
      if (movedTo !== null) Object.assign(stage.site, { ownUrl: movedTo, generation: 2 });
      stage.registry.forgetKeys();
      loseJournal();
    });
    await pullAgain();
    expect([...artworks.all.keys()]).toEqual([artId]);
    expect(report()).toMatchObject({ state, registry_id: artId });
  },
);

test('a work that was given away keeps its Art ID where it was hidden there and renamed here since', async () => {
  stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)));
  await until(() => report()?.state === 'published', 'published');
  const { registry_id: artId } = report()!;
  const { artworks } = stage.registry;
  const artwork = artworks.all.get(artId!)!;
  artworks.giveAway(artwork);
  stage.site.command('recheck', '1');
  await until(() => report()?.state === 'moved', 'moved');
  artwork.fields['availability'] = 'fully_private';
  stage.site.share('1', sampleArtwork(1, { title: 'Other words' }));
  for (const _ of ['once', 'twice']) {
    stage.registry.forgetKeys();
    await stage.restart(loseJournal);
    await pullAgain();
    expect([...artworks.all.keys()]).toEqual([artId]);
    expect(report()).toMatchObject({ state: 'moved', registry_id: artId });
  }
});

test('a hidden work keeps its Art ID where the journal is lost', async () => {
  stage = await startStage(({ site }) =>
    site.share('1', sampleArtwork(1, { availability: 'fully_private' })),
  );
  await until(() => report()?.state === 'hidden', 'hidden');
  const { registry_id: artId } = report()!;
  stage.registry.forgetKeys();
  await stage.restart(loseJournal);
  await pullAgain();
  expect(report()).toMatchObject({ state: 'hidden', registry_id: artId });
  expect([...stage.registry.artworks.all.keys()]).toEqual([artId]);
});

test.each([
  ['had not heard of it', 'published'],
  ['shows it as withdrawn', 'private'],
])(
  'a work that the registry lost is registered again by a new journal where the site %s',
  async (_how, state) => {
    stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)));
    await until(() => report()?.state === 'published', 'published');
    const { registry_id: artId } = report()!;
    const { artworks } = stage.registry;
    artworks.lose(artworks.all.get(artId!)!);
    if (state === 'private') stage.site.command('recheck', '1');
    await until(() => report()?.state === state, state);
    stage.registry.forgetKeys();
    await stage.restart(loseJournal);
    await pullAgain();
    expect(report()?.state).toBe('published');
    expect([...artworks.all.keys()]).toEqual([report()!.registry_id]);
    expect(report()!.registry_id).not.toBe(artId);
  },
);

/** Withdrawn by the operator, then stopped by the shop, and then the journal is lost. */
async function loseStopped(): Promise<FakeArtwork> {
  stage = await startStage(({ site }) => site.share('1', sampleArtwork(1, { availability: 'for_sale' })));
  await until(() => report()?.state === 'published', 'published');
  const artwork = stage.registry.artworks.all.get(report()!.registry_id!)!;
  stage.registry.artworks.setWithdrawn(artwork, true);
  stage.site.command('recheck', '1');
  await until(() => report()?.state === 'private', 'withdrawn');
  stage.site.leave('1', 'not_shared');
  await until(() => stage.site.waiting().length === 0, 'read');
  await stage.rounds();
  stage.registry.forgetKeys();
  await stage.restart(loseJournal);
  await pullAgain();
  expect(report()).toMatchObject({ state: 'private', registry_id: artwork.registryId });
  return artwork;
}

test('a work that its shop stopped goes off sale as soon as it is put back, also where the journal is lost', async () => {
  const artwork = await loseStopped();
  stage.registry.artworks.setWithdrawn(artwork, false);
  stage.site.command('recheck', '1');
  await until(() => artwork.fields['availability'] === 'not_for_sale', 'off sale');
  expect(artwork.source?.status).toBe('unpublished');
});

test('a work that its shop stopped, and that the registry lost, is registered again when it is shown again', async () => {
  const artwork = await loseStopped();
  stage.registry.artworks.lose(artwork);
  stage.site.share('1', sampleArtwork(1));
  await until(() => report()?.state === 'published', 'registered again');
  expect(report()!.registry_id).not.toBe(artwork.registryId);
});

test.each([
  ['nothing', {}],
  ['a change of another field', { medium: 'Oil' }],
])(
  'a sale of the registry is kept where the journal is lost, and the shop says %s',
  async (_what, changes) => {
    stage = await startStage(({ site }) => site.share('1', sampleArtwork(1, { availability: 'for_sale' })));
    await until(() => report()?.state === 'published', 'published');
    const artwork = stage.registry.artworks.all.get(report()!.registry_id!)!;
    await stage.restart(() => {
      Object.assign(artwork.fields, { availability: 'sold' });
      if ('medium' in changes)
        stage.site.share('1', sampleArtwork(1, { availability: 'for_sale', ...changes }));
      stage.registry.forgetKeys();
      loseJournal();
    });
    await pullAgain();
    await until(() => report()?.state === 'sold', 'sold');
    expect(artwork.fields).toMatchObject({ availability: 'sold', ...changes });
  },
);

test('a sale is kept where the journal is lost, and the shop, which never heard of the work, tells of it first', async () => {
  stage = await startStage(({ site }) => site.share('1', sampleArtwork(1, { availability: 'for_sale' })));
  await until(() => report()?.state === 'published', 'published');
  const artwork = stage.registry.artworks.all.get(report()!.registry_id!)!;
  await stage.restart(() => {
    Object.assign(artwork.fields, { availability: 'sold' });
    // The site was restored to before the report.
    stage.site.reports.clear();
    stage.site.share('1', sampleArtwork(1, { availability: 'for_sale' }));
    stage.registry.forgetKeys();
    loseJournal();
    stage.registry.isDown = true;
  });
  await until(() => stage.site.waiting().length === 0, 'pulled');
  stage.registry.isDown = false;
  await until(() => report()?.state === 'sold', 'sold');
  expect(artwork.fields).toMatchObject({ availability: 'sold' });
});
