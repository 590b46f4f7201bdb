// A site that cannot be reached carries the calls itself: what must hold on both carriers, against a real service over HTTP.
import { afterEach, describe, expect, test } from 'vitest';
import { loseJournal } from '../support/lose-journal.ts';
import { sampleArtwork } from '../support/sample-artwork.ts';
import { DiallingSite } from '../../../stage/fakes/dialling-site.ts';
import { pairedSite, startStage, until, type Stage } from '../support/start-stage.ts';

const FIRST_TURN = 'a'.repeat(32);
let stage: Stage;
let site: DiallingSite;
afterEach(() => stage.stop());

const published = () => stage.site.countReported('published');
const accountState = () =>
  (stage.site.polls.at(-1)?.['status'] as { account: { state: string } } | undefined)?.account.state;

async function start({ isHidden = true, works = 1 } = {}): Promise<void> {
  stage = await startStage(
    ({ site: fake }) => {
      fake.isHidden = isHidden;
      for (let id = 1; id <= works; id += 1) fake.share(String(id), sampleArtwork(id));
    },
    { site: (fake, registry) => ({ ...pairedSite(fake, registry), firstTurn: FIRST_TURN }) },
  );
  site = new DiallingSite(stage.site, stage.url, FIRST_TURN, stage.clock.now);
}

test('artworks are registered though the site can never be reached', async () => {
  await start({ works: 120 });
  await site.until(() => published() === 120, 200);
  expect(stage.registry.artworks.all.size).toBe(120);
  expect(site.results.at(-1)).toMatchObject({ status: 200, carrier: 'mailbox' });
  expect(stage.site.polls.at(-1)).toMatchObject({ carrier: 'mailbox', service: { hosted: false } });
});

test('a service that starts again continues with the mailbox, and registers nothing twice', async () => {
  await start({ works: 60 });
  await site.until(() => published() > 0, 100);
  await stage.restart();
  site = Object.assign(new DiallingSite(stage.site, stage.url, site.token, stage.clock.now), {
    answer: site.answer,
  });
  await site.until(() => published() === 60, 200);
  expect(stage.registry.artworks.all.size).toBe(60);
});

test.each([
  ['that is reached by the mailbox only', true],
  ['that took two turns while it could not be reached', false],
])('a site %s continues after the journal was lost, and registers nothing twice', async (_, isHidden) => {
  await start({ isHidden, works: 3 });
  if (isHidden) await site.until(() => published() === 3, 100);
  else await until(() => published() === 3, 'published');
  for (let turns = 0; turns < 2; turns += 1) expect(await site.turn()).toMatchObject({ status: 200 });
  await stage.restart(() => loseJournal(stage.dataDir));
  site = Object.assign(new DiallingSite(stage.site, stage.url, site.token, stage.clock.now), {
    answer: site.answer,
  });
  stage.site.share('4', sampleArtwork(4));
  if (isHidden) await site.until(() => stage.site.reports.get('4')?.state === 'published', 200);
  else {
    expect(await site.turn()).toMatchObject({ status: 200 });
    await until(() => stage.site.reports.get('4')?.state === 'published', 'published');
  }
  expect(site.results.filter(({ code }) => code !== null)).toEqual([]);
  expect(stage.registry.artworks.all.size).toBe(4);
});

test('a site in which nothing happens is polled once a turn', async () => {
  await start();
  await site.until(() => published() === 1);
  while ((await site.turn()).call !== null);
  const polls = stage.site.polls.length;
  while ((await site.turn()).call !== null);
  expect(stage.site.polls.length - polls).toBe(1);
  expect(site.results.at(-1)?.nextTurnIn).toBeGreaterThan(0);
});

test('a site that can be reached is called directly, and its turns carry nothing', async () => {
  await start({ isHidden: false });
  await until(() => published() === 1, 'published directly');
  expect(await site.turn()).toMatchObject({ status: 200, carrier: 'direct', call: null });
});

test('after three good direct probes the site stops dialling', async () => {
  await start();
  await site.until(() => published() === 1);
  stage.site.isHidden = false;
  await until(() => stage.site.polls.at(-1)?.['carrier'] === 'direct', 'direct again');
  expect(await site.turn()).toMatchObject({ carrier: 'direct', call: null });
});

describe('what is lost or comes twice', () => {
  test('an answer that the site never got is given again with the token before, and calls with new nonces', async () => {
    await start();
    await site.until(() => site.results.some(({ call }) => call !== null));
    const lost = { token: site.token, answer: site.answer };
    const first = await site.turn();
    Object.assign(site, lost);
    const second = await site.turn();
    expect(second.status).toBe(200);
    if (first.call !== null) {
      expect(second.call?.number).toBeGreaterThan(first.call.number);
      expect(second.call?.nonce).not.toBe(first.call.nonce);
    }
    await site.until(() => published() === 1);
    expect(stage.registry.artworks.all.size).toBe(1);
  });

  test('an answer to another number is dropped', async () => {
    await start();
    await site.until(() => site.answer !== null);
    const good = site.answer as { number: number };
    site.answer = { ...good, number: good.number + 7 };
    const result = await site.turn();
    expect(result.call?.number).toBeGreaterThan(good.number);
    await site.until(() => published() === 1);
  });

  test('a forged answer does not count, and the site continues', async () => {
    await start();
    await site.until(() => site.answer !== null);
    site.answer = { ...site.answer, body: '{"changes":[],"remaining":0}' };
    await site.turn();
    await site.until(() => published() === 1);
  });
});

describe('refused', () => {
  test('a turn that is not signed by the site, comes twice, or at the same time as another', async () => {
    await start();
    const nonce = 'b'.repeat(32);
    expect(await site.turn({ secret: btoa('x'.repeat(32)) })).toMatchObject({ code: 'bad_signature' });
    const [one, other] = await Promise.all([site.turn({ nonce }), site.turn()]);
    expect([one.code, other.code].sort()).toEqual(['busy', null].sort());
    expect(await site.turn({ nonce })).toMatchObject({ status: 401, code: 'replayed' });
    const ahead = new DiallingSite(stage.site, stage.url, site.token, () => stage.clock.now() + 400_000);
    expect(await ahead.turn()).toMatchObject({ status: 401, code: 'clock_skew' });
    expect(await site.turn({ body: { site_url: 7 } })).toMatchObject({ status: 422 });
  });

  test('a site that nobody knows', async () => {
    await start();
    const answer = await fetch(`${stage.url}/sites/${crypto.randomUUID()}/turn`, {
      method: 'POST',
      body: '{}',
    });
    expect([answer.status, answer.headers.get('x-areg-signature')]).toEqual([401, null]);
    expect(await answer.json()).toMatchObject({ error: { code: 'not_paired' } });
  });
});

describe('a copied site', () => {
  const copyOf = (one: DiallingSite) =>
    Object.assign(new DiallingSite(stage.site, stage.url, one.token, stage.clock.now), {
      answer: one.answer,
    });

  test('with an old token stops both, until the owner has said which it is', async () => {
    await start();
    await site.until(() => published() === 1);
    const copy = copyOf(site);
    await site.turn();
    await site.turn();
    expect(await copy.turn()).toMatchObject({ status: 409, code: 'forked' });
    expect(await site.turn()).toMatchObject({ status: 409, code: 'forked' });
    stage.site.share('2', sampleArtwork(2));
    for (let turns = 0; turns < 4; turns += 1) {
      expect((await site.turn()).call).toMatchObject({ name: 'poll' });
      expect((await copy.turn()).call).toMatchObject({ name: 'poll' });
    }
    expect(accountState()).toBe('copy');
    expect(stage.registry.artworks.all.size).toBe(1);
    stage.site.generation += 1;
    // The report about the work may come before the poll that says so.
    await site.until(() => published() === 2 && accountState() === 'ok', 100);
  });

  test('at another address gets polls only, and stops nobody', async () => {
    await start();
    await site.until(() => published() === 1);
    const copy = copyOf(site);
    copy.siteUrl = 'https://staging.shop.example';
    for (let turns = 0; turns < 3; turns += 1) expect((await copy.turn()).call?.name).toBe('poll');
    stage.site.share('2', sampleArtwork(2));
    await site.until(() => published() === 2);
  });
});

test('a site that leaves is forgotten with its key and its journal', async () => {
  await start({ isHidden: false });
  await until(() => published() === 1, 'published');
  const answer = await site.post('leave', { reason: 'disconnected' });
  expect([answer.status, answer.isSigned, answer.json]).toEqual([200, true, { left: true }]);
  expect(stage.app.sites.list()).toEqual([]);
  await until(() => stage.app.journal.works.find(stage.site.siteId, '1') === undefined, 'its rows are gone');
  expect((await site.post('leave', {})).status).toBe(401);
});
