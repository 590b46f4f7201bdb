// What somebody outside acts on must be on the disk first: a power cut may not make the service forget what it said or sent.
import { signWebhook } from '@artwork-registry/contract';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DiallingSite } from '../../../stage/fakes/dialling-site.ts';
import { FakeRegistry } from '../support/fake-registry.ts';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { sampleArtwork } from '../support/sample-artwork.ts';
import { aWhile, pairedSite, stageConfig, until, WEBHOOK_SECRET } from '../support/start-stage.ts';
import { createApp, type App } from '../../src/app.ts';
import { systemClock } from '#kit/clock';
import { openJournal } from '../../src/journal/journal.ts';
import { SitesFile } from '../../src/site/sites-file.ts';

let site: FakeSite;
let registry: FakeRegistry;
let folder: string;
let app: App;
/** A slow disk: no write ends until it is released. */
let disk: PromiseWithResolvers<void>;

beforeEach(async () => {
  site = new FakeSite();
  registry = new FakeRegistry();
  await Promise.all([site.start(), registry.start()]);
  folder = mkdtempSync(join(tmpdir(), 'durability-'));
  disk = Promise.withResolvers();
  const journal = { ...openJournal(join(folder, 'journal.sqlite')), flushed: () => disk.promise };
  app = createApp({
    config: stageConfig(folder),
    clock: systemClock,
    log: pino({ level: 'silent' }),
    journal,
  });
  new SitesFile(folder).save(pairedSite(site, registry));
  journal.meta.save(site.siteId, 'paired', true);
});
afterEach(async () => {
  disk.resolve();
  await app.stop();
  await Promise.all([site.stop(), registry.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

test('a page is acknowledged, a work sent and a delivery answered only when the journal is on the disk', async () => {
  for (let id = 1; id <= 60; id += 1) site.share(String(id), sampleArtwork(id));
  const url = await app.start();
  await until(() => site.calls.includes('changes'), 'a page was read');
  const body = JSON.stringify({
    object: 'event',
    id: 'e1',
    type: 'gallery.updated',
    created_at: new Date().toISOString(),
    organization: { slug: 'ours' },
    resource: { type: 'gallery', id: 'g', registry_id: null },
    changed_fields: [],
  });
  const timestamp = Math.floor(Date.now() / 1000);
  let answered: number | null = null;
  const delivery = fetch(`${url}/webhooks/registry/${site.siteId}`, {
    method: 'POST',
    body,
    headers: {
      'x-registry-delivery': 'd1',
      'x-registry-timestamp': String(timestamp),
      'x-registry-signature': signWebhook(WEBHOOK_SECRET, timestamp, body),
    },
  }).then((response) => (answered = response.status));
  // No round can be counted: the loop itself waits for the disk.
  await aWhile(400);
  expect(site.waiting()).toHaveLength(60);
  expect(registry.count('/integrations/sync')).toBe(0);
  expect(answered).toBeNull();
  disk.resolve();
  await delivery;
  expect(answered).toBe(200);
  await until(() => site.countReported('published') === 60, 'all published');
  expect(site.waiting()).toHaveLength(0);
});

test('works that could not be written through are neither acknowledged nor sent, and nothing is lost', async () => {
  site.share('1', sampleArtwork(1));
  disk.reject(new Error('EIO'));
  disk.promise.catch(() => {});
  await app.start();
  await until(() => site.calls.filter((name) => name === 'changes').length > 1, 'it tried again');
  await aWhile(200);
  expect(site.waiting()).toHaveLength(1);
  expect(registry.count('/integrations/sync')).toBe(0);
});

test('a turn is answered only when its token is on the disk', async () => {
  const url = await app.start();
  const dialling = new DiallingSite(site, url, 'a'.repeat(32), Date.now);
  let answered: number | null = null;
  const turn = dialling.turn().then(({ status }) => (answered = status));
  // A turn waits for its call for up to four seconds.
  await aWhile(4500);
  expect(answered).toBeNull();
  disk.resolve();
  await turn;
  expect(answered).toBe(200);
});
