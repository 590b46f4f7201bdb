// The audit against a registry that changed behind our back, and journals that were lost or damaged.
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until, type Stage } from '../../tests/support/start-stage.ts';
import { journalFile } from '../journal/journal-file.ts';
import type { Work } from '../types/work.ts';
import type { AuditReport } from './audit.ts';

let stage: Stage;
afterEach(() => stage.stop());

const inRegistry = (id: number) => stage.registry.artworks.findByExternalId(String(id));
const state = (id: number) => stage.site.reports.get(String(id))?.state;
const report = () => stage.app.journal.meta.find<AuditReport>(stage.site.siteId, 'audit');

async function publish(count: number): Promise<void> {
  stage = await startStage(({ site }) => {
    for (let id = 1; id <= count; id += 1) site.share(String(id), sampleArtwork(id));
  });
  await until(() => stage.site.countReported('published') === count, 'all are published');
}
async function audit(): Promise<AuditReport> {
  const before = report()?.ended_at;
  stage.site.command('audit');
  await until(() => report()?.ended_at !== before, 'the audit ended');
  return report()!;
}

describe('an audit', () => {
  test('of 250 works that are as they should be costs three requests and a handshake, and writes nothing', async () => {
    await publish(250);
    const requests = stage.registry.requests.length;
    expect(await audit()).toMatchObject({ requests: 3, listed: 250, adopted: 0, repaired: 0, missing: 0 });
    await until(() => stage.site.waiting().length === 0, 'the shop sent everything again');
    await stage.rounds();
    expect(stage.registry.requests.length - requests).toBe(3 + 1);
  });

  test('puts right what somebody changed, notices what was withdrawn, and leaves what was sold there', async () => {
    await publish(5);
    inRegistry(1)!.fields['title'] = 'Somebody changed this';
    inRegistry(2)!.isWithdrawn = true;
    inRegistry(3)!.source!.status = 'removed';
    inRegistry(4)!.fields['availability'] = 'sold';
    expect(await audit()).toMatchObject({ listed: 4, repaired: 3, missing: 1 });
    await until(() => state(2) === 'private', 'withdrawn');
    await until(() => state(4) === 'sold', 'sold');
    await until(() => inRegistry(1)!.fields['title'] === 'Study no. 1', 'the title is back');
    await until(() => inRegistry(3)!.source!.status === 'active', 'the source is back');
    inRegistry(2)!.isWithdrawn = false;
    await audit();
    await until(() => state(2) === 'published', 'restored');
  });

  test('keeps a sale of a work that the shop cannot build just then', async () => {
    await publish(1);
    const { artwork } = stage.site.works.get('1')!;
    stage.site.break('1');
    await until(() => state(1) === 'attention', 'broken');
    inRegistry(1)!.fields['availability'] = 'sold';
    await audit();
    stage.site.share('1', artwork!);
    await until(() => state(1) === 'sold', 'mended');
    expect(inRegistry(1)!.fields['availability']).toBe('sold');
  });

  test('is not cut short by a record that it cannot read: the others are listed, none of them is read by itself', async () => {
    await publish(250);
    stage.registry.oddRecord = inRegistry(7)!.registryId;
    const reads = stage.registry.count('/artworks/', 'GET');
    expect(await audit()).toMatchObject({ requests: 3, listed: 249, unreadable: 1, missing: 0 });
    await stage.rounds();
    expect(stage.registry.count('/artworks/', 'GET')).toBe(reads);
  });

  test('continues where it was after outages, and lists no page twice', async () => {
    await publish(450);
    const lists = () => stage.registry.requests.filter(({ path }) => path.startsWith('/artworks?'));
    const before = lists().length;
    stage.registry.failLists = [2, 4];
    expect(await audit()).toMatchObject({ requests: 5, listed: 450, missing: 0 });
    const [failed, done] = [503, 200].map((status) =>
      lists()
        .slice(before)
        .filter((request) => request.status === status),
    );
    expect([failed!.length, done!.length]).toEqual([2, 5]);
    expect(new Set(done!.map(({ path }) => path)).size).toBe(5);
  });

  test('continues where it was after a restart', async () => {
    await publish(450);
    const lists = () =>
      stage.registry.requests.filter(({ path, status }) => path.startsWith('/artworks?') && status === 200);
    const before = lists().length;
    const ended = report()!.ended_at;
    stage.registry.failLists = Array.from({ length: 100 }, (_, index) => index + 3);
    stage.site.command('audit');
    await until(() => lists().length === before + 2, 'two pages are listed');
    await until(() => stage.site.commands.length === 0, 'the command is not given again');
    await stage.restart(() => (stage.registry.failLists = []));
    await until(() => report()!.ended_at !== ended, 'the audit ended');
    expect(report()).toMatchObject({ requests: 5, listed: 450, missing: 0 });
    expect(lists().length - before).toBe(5);
  });

  /** Works that no list has, from number 1001. */
  function addUnlisted(count: number, more: Partial<Work> = {}): void {
    const { works } = stage.app.journal;
    const base = works.find(stage.site.siteId, '1')!;
    stage.app.journal.transaction(() => {
      for (let id = 1001; id <= 1000 + count; id += 1)
        works.save(
          { ...base, externalId: String(id), registryId: `AREG-${id}`, fingerprint: null, ...more },
          undefined,
          false,
        );
    });
  }

  function listCompared(): string[] {
    const db = new Database(journalFile(stage.dataDir), { readonly: true });
    const ids = db
      .prepare(`SELECT external_id FROM action WHERE kind = 'compare' ORDER BY external_id`)
      .pluck();
    const all = ids.all() as string[];
    db.close();
    return all;
  }

  test('reads at most a thousand works one by one where the listing is odd', async () => {
    await publish(3);
    addUnlisted(1200);
    expect(await audit()).toMatchObject({ listed: 3, missing: 1200 });
    expect(listCompared()).toHaveLength(1000);
  });

  test('reads of given-away works those that the audits before had no room for, and calls none of them missing', async () => {
    await publish(3);
    addUnlisted(1200, { ownership: 'moved' });
    const { meta } = stage.app.journal;
    meta.save(stage.site.siteId, 'given_away_read', '2000');
    expect(await audit()).toMatchObject({ listed: 3, missing: 0 });
    const compared = listCompared();
    expect([compared.length, compared[799], compared[800]]).toEqual([1000, '1800', '2001']);
    expect(meta.find(stage.site.siteId, 'given_away_read')).toBe('1800');
  });

  test('that is asked for while another one runs is done after it', async () => {
    await publish(150);
    const counts = () => stage.site.polls.filter((poll) => poll['look_again'] === 'all').length;
    stage.registry.delayMs = 150;
    const lists = () => stage.registry.count('/artworks?', 'GET');
    const before = lists();
    stage.site.command('audit');
    await until(() => lists() > before, 'the first of its two pages was read');
    stage.site.command('audit');
    await until(() => counts() === 2, 'the shop is asked twice');
    stage.registry.delayMs = 0;
  });

  test('reports a work with two Art IDs and touches neither', async () => {
    await publish(2);
    const double = stage.registry.artworks.add('ours', sampleArtwork(1, { title: 'A double' }));
    double.source = { ...inRegistry(1)!.source! };
    expect((await audit()).doubled).toEqual(['1']);
    await stage.rounds();
    expect(double.changes).toBe(0);
  });
});

/** Stops the service, does something to its journal, and starts it again. */
async function meanwhile(act: (file: string) => void): Promise<void> {
  const before = stage.registry.requests.length;
  await stage.restart(() => act(journalFile(stage.dataDir)));
  await until(() => report() !== undefined && report()!.listed > 0, 'rebuilt');
  await until(() => stage.site.waiting().length === 0, 'the shop sent everything again');
  await until(() => stage.app.journal.works.countUnreported(stage.site.siteId) === 0, 'told');
  expect(stage.registry.requests.slice(before).filter(({ path }) => path.includes('sync'))).toEqual([]);
}
function remove(file: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}

describe('a journal', () => {
  test('that was lost is rebuilt: nothing is published twice, and what left meanwhile is told', async () => {
    await publish(120);
    const ids = new Map(
      stage.registry.artworks.list().map((work) => [work.source?.external_id, work.registryId]),
    );
    await meanwhile((file) => {
      remove(file);
      stage.site.share('1', sampleArtwork(1, { medium: 'Oil' }));
      stage.site.leave('2', 'gone');
      stage.site.works.delete('3');
    });
    await until(() => inRegistry(1)?.fields['medium'] === 'Oil', 'the change is through');
    await until(() => state(2) === 'stopped' && state(3) === 'stopped', 'those that left are told');
    await until(() => stage.site.countReported('published') === 118, 'the others are published');
    expect(stage.registry.artworks.list()).toHaveLength(120);
    for (const [id, registryId] of ids) expect(stage.site.reports.get(id!)?.registry_id).toBe(registryId);
  });

  test.each([
    ['is no database at all', (file: string) => writeFileSync(file, 'nonsense '.repeat(2000))],
    [
      'has a page of nonsense in the middle',
      (file: string) => writeFileSync(file, Buffer.alloc(9000, 7), { flag: 'r+' }),
    ],
  ])('that %s is moved aside and rebuilt', async (_, damage) => {
    await publish(30);
    await meanwhile(damage);
    await until(() => stage.site.countReported('published') === 30, 'published as before');
    expect(stage.registry.artworks.list()).toHaveLength(30);
    expect(readdirSync(stage.dataDir).some((name) => name.includes('.corrupt-'))).toBe(true);
  });

  test('of a site that was restored from a backup takes its older revisions', async () => {
    await publish(3);
    for (let times = 0; times < 5; times += 1)
      stage.site.share('1', sampleArtwork(1, { medium: `${times}` }));
    await until(() => inRegistry(1)?.fields['medium'] === '4', 'changed');
    stage.site.works.delete('1');
    stage.site.share('1', sampleArtwork(1, { medium: 'Oil' }));
    expect(stage.site.works.get('1')?.revision).toBe(1);
    await until(() => inRegistry(1)?.fields['medium'] === 'Oil', 'what the restored site says counts');
  });

  test('of a restored site whose owner says that it continues asks for what came after the backup', async () => {
    await publish(3);
    stage.site.works.delete('3');
    stage.site.reports.delete('3');
    stage.site.generation += 1;
    await until(
      () => stage.site.reports.get('3')?.state === 'stopped',
      'the work that the site lost is told',
    );
    expect(inRegistry(3)?.source?.status).toBe('removed');
    expect([state(1), state(2)]).toEqual(['published', 'published']);
    expect(inRegistry(1)?.source?.status).toBe('active');
  });

  test('of a restored site asks also for what waits to be registered, and was never in the backup', async () => {
    await publish(1);
    stage.registry.isDown = true;
    stage.site.share('2', sampleArtwork(2));
    await until(() => state(2) === 'queued', 'the work waits');
    stage.site.works.delete('2');
    stage.site.reports.delete('2');
    stage.site.generation += 1;
    await stage.rounds();
    stage.registry.isDown = false;
    await until(() => stage.site.works.get('2')?.state === 'gone', 'the shop was asked');
    await until(
      () => inRegistry(2)?.source?.status !== 'active',
      'the registry does not show it as a work of the shop',
    );
    expect(state(1)).toBe('published');
  });
});
