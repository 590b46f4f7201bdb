// The main job end to end: a real service between a site and a registry that both speak HTTP.
import { afterEach, describe, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';

let stage: Stage;
afterEach(() => stage.stop());

const reported = (id: string) => stage.site.reports.get(id);
const inRegistry = (id: string) => stage.registry.artworks.findByExternalId(id);
const waitFor = (id: string, state: string) =>
  until(() => reported(id)?.state === state, `work ${id} is ${state}, but ${JSON.stringify(reported(id))}`);
const shareMany = (count: number) => (s: Pick<Stage, 'site'>) => {
  for (let id = 1; id <= count; id += 1) s.site.share(String(id), sampleArtwork(id));
};

describe('first publication', () => {
  test('120 works are published in batches of at most 50, each once, and reported with their Art ID', async () => {
    stage = await startStage(shareMany(120));
    await until(() => stage.site.countReported('published') === 120, 'all works are published');
    expect(stage.registry.artworks.list()).toHaveLength(120);
    const syncs = stage.registry.requests.filter((request) => request.path === '/integrations/sync');
    expect(Math.max(...syncs.map((request) => request.items))).toBeLessThanOrEqual(50);
    expect(syncs.length).toBeLessThanOrEqual(5);
    expect(reported('1')).toMatchObject({
      revision: 1,
      registry_id: inRegistry('1')?.registryId,
      error: null,
    });
    expect(reported('1')?.confirmed_at).toBeTruthy();
  });

  test('reading 300 works acknowledges each page with the call for the next', async () => {
    // So long that no poll comes between two pages.
    stage = await startStage(shareMany(300), { pollActiveMs: 60_000 });
    await until(() => stage.site.waiting().length === 0, 'all pages are acknowledged');
    expect(stage.site.calls.filter((name) => name === 'ack')).toHaveLength(1);
  });

  test('a work that breaks the rules needs attention with its fields named, and the others continue', async () => {
    stage = await startStage(({ site }) => {
      site.share('1', sampleArtwork(1, { title: '' }));
      site.share('2', sampleArtwork(2));
      site.break('3');
    });
    await waitFor('2', 'published');
    await waitFor('1', 'attention');
    await waitFor('3', 'attention');
    expect(reported('1')?.error?.issues.map((issue) => issue.path)).toContain('title');
    expect(reported('3')?.error?.code).toBe('build_failed');
    expect(stage.registry.artworks.list()).toHaveLength(1);
    stage.site.share('1', sampleArtwork(1));
    await waitFor('1', 'published');
  });

  test('a work that only the registry refuses is not sent again until it changes or the owner asks', async () => {
    stage = await startStage(({ site, registry }) => {
      registry.artworks.refusedTitle = 'Forbidden';
      site.share('1', sampleArtwork(1, { title: 'Forbidden' }));
    });
    await waitFor('1', 'attention');
    const sent = stage.registry.count('/integrations/sync');
    await stage.rounds();
    expect(stage.registry.count('/integrations/sync')).toBe(sent);
    stage.registry.artworks.refusedTitle = null;
    stage.site.command('retry', '1');
    await waitFor('1', 'published');
    await until(() => stage.site.commands.length === 0, 'the command is done');
  });

  test('a work in another profile is shown as elsewhere and nothing is planned for it', async () => {
    stage = await startStage(({ site, registry }) => {
      registry.artworks.add('somebody', sampleArtwork(1));
      site.share('1', sampleArtwork(1));
    });
    await waitFor('1', 'elsewhere');
    const requests = stage.registry.requests.length;
    await stage.rounds();
    expect(stage.registry.requests).toHaveLength(requests);
    expect(reported('1')).toMatchObject({ registry_id: 'AREG-1', matched_on: 'fingerprint' });
  });

  test('a possible duplicate in our own profile is matched, compared and brought up to date', async () => {
    stage = await startStage(({ site, registry }) => {
      registry.artworks.add(
        'ours',
        sampleArtwork(1, { medium: 'Oil', price: { amount: 5, currency: 'EUR' } }),
      );
      site.share('1', sampleArtwork(1));
    });
    await waitFor('1', 'matched');
    expect(inRegistry('1')?.fields).toMatchObject({ price: { amount: 101, currency: 'EUR' }, medium: 'Oil' });
  });
});

describe('changes', () => {
  test('an unchanged content sends nothing, a changed one sends only the changed fields', async () => {
    stage = await startStage(shareMany(1));
    await waitFor('1', 'published');
    const requests = stage.registry.requests.length;
    const reports = stage.site.reportLog.length;
    stage.site.share('1', sampleArtwork(1));
    await until(() => reported('1')?.revision === 2, 'the new revision is confirmed');
    expect(stage.registry.requests).toHaveLength(requests);
    expect(stage.site.reportLog).toHaveLength(reports);
    stage.site.share('1', { ...sampleArtwork(1), medium: 'Oil', year_created: undefined });
    await until(() => reported('1')?.revision === 3 && reported('1')?.state === 'published', 'revision 3');
    expect(inRegistry('1')?.fields).toMatchObject({ medium: 'Oil', year_created: null });
    expect(stage.registry.count('/integrations/updates')).toBe(1);
  });

  test('a site that lost what it was told is told again', async () => {
    stage = await startStage(shareMany(2));
    await waitFor('2', 'published');
    await waitFor('1', 'published');
    stage.site.reports.delete('1');
    stage.site.roll('1', '2');
    await until(() => reported('1')?.state === 'published', 'the site knows it again');
    const requests = stage.registry.requests.length;
    stage.site.reports.delete('1');
    stage.site.share('1', sampleArtwork(1));
    await until(() => reported('1')?.revision === 2, 'and with its new revision');
    expect(stage.registry.requests).toHaveLength(requests);
  });

  test('a price that goes 100, 120, 100 ends at 100 in the registry', async () => {
    stage = await startStage(({ site }) =>
      site.share('1', sampleArtwork(1, { price: { amount: 100, currency: 'EUR' } })),
    );
    await waitFor('1', 'published');
    for (const amount of [120, 100, 120, 100]) {
      stage.site.share('1', sampleArtwork(1, { price: { amount, currency: 'EUR' } }));
      const { revision } = stage.site.works.get('1')!;
      await until(
        () => reported('1')?.revision === revision && reported('1')?.state === 'published',
        `price ${amount}`,
      );
      expect(inRegistry('1')?.fields['price']).toEqual({ amount, currency: 'EUR' });
    }
  });

  test('without batch_update each change is one PATCH', async () => {
    stage = await startStage((s) => {
      s.registry.features = [];
      shareMany(3)(s);
    });
    await until(() => stage.site.countReported('published') === 3, 'published');
    for (const id of ['1', '2', '3']) stage.site.share(id, sampleArtwork(Number(id), { medium: 'Oil' }));
    await until(
      () => stage.registry.artworks.list().every((work) => work.fields['medium'] === 'Oil'),
      'changed',
    );
    expect(stage.registry.count('/artworks/', 'PATCH')).toBe(3);
    expect(stage.registry.count('/integrations/updates')).toBe(0);
  });

  test('a work that became sold is reported as sold', async () => {
    stage = await startStage(shareMany(1));
    await waitFor('1', 'published');
    stage.site.share('1', sampleArtwork(1, { availability: 'sold' }));
    await waitFor('1', 'sold');
    expect(inRegistry('1')?.fields['availability']).toBe('sold');
  });
});

describe('leaving and coming back', () => {
  test('a work that leaves is no longer for sale, its source says so, and it keeps its Art ID when it returns', async () => {
    stage = await startStage(shareMany(2));
    await until(() => stage.site.countReported('published') === 2, 'published');
    const { registryId } = inRegistry('1')!;
    stage.site.leave('1', 'not_shared');
    stage.site.leave('2', 'gone');
    await waitFor('1', 'stopped');
    await waitFor('2', 'stopped');
    expect(inRegistry('1')).toMatchObject({
      source: { status: 'unpublished' },
      fields: { availability: 'not_for_sale' },
    });
    expect(inRegistry('2')).toMatchObject({
      source: { status: 'removed' },
      fields: { availability: 'not_for_sale' },
    });
    stage.site.share('1', sampleArtwork(1));
    await waitFor('1', 'published');
    expect(inRegistry('1')).toMatchObject({
      registryId,
      source: { status: 'active' },
      fields: { availability: 'for_sale' },
    });
    expect(stage.registry.artworks.list()).toHaveLength(2);
  });

  test('sold stays sold, fully_private hides, and nothing changes the source alone', async () => {
    stage = await startStage(({ site }) => {
      site.share('1', sampleArtwork(1, { availability: 'sold' }));
      site.share('2', sampleArtwork(2));
      site.share('3', sampleArtwork(3));
    });
    await waitFor('1', 'sold');
    await waitFor('3', 'published');
    stage.site.leave('1', 'gone');
    await waitFor('1', 'stopped');
    expect(inRegistry('1')?.fields['availability']).toBe('sold');
    stage.site.settings.on_leave = 'fully_private';
    await stage.rounds(2);
    stage.site.leave('2', 'not_shared');
    await waitFor('2', 'hidden');
    expect(inRegistry('2')).toMatchObject({
      source: { status: 'unpublished' },
      fields: { availability: 'fully_private' },
    });
    stage.site.settings.on_leave = 'nothing';
    await stage.rounds(2);
    stage.site.leave('3', 'not_shared');
    await waitFor('3', 'stopped');
    expect(inRegistry('3')).toMatchObject({
      source: { status: 'unpublished' },
      fields: { availability: 'for_sale' },
    });
    stage.site.share('2', sampleArtwork(2));
    await waitFor('2', 'published');
    expect(inRegistry('2')?.fields['availability']).toBe('for_sale');
  });

  test('a work that leaves before it was ever published is forgotten', async () => {
    stage = await startStage(({ site }) => site.share('1', sampleArtwork(1, { title: '' })));
    await waitFor('1', 'attention');
    stage.site.leave('1', 'gone');
    await until(() => stage.site.reportLog.some((report) => report.state === 'forgotten'), 'forgotten');
    await until(() => stage.app.journal.works.find(stage.site.siteId, '1') === undefined, 'the row is gone');
  });
});

test('the owner can have a work compared: a change made in the registry is put right', async () => {
  stage = await startStage(shareMany(1));
  await waitFor('1', 'published');
  inRegistry('1')!.fields['title'] = 'Changed by somebody';
  stage.site.command('recheck', '1');
  await until(() => inRegistry('1')?.fields['title'] === 'Study no. 1', 'the title is back');
  await waitFor('1', 'published');
});
