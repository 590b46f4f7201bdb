// What goes wrong outside: key, rate limit, outages, odd works, a broken site. No work may be lost, doubled or blamed.
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';
import { journalFile } from '../journal/journal-file.ts';

const PROBE_MS = 300;
let stage: Stage;
afterEach(() => stage.stop());

type Polled = {
  eta_seconds: number | null;
  account: { state: string; message: string | null };
  wait: { reason: string } | null;
};
const lastStatus = () => stage.site.polls.at(-1)?.['status'] as Polled;
const shareMany = (count: number) => (s: Pick<Stage, 'site'>) => {
  for (let id = 1; id <= count; id += 1) s.site.share(String(id), sampleArtwork(id));
};
const published = (count: number) =>
  until(() => stage.site.countReported('published') === count, `${count} published`);

describe('the account', () => {
  test('a revoked key stops everything with one notice, and a new key lets it continue', async () => {
    stage = await startStage(shareMany(1));
    await published(1);
    stage.registry.key = 'areg_new';
    stage.site.share('2', sampleArtwork(2));
    stage.site.share('3', sampleArtwork(3));
    await until(() => lastStatus().account.state === 'unauthorized', 'the notice is there');
    const requests = stage.registry.requests.length;
    const from = stage.clock.elapsed();
    await stage.rounds(14);
    const probes = Math.ceil((stage.clock.elapsed() - from) / PROBE_MS) + 1;
    expect(stage.registry.requests.length - requests).toBeLessThanOrEqual(probes);
    expect(lastStatus()).toMatchObject({
      account: { message: expect.stringContaining('key') },
      wait: { reason: 'account' },
    });
    expect(stage.site.reports.get('2')?.state).toBe('queued');
    stage.setKey('areg_new');
    await published(3);
    expect(lastStatus().account.state).toBe('ok');
    expect(stage.registry.artworks.list()).toHaveLength(3);
  });

  test.each([
    ['missing_scope', 'forbidden'],
    ['organisation_inactive', 'forbidden'],
  ])('%s opens the circuit and it closes by itself when the operator mends it', async (code, state) => {
    stage = await startStage((s) => {
      s.registry.refusal = { status: 403, code };
      shareMany(2)(s);
    });
    await until(() => lastStatus()?.account.state === state, state);
    stage.registry.refusal = null;
    await published(2);
  });

  test('an organisation without a profile is told so, and publishing begins once it has one', async () => {
    stage = await startStage((s) => {
      s.registry.profileTypes = ['museum'];
      shareMany(2)(s);
    });
    await until(() => lastStatus()?.account.state === 'no_write_target', 'no_write_target');
    expect(stage.registry.count('/integrations/sync')).toBe(0);
    stage.registry.profileTypes = ['museum', 'collection'];
    await published(2);
  });

  test('a site without a key waits, says so, and starts when the key comes', async () => {
    stage = await startStage(shareMany(2));
    await published(2);
    stage.setKey(null);
    await until(() => lastStatus().account.state === 'no_key', 'no_key');
    stage.site.share('3', sampleArtwork(3));
    stage.setKey(stage.registry.key);
    await published(3);
  });
});

describe('the rate limit', () => {
  test('is never exceeded while the service is alone, and everything gets through', async () => {
    stage = await startStage((s) => {
      s.registry.limit = 5;
      s.registry.windowSeconds = 2;
      s.registry.features = [];
      shareMany(20)(s);
    });
    await published(20);
    for (let id = 1; id <= 10; id += 1) stage.site.share(String(id), sampleArtwork(id, { medium: 'Oil' }));
    await until(() => lastStatus().wait?.reason === 'rate_limit', 'the wait is explained');
    await until(
      () => stage.registry.artworks.list().filter((work) => work.fields['medium'] === 'Oil').length === 10,
      'all changes are through',
      15_000,
    );
    expect(stage.registry.statuses(429)).toBe(0);
  });

  test('does not keep the service from telling WordPress how long it waits', async () => {
    stage = await startStage((s) => {
      s.registry.limit = 3;
      s.registry.windowSeconds = 60;
      shareMany(100)(s);
    });
    await until(() => lastStatus()?.wait?.reason === 'rate_limit', 'the wait is explained');
    const polls = stage.site.polls.length;
    await until(() => stage.site.polls.length > polls + 2, 'polls continue');
    expect(stage.site.waiting()).toHaveLength(0);
    expect(lastStatus().eta_seconds).toBeGreaterThan(20);
  });

  test('a 429 caused by somebody else only delays', async () => {
    stage = await startStage((s) => {
      s.registry.refusal = { status: 429, code: 'rate_limited' };
      s.registry.windowSeconds = 1;
      shareMany(3)(s);
    });
    await until(() => stage.registry.statuses(429) > 0, 'a 429');
    stage.registry.refusal = null;
    await published(3);
    expect(stage.site.countReported('attention')).toBe(0);
  });
});

describe('outages', () => {
  test('a registry that is down is tried ever more rarely; nothing is blamed on the works', async () => {
    stage = await startStage(shareMany(1));
    await published(1);
    stage.registry.isDown = true;
    for (let id = 2; id <= 80; id += 1) stage.site.share(String(id), sampleArtwork(id));
    await until(() => lastStatus().account.state === 'unreachable', 'unreachable');
    const requests = stage.registry.requests.length;
    await stage.rounds(30);
    expect(stage.registry.requests.length - requests).toBeLessThan(6);
    expect(stage.site.countReported('attention')).toBe(0);
    stage.registry.isDown = false;
    stage.site.command('sync');
    await published(80);
    expect(stage.registry.artworks.list()).toHaveLength(80);
  });

  test('an outage is over for the owner once the registry answers, also where nothing is left to send', async () => {
    stage = await startStage(shareMany(1));
    await published(1);
    stage.registry.isDown = true;
    stage.site.share('2', sampleArtwork(2));
    await until(() => lastStatus().account.state === 'unreachable', 'unreachable');
    stage.site.leave('2', 'not_shared');
    await stage.rounds(2);
    stage.registry.isDown = false;
    await until(() => lastStatus().account.state === 'ok', 'it answers again');
    expect(stage.site.countReported('published')).toBe(1);
  });

  test('an answer lost on the way doubles nothing: the replay is compared before it counts', async () => {
    stage = await startStage((s) => {
      s.registry.lostAnswers = 1;
      shareMany(5)(s);
    });
    await until(() => stage.registry.lostAnswers === 0, 'an answer got lost');
    stage.site.command('sync');
    await published(5);
    expect(stage.registry.artworks.list()).toHaveLength(5);
    expect(stage.registry.count('/artworks/', 'GET')).toBe(5);
    expect(stage.registry.artworks.list().every((work) => work.changes === 0)).toBe(true);
  });

  test('a change lost on the way and changed back meanwhile ends with what the shop says', async () => {
    const price = (amount: number) => ({ price: { amount, currency: 'EUR' } });
    stage = await startStage(({ site }) => site.share('1', sampleArtwork(1, price(100))));
    await published(1);
    stage.registry.lostAnswers = 1;
    stage.site.share('1', sampleArtwork(1, price(120)));
    await until(() => stage.registry.lostAnswers === 0, 'the answer got lost');
    stage.site.share('1', sampleArtwork(1, price(100)));
    stage.site.command('sync');
    await until(
      () => stage.site.reports.get('1')?.revision === 3 && stage.site.countReported('published') === 1,
      'settled',
    );
    await stage.rounds();
    expect(stage.registry.artworks.findByExternalId('1')?.fields['price']).toEqual({
      amount: 100,
      currency: 'EUR',
    });
  });
});

describe('a page of somebody between us and the registry', () => {
  test.each([403, 404, 401, 301])('with status %i says nothing about any work', async (status) => {
    stage = await startStage(shareMany(3));
    await published(3);
    stage.registry.page = status;
    for (let id = 4; id <= 60; id += 1) stage.site.share(String(id), sampleArtwork(id));
    stage.site.share('1', sampleArtwork(1, { medium: 'Oil' }));
    stage.site.command('recheck', '2');
    stage.site.command('recheck', '3');
    await until(() => lastStatus().account.state === 'unreachable', 'it counts as an outage');
    expect(lastStatus().account.message).toMatch(/answered \d+, but not as a registry/);
    stage.registry.page = null;
    stage.site.command('sync');
    await published(60);
    expect(stage.site.reportLog.filter(({ state }) => ['attention', 'private'].includes(state))).toEqual([]);
    expect(stage.registry.artworks.findByExternalId('1')?.fields['medium']).toBe('Oil');
  });

  test('that stops one work only is divided down to it, and the others continue', async () => {
    stage = await startStage((s) => {
      s.registry.blockedTitle = 'Study no. 7';
      shareMany(30)(s);
    });
    await published(29);
    expect(stage.site.reports.get('7')?.state).not.toBe('attention');
    // As after some ten minutes of it.
    const db = new Database(journalFile(stage.dataDir));
    db.exec('UPDATE action SET suspicion = 8, not_before = 0');
    db.close();
    await until(() => stage.site.reports.get('7')?.state === 'attention', 'its owner hears of it');
    expect(stage.site.reports.get('7')?.error?.code).toBe('registry_failed');
    stage.registry.blockedTitle = null;
    stage.site.command('retry', '7');
    await published(30);
  });
});

describe('one odd work among many', () => {
  test('a whole batch refused without a reason is halved down to the one work', async () => {
    stage = await startStage((s) => {
      s.registry.poisonTitle = 'Study no. 17';
      shareMany(50)(s);
    });
    await published(49);
    await until(() => stage.site.reports.get('17')?.state === 'attention', 'the odd one needs attention');
    expect(stage.registry.count('/integrations/sync')).toBeLessThan(20);
  });

  test('a work that makes the registry fail does not hold up the others', async () => {
    stage = await startStage((s) => {
      s.registry.crashTitle = 'Study no. 3';
      shareMany(10)(s);
    });
    await until(() => stage.site.countReported('published') >= 7, 'most are through', 20_000);
    expect(stage.site.countReported('attention')).toBe(0);
  });
});

describe('a work that the site cannot read at all', () => {
  test('is found, skipped and shown, while the others continue; it comes through when the owner tries again', async () => {
    stage = await startStage((s) => {
      s.site.deadlyId = '17';
      shareMany(60)(s);
    });
    await published(59);
    expect(stage.site.reports.get('17')).toMatchObject({
      state: 'attention',
      error: { code: 'build_failed' },
    });
    expect(stage.site.works.get('17')?.acked).toBe(0);
    const calls = stage.site.calls.filter((name) => name === 'changes').length;
    // 50, 13, 4, 1 and back again, each by three ways in.
    expect(calls).toBeLessThan(60);
    stage.site.deadlyId = null;
    stage.site.command('retry', '17');
    await published(60);
    expect(stage.app.journal.meta.find(stage.site.siteId, 'quarantine')).toEqual({});
  });
});

describe('a broken site', () => {
  test.each(['silent', 'unsigned', 'wrong_signature', 'fatal', 'empty_unsigned'] as const)(
    'that is %s never means that works are gone',
    async (mode) => {
      stage = await startStage(shareMany(3));
      await published(3);
      const calls = stage.site.calls.length;
      stage.site.mode = mode;
      // One call that is under way, and one poll that tries all three ways in.
      await until(() => stage.site.calls.length > calls + 4, 'a round failed');
      expect(stage.registry.artworks.list().every((work) => work.source?.status === 'active')).toBe(true);
      stage.site.mode = 'ok';
      stage.site.share('1', sampleArtwork(1, { medium: 'Oil' }));
      await until(
        () => stage.registry.artworks.findByExternalId('1')?.fields['medium'] === 'Oil',
        'it continues',
        10_000,
      );
    },
  );

  test('reports that WordPress did not save are sent again after a restart', async () => {
    let calls = Infinity;
    stage = await startStage(shareMany(3), {
      onFault: (point) => {
        if (point !== 'settled') return;
        stage.site.mode = 'fatal';
        calls = stage.site.calls.length;
      },
    });
    await until(() => stage.registry.artworks.list().length === 3, 'published');
    await until(() => stage.site.calls.length > calls, 'a call failed');
    stage.site.mode = 'ok';
    await stage.restart();
    await published(3);
    expect(stage.registry.artworks.list()).toHaveLength(3);
  });
});
