// A data folder that was put back to an earlier state, and one that two services have: the registry keeps what the shop says.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { stageConfig, startStage, until, type Stage } from '../../tests/support/start-stage.ts';
import { createApp, type App } from '../app.ts';
import { journalFile } from '../journal/journal-file.ts';
import { openJournal } from '../journal/journal.ts';

let stage: Stage;
let other: App | undefined;
let copies: string;
afterEach(async () => {
  await other?.stop();
  other = undefined;
  await stage.stop();
  rmSync(copies, { recursive: true, force: true });
});

const price = (amount: number) => ({ price: { amount, currency: 'EUR' } });
const inRegistry = (id: number) => stage.registry.artworks.findByExternalId(String(id));
const account = () =>
  (stage.site.polls.at(-1)?.['status'] as { account: { state: string; message: string } }).account;
const polled = (count: number) => {
  const end = stage.site.polls.length + count;
  return until(() => stage.site.polls.length >= end, `${count} more polls`);
};

async function publish(): Promise<void> {
  copies = mkdtempSync(join(tmpdir(), 'daemon-older-'));
  stage = await startStage(({ site }) => {
    for (let id = 1; id <= 3; id += 1) site.share(String(id), sampleArtwork(id, price(100)));
  });
  await until(() => stage.site.countReported('published') === 3, 'published');
}

/** The last audit is two days old. */
function ageAudit(): void {
  const journal = openJournal(journalFile(stage.dataDir));
  const audit = journal.meta.find<object>(stage.site.siteId, 'audit');
  const ended_at = new Date(stage.clock.now() - 48 * 3600_000).toISOString();
  journal.meta.save(stage.site.siteId, 'audit', { ...audit, ended_at });
  journal.close();
}

/** Every price that work 1 ever had in the registry from here on. */
function watchPrices(): Set<unknown> {
  const seen = new Set<unknown>();
  const { edit } = stage.registry.artworks;
  stage.registry.artworks.edit = (artwork, changes) => {
    if (artwork === inRegistry(1)) seen.add((changes['price'] as { amount: number } | undefined)?.amount);
    edit.call(stage.registry.artworks, artwork, changes);
  };
  return seen;
}

test('a journal of yesterday puts nothing back, though an audit is due at once', async () => {
  await publish();
  await stage.restart(() => cpSync(stage.dataDir, join(copies, 'yesterday'), { recursive: true }));
  stage.site.share('1', sampleArtwork(1, price(120)));
  await until(() => stage.site.reports.get('1')?.revision === 2, 'changed');
  stage.site.leave('2', 'gone');
  await until(() => inRegistry(2)?.source?.status === 'removed', 'one left');
  await polled(10);
  const prices = watchPrices();
  await stage.restart(() => {
    rmSync(stage.dataDir, { recursive: true });
    mkdirSync(stage.dataDir);
    cpSync(join(copies, 'yesterday'), stage.dataDir, { recursive: true });
    ageAudit();
  });
  await until(() => stage.site.polls.some((poll) => poll['look_again'] === 'all'), 'all is asked for again');
  stage.site.share('3', sampleArtwork(3, { ...price(100), medium: 'Oil' }));
  await until(() => inRegistry(3)?.fields['medium'] === 'Oil', 'it continues');
  stage.site.command('audit');
  await until(() => stage.site.commands.length === 0, 'audited');
  await polled(10);
  expect(prices).not.toContain(100);
  expect(inRegistry(1)?.fields['price']).toEqual(price(120).price);
  expect(inRegistry(2)).toMatchObject({
    source: { status: 'removed' },
    fields: { availability: 'not_for_sale' },
  });
  expect(stage.registry.artworks.list()).toHaveLength(3);
});

test('two services with one pairing stop sending; the one that is left rebuilds its journal and continues', async () => {
  await publish();
  const { clock } = stage;
  await stage.restart(() => cpSync(stage.dataDir, join(copies, 'clone'), { recursive: true }));
  const config = stageConfig(join(copies, 'clone'));
  other = createApp({ config, clock, log: pino({ level: 'silent' }) });
  await other.start();
  await until(() => account().state === 'two_services', 'noticed');
  expect(account().message).toContain('Another sync service works for this site');
  await polled(12);
  const requests = stage.registry.requests.filter(({ method }) => method !== 'GET').length;
  stage.site.share('1', sampleArtwork(1, price(120)));
  await polled(12);
  expect(stage.registry.requests.filter(({ method }) => method !== 'GET')).toHaveLength(requests);
  const prices = watchPrices();
  await other.stop();
  other = undefined;
  await polled(25);
  await clock.tick(310_000);
  await until(() => account().state === 'ok', 'alone again');
  await until(() => inRegistry(1)?.fields['price'] !== undefined && prices.has(120), 'the change is through');
  expect(prices).not.toContain(100);
  await until(() => stage.site.countReported('published') === 3, 'all are known again');
});
