// Pairings that change under a running service, and what its health says while they cannot be read.
import { chmodSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, expect, test } from 'vitest';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { pairedSite, startStage, until, type Stage } from '../../tests/support/start-stage.ts';
import { journalFile } from '../journal/journal-file.ts';

let stage: Stage;
afterEach(() => stage.stop());

const file = () => join(stage.dataDir, 'sites.json');
const health = async () => {
  const answer = await fetch(`${stage.url}/health`);
  return { code: answer.status, ...((await answer.json()) as { status: string; sites: number }) };
};
const lastState = () => (stage.site.polls.at(-1)?.['status'] as { account: { state: string } }).account.state;

async function publish(): Promise<void> {
  stage = await startStage(({ site }) => site.share('1', sampleArtwork(1)));
  await until(() => stage.site.countReported('published') === 1, 'published');
}
async function untilHealth(status: string): Promise<void> {
  for (let tries = 0; (await health()).status !== status; tries += 1) {
    if (tries > 300) throw new Error(`health is ${JSON.stringify(await health())}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test('a file that cannot be read is said by the health, without a word of its keys, and tried until it can', async () => {
  await publish();
  const good = readFileSync(file(), 'utf8');
  writeFileSync(file(), good.replace('"sites"', '"sites'));
  await untilHealth('sites_unreadable');
  expect((await health()).code).toBe(503);
  expect(() => stage.app.sites.list()).toThrow(/^\S+sites\.json is not JSON\./);
  writeFileSync(file(), good.replace('"secret"', '"secrets"'));
  expect(() => stage.app.sites.list()).toThrow('at "sites.0.secret"');
  // The same moment and the same inode as before, as after "chown": only a look tells.
  writeFileSync(file(), good);
  await untilHealth('ok');
  stage.registry.key = 'areg_new';
  stage.site.share('2', sampleArtwork(2));
  await until(() => lastState() === 'unauthorized', 'the old key is refused');
  stage.setKey('areg_new');
  await until(() => lastState() === 'ok', 'the next change is followed');
});

test.skipIf(process.getuid?.() === 0)(
  'a file of another user is followed as soon as it can be read',
  async () => {
    await publish();
    chmodSync(file(), 0);
    await untilHealth('sites_unreadable');
    chmodSync(file(), 0o600);
    await untilHealth('ok');
  },
);

test('a new key is taken at once though the site hangs, and no other site waits for it', async () => {
  const second = new FakeSite();
  await second.start();
  await publish();
  try {
    stage.site.mode = 'hangs';
    const calls = stage.site.calls.length;
    await until(() => stage.site.calls.length > calls, 'a call hangs');
    const before = Date.now();
    stage.setKey('areg_other');
    stage.app.journal.meta.save(second.siteId, 'paired', true);
    stage.pairings().save(pairedSite(second, stage.registry));
    await until(() => second.polls.length > 0, 'the second site is polled', 4000);
    expect((await health()).sites).toBe(2);
    const site = stage.app.sites.find(stage.site.siteId)!;
    expect(site.apiKey).toBe('areg_other');
    // A call lasts five seconds here before its own limit ends it.
    expect(Date.now() - before).toBeLessThan(3500);
  } finally {
    stage.site.mode = 'ok';
    await second.stop();
  }
});

test('an error of our own is said by health, status and metrics, until it is over', async () => {
  await publish();
  const { journal } = stage.app;
  const take = journal.commands.list;
  journal.commands.list = () => {
    throw new Error('SQLITE_IOERR: disk I/O error');
  };
  await untilHealth('failing');
  expect((await health()).code).toBe(503);
  const metrics = await (await fetch(`${stage.url}/metrics`)).text();
  expect(metrics).toMatch(/artwork_registry_failing\{site="[^"]+"\} 1/);
  expect(journal.meta.find(stage.site.siteId, 'status')).toMatchObject({
    own_error: expect.stringContaining('disk I/O error'),
  });
  journal.commands.list = take;
  await untilHealth('ok');
});

test('health and metrics ask the journal for nothing that grows with the catalogue', async () => {
  await publish();
  let counted = 0;
  const { countByState } = stage.app.journal.works;
  stage.site.mode = 'hangs';
  const calls = stage.site.calls.length;
  await until(() => stage.site.calls.length > calls, 'the loop waits');
  stage.app.journal.works.countByState = (siteId) => {
    counted += 1;
    return countByState(siteId);
  };
  for (let times = 0; times < 20; times += 1) {
    await health();
    await (await fetch(`${stage.url}/metrics`)).text();
  }
  expect(counted).toBe(0);
  stage.site.mode = 'ok';
});

test('an unpaired site is not part of what its key still has to do', async () => {
  const second = new FakeSite();
  await second.start();
  await publish();
  try {
    stage.app.journal.meta.save(second.siteId, 'paired', true);
    stage.pairings().save(pairedSite(second, stage.registry));
    await until(() => second.polls.length > 2, 'polled');
    stage.app.sites.remove(second.siteId);
    await until(() => stage.app.demandOf(stage.site.siteId).size === 1, 'forgotten');
  } finally {
    await second.stop();
  }
});

test('an unpaired site is forgotten by its key although the journal cannot be purged', async () => {
  const second = new FakeSite();
  await second.start();
  await publish();
  const { journal } = stage.app;
  const { purge } = journal;
  try {
    journal.meta.save(second.siteId, 'paired', true);
    stage.pairings().save(pairedSite(second, stage.registry));
    await until(() => second.polls.length > 2, 'polled');
    let refused = 0;
    journal.purge = () => {
      refused += 1;
      throw new Error('SQLITE_FULL: database or disk is full');
    };
    stage.app.sites.remove(second.siteId);
    await until(() => refused > 0, 'refused');
    await until(() => stage.app.demandOf(stage.site.siteId).size === 1, 'forgotten');
  } finally {
    journal.purge = purge;
    await second.stop();
  }
});

test('a work that a crash left on its way is shown as waiting while nothing may be sent', async () => {
  await publish();
  stage.setKey(null);
  await until(() => lastState() === 'no_key', 'no key');
  await stage.restart(() => {
    const db = new Database(journalFile(stage.dataDir));
    db.exec(`UPDATE work SET state = 'sending'`);
    db.close();
  });
  await until(() => stage.site.reports.get('1')?.state === 'queued', 'it waits');
});

test('a site that is unpaired for good leaves nothing in the journal, and others keep theirs', async () => {
  const second = new FakeSite();
  await second.start();
  second.share('9', sampleArtwork(9));
  await publish();
  try {
    const { journal } = stage.app;
    journal.meta.save(second.siteId, 'paired', true);
    stage.pairings().save(pairedSite(second, stage.registry));
    await until(() => second.countReported('published') === 1, 'published');
    journal.meta.save(second.siteId, 'purge', true);
    stage.app.sites.remove(second.siteId);
    await until(() => journal.works.find(second.siteId, '9') === undefined, 'the rows are gone');
    for (const name of ['status', 'connection', 'purge'])
      expect(journal.meta.find(second.siteId, name)).toBeUndefined();
    expect(journal.works.find(stage.site.siteId, '1')).toBeDefined();
  } finally {
    await second.stop();
  }
});

test('a rename keeps the service on the same pairings', async () => {
  await publish();
  writeFileSync(`${file()}.other`, readFileSync(file(), 'utf8'));
  renameSync(`${file()}.other`, file());
  stage.site.share('1', sampleArtwork(1, { medium: 'Oil' }));
  await until(() => stage.site.reports.get('1')?.revision === 2, 'it continues');
});
