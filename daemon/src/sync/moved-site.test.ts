// A site that moves to another address gets another installation. Its works go there, in batches, and the audit neither misses
// nor re-reads them.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { loseJournal } from '../../tests/support/lose-journal.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';
import type { AuditReport } from './audit.ts';

const WORKS = 120;
let stage: Stage;
const records = () => stage.registry.artworks.list();
const inRegistry = (id: number) => stage.registry.artworks.findByExternalId(String(id))!;
const report = () => stage.app.journal.meta.find<AuditReport>(stage.site.siteId, 'audit');
const formers = () => stage.app.journal.meta.find<string[]>(stage.site.siteId, 'former_installations');
const statuses = (work: { sources: { installation_id: string; status: string }[] }) =>
  work.sources.map(({ installation_id, status }) => `${installation_id} ${status}`);

async function audit(): Promise<AuditReport> {
  const before = report()?.ended_at;
  stage.site.command('audit');
  await until(() => report()?.ended_at !== before, 'the audit ended');
  return report()!;
}

async function publish(features: string[]): Promise<void> {
  stage = await startStage(({ site, registry }) => {
    registry.features = features;
    for (let id = 1; id <= WORKS; id += 1) site.share(String(id), sampleArtwork(id));
  });
  await until(() => stage.site.countReported('published') === WORKS, 'published');
  stage.site.leave('1', 'gone');
  await until(() => inRegistry(1).source?.status === 'removed', 'one left before');
  await until(() => stage.site.reports.get('1')?.state === 'stopped', 'which is told');
}
function move(): void {
  Object.assign(stage.site, { ownUrl: 'https://www.moved.example', generation: 2 });
}

afterEach(() => stage.stop());

describe('a site that moved', () => {
  beforeEach(async () => {
    await publish(['batch_update']);
    move();
    await until(() => records().every((work) => work.sources.length === 2), 'all works are attached there');
    await until(() => statuses(inRegistry(2))[0] === 'ins_1 removed', 'and left the former address');
  });

  test('takes its works along by fifties, with the state of each', async () => {
    await until(
      () => records().every((work) => work.sources[0]?.status === 'removed'),
      'all left the former address',
    );
    expect(statuses(inRegistry(1))).toEqual(['ins_1 removed', 'ins_2 removed']);
    for (let id = 2; id <= WORKS; id += 1)
      expect(statuses(inRegistry(id))).toEqual(['ins_1 removed', 'ins_2 active']);
    expect(inRegistry(2).source?.installation_id).toBe('ins_2');
    // The shop may tell of the one that left, alone, before the check has listed the others.
    expect(stage.registry.count('/artworks/', 'PATCH')).toBeLessThanOrEqual(1);
    expect(records()).toHaveLength(WORKS);
  });

  test('has no missing work and no nightly re-reading, and its former address is forgotten in the end', async () => {
    await until(() => stage.app.journal.actions.countPending(stage.site.siteId).length === 0, 'all is sent');
    const reads = stage.registry.count('/artworks/', 'GET');
    // Two pages of each installation, then of the present one only.
    expect(await audit()).toMatchObject({ requests: 4, listed: WORKS, missing: 0, repaired: 0 });
    expect(formers()).toEqual([]);
    expect(await audit()).toMatchObject({ requests: 2, listed: WORKS, missing: 0, repaired: 0 });
    await stage.rounds();
    expect(stage.registry.count('/artworks/', 'GET')).toBe(reads);
  });

  test('is checked for every work, also for one whose record shows another source', async () => {
    await until(() => stage.app.journal.actions.countPending(stage.site.siteId).length === 0, 'all is sent');
    await audit();
    expect(formers()).toEqual([]);
    const { siteId } = stage.site;
    const work = stage.app.journal.works.find(siteId, '1')!;
    expect(inRegistry(1).source?.installation_id).toBe('ins_1');
    stage.app.journal.works.save({ ...work, ownership: 'moved', state: 'moved' }, work, true);
    expect(await audit()).toMatchObject({ repaired: 1 });
    expect(stage.app.journal.works.find(siteId, '1')).toMatchObject({ ownership: 'ours', state: 'stopped' });
    // Another system was the first that knew the work.
    inRegistry(3).sources.unshift({ installation_id: 'ins_other', external_id: 'x', status: 'active' });
    inRegistry(3).fields['title'] = 'Somebody changed this';
    expect(await audit()).toMatchObject({ repaired: 1 });
    await until(() => inRegistry(3).fields['title'] === 'Study no. 3', 'the title is back');
  });

  test('tells of a work that leaves afterwards at its new address, and a change at the old one is put right', async () => {
    stage.site.leave('2', 'gone');
    await until(() => inRegistry(2).source?.status === 'removed', 'left');
    expect(statuses(inRegistry(2))).toEqual(['ins_1 removed', 'ins_2 removed']);
    await until(() => stage.app.journal.actions.countPending(stage.site.siteId).length === 0, 'all is sent');
    inRegistry(3).sources[0]!.status = 'active';
    stage.site.command('recheck', '3');
    await until(() => inRegistry(3).sources[0]?.status === 'removed', 'the former address is left again');
  });
});

test('without batch updates works go to the new address one by one', async () => {
  await publish([]);
  move();
  await until(
    () => records().every((work) => work.sources.length === 2 && work.sources[0]?.status === 'removed'),
    'all moved',
  );
  expect(inRegistry(2).source).toMatchObject({ installation_id: 'ins_2', status: 'active' });
});

test('a work that was hidden during the move is at the new address when it is shown again', async () => {
  await publish(['batch_update']);
  stage.site.share('2', { ...sampleArtwork(2), availability: 'fully_private' });
  await until(() => stage.site.reports.get('2')?.state === 'hidden', 'hidden');
  move();
  await until(() => statuses(inRegistry(3))[0] === 'ins_1 removed', 'the others left the former address');
  await until(() => stage.app.journal.actions.countPending(stage.site.siteId).length === 0, 'all is sent');
  for (let tries = 0; tries < 3 && formers()?.length !== 0; tries += 1) await audit();
  expect(formers()).toEqual([]);
  stage.site.share('2', sampleArtwork(2));
  await until(() => stage.site.reports.get('2')?.state === 'published', 'shown again');
  await until(() => inRegistry(2).source?.installation_id === 'ins_2', 'at the new address');
});

test.each([
  ['withdrawn', 'kept'],
  ['hidden in the registry', 'kept'],
  ['hidden in the registry', 'lost'],
])(
  'a work that was %s during the move is at the new address when it is shown again; the journal is %s',
  async (how, journal) => {
    await publish(['batch_update']);
    const artwork = inRegistry(2);
    const show = (isShown: boolean) => {
      if (how === 'withdrawn') stage.registry.artworks.setWithdrawn(artwork, !isShown);
      else artwork.fields['availability'] = isShown ? 'for_sale' : 'fully_private';
      stage.site.command('recheck', '2');
    };
    show(false);
    await until(() => stage.site.reports.get('2')?.state === 'private', 'not public');
    if (journal === 'lost') stage.site.break('2');
    move();
    await until(() => statuses(inRegistry(3))[0] === 'ins_1 removed', 'the others left the former address');
    stage.registry.forgetKeys();
    if (journal === 'lost') await stage.restart(() => loseJournal(stage.dataDir));
    await until(() => report() !== undefined, 'the first full check');
    await until(() => stage.site.waiting().length === 0, 'all is heard');
    for (let tries = 0; tries < 3; tries += 1) await audit();
    if (journal === 'lost') stage.site.share('2', sampleArtwork(2));
    show(true);
    await until(
      () => statuses(artwork).join() === 'ins_1 removed,ins_2 active',
      'it left the former address, too',
    );
  },
);

test('a large catalogue follows at once, although the check after the move begins before the site is connected there', async () => {
  const works = 1200;
  stage = await startStage(({ site, registry }) => {
    registry.features = ['batch_update'];
    for (let id = 1; id <= works; id += 1) site.share(String(id), sampleArtwork(id));
  });
  await until(() => stage.site.countReported('published') === works, 'published', 60_000);
  const before = stage.registry.requests.length;
  move();
  const hasMoved = () => records().every((work) => statuses(work).join() === 'ins_1 removed,ins_2 active');
  await until(hasMoved, 'all are there');
  await until(() => stage.app.journal.actions.countPending(stage.site.siteId).length === 0, 'all is told');
  // Two for each fifty works, and the pages of two lists, of which one may be begun twice.
  expect(stage.registry.requests.length - before).toBeLessThan(2 * (works / 50) + 3 * (works / 100) + 40);
});

test('a shop that switches WooCommerce on is another installation, too', async () => {
  await publish(['batch_update']);
  stage.site.platform = 'woocommerce';
  await until(() => inRegistry(2).source?.installation_id === 'ins_2', 'moved');
  await until(() => report()?.missing === 0 && report()?.listed === WORKS, 'nothing is missing');
});

test('a move whose second half fails is done again until no work stands at the former address', async () => {
  await publish(['batch_update']);
  stage.registry.failFormer = 3;
  move();
  await until(() => stage.registry.failFormer === 0, 'it failed');
  await until(() => records().every((work) => work.sources[0]?.status === 'removed'), 'and is done again');
  expect(inRegistry(2).source).toMatchObject({ installation_id: 'ins_2', status: 'active' });
});

describe('where the registry can move an installation', () => {
  const moves = () => stage.registry.count('/integrations/installations/');
  const connections = () => stage.registry.count('/integrations/connect');

  test('its works follow by themselves, and no work is read', async () => {
    await publish(['batch_update', 'installation_move']);
    const before = connections();
    const reads = stage.registry.count('/artworks/', 'GET');
    const ended = report()?.ended_at;
    move();
    await until(() => moves() === 1, 'moved');
    await until(() => report()?.ended_at !== ended, 'the full check after it');
    expect(report()).toMatchObject({ listed: WORKS, missing: 0, repaired: 0 });
    expect(records().every((work) => work.sources.length === 1)).toBe(true);
    expect(statuses(inRegistry(2))).toEqual(['ins_1 active']);
    expect(formers()).toEqual([]);
    await stage.restart();
    await until(() => connections() === before + 1, 'the next handshake');
    await stage.rounds();
    expect([moves(), stage.registry.count('/artworks/', 'GET')]).toEqual([1, reads]);
    expect(stage.registry.installations.size).toBe(1);
  });

  test('the daily check tells its address again to a registry that was restored to before the move', async () => {
    await publish(['batch_update', 'installation_move']);
    const former = stage.site.url;
    move();
    await until(() => moves() === 1, 'moved');
    stage.registry.forgetMove('ins_1', former);
    await audit();
    await until(() => moves() === 2, 'moved again');
    expect(stage.registry.artworks.addresses.get('ins_1')).toBe('https://www.moved.example');
    const before = stage.registry.requests.length;
    expect(await audit()).toMatchObject({ requests: 2, listed: WORKS, missing: 0, repaired: 0 });
    await stage.rounds();
    // And the handshake, and the description, which is a day old.
    expect(stage.registry.requests.length - before).toBe(2 + 1 + 1);
    expect(stage.registry.installations.size).toBe(1);
  });

  test('the move is made again until the registry has heard of it', async () => {
    await publish(['batch_update', 'installation_move']);
    stage.registry.isDown = true;
    move();
    await until(() => stage.registry.statuses(503) > 0, 'the registry is down');
    stage.registry.isDown = false;
    await until(() => statuses(inRegistry(2))[0] === 'ins_1 active' && moves() > 0, 'moved');
    await stage.rounds();
    expect(formers()).toEqual([]);
    expect(stage.registry.installations.size).toBe(1);
  });

  test('a site that moves to where another installation lives takes its works along', async () => {
    await publish(['batch_update', 'installation_move']);
    stage.registry.installations.set('wordpress www.moved.example', 'ins_other');
    move();
    await until(
      () => statuses(inRegistry(2)).join() === 'ins_1 removed,ins_other active',
      'its works are there',
    );
  });
});
