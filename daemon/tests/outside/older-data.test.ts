// The way from an earlier version to this one, and back: data folders that earlier programs left, under the programs of today.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeRegistry } from '../support/fake-registry.ts';
import { FakeSite } from '../support/fake-site.ts';
import { HostProcess } from '../support/host-process.ts';
import { olderWorld, restoreRegistry, restoreSite, unpackOlder } from '../support/older-data.ts';
import { sampleArtwork } from '../support/sample-artwork.ts';
import { until } from '../support/start-stage.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');
// Each command is a process of its own: generous, so that only a hang is a failure.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let registry: FakeRegistry;
let sites: FakeSite[];
let ends: (() => Promise<unknown>)[];
beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'daemon-older-data-')), 'data');
  mkdirSync(folder);
  registry = new FakeRegistry();
  [sites, ends] = [[], []];
  await registry.start();
});
afterEach(async () => {
  await Promise.all(ends.map((end) => end()));
  await Promise.all([registry, ...sites].map((one) => one.stop()));
  rmSync(join(folder, '..'), { recursive: true, force: true });
});

const environment = () => ({
  ...process.env,
  DAEMON_DATA_DIR: folder,
  DAEMON_PORT: '0',
  DAEMON_POLL_ACTIVE_MS: '50',
  DAEMON_POLL_IDLE_MS: '50',
  DAEMON_REGISTRIES: registry.url,
  DAEMON_SEALING_KEY_FILE: join(folder, 'sealing-key'),
});
const of = (child: ChildProcess) => async () => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
};

async function command(...args: string[]): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, [MAIN, ...args], { env: environment() });
  ends.push(of(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, said };
}
async function runService(): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [MAIN, 'run'], { env: environment() });
  ends.push(of(child));
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()));
  await until(() => said.includes('listening') || child.exitCode !== null, 'the service listens');
  expect(said).toContain('listening');
  return of(child);
}

/** The sites of `name` as they were then; a place of their own in today's network. */
async function moveIn(name: 'service' | 'host'): Promise<{ [name: string]: FakeSite }> {
  const world = olderWorld(name);
  const moved: { [name: string]: FakeSite } = {};
  const addresses = { [world.registry.url]: registry.url };
  for (const [siteName, older] of Object.entries(world.sites)) {
    const site = new FakeSite();
    await site.start();
    sites.push(site);
    restoreSite(site, older);
    moved[siteName] = site;
    addresses[older.url] = site.url;
  }
  restoreRegistry(registry, world.registry);
  registry.artworks.refusedTitle = 'Refused';
  unpackOlder(name, folder, addresses);
  return moved;
}

const inRegistry = (id: string) => registry.artworks.findByExternalId(id);
const writes = () => registry.requests.filter(({ method }) => method !== 'GET');
const itemsOf = (path: string) =>
  writes()
    .filter((request) => request.path === path)
    .reduce((sum, { items }) => sum + items, 0);
const polled = (site: FakeSite, count: number) => {
  const end = site.polls.length + count;
  return until(() => site.polls.length >= end, `${count} more polls`);
};
const setSchema = (file: string, schema: number) => {
  const db = new Database(file);
  db.pragma(`user_version = ${schema}`);
  db.close();
};

describe('the service of one gallery', () => {
  test('sends what an earlier version had not sent, each once, and knows the rest', async () => {
    const { shop } = await moveIn('service');
    if (!shop) throw new Error('no shop');
    const reportedBefore = new Map(shop.reports);
    await runService();
    await until(() => inRegistry('13') !== undefined, 'the new work is registered');
    await until(() => shop.reports.get('13')?.state === 'published', 'the shop has heard of it');
    await until(() => shop.reports.get('12')?.registry_id === 'AREG-9', 'the lost answer is known');
    await until(() => inRegistry('1')?.changes === 1, 'the new price is through');
    await until(() => inRegistry('2')?.fields['availability'] === 'not_for_sale', 'the departure is through');
    await polled(shop, 10);
    expect(inRegistry('1')?.fields['price']).toEqual({ amount: 999, currency: 'EUR' });
    expect(inRegistry('2')?.source).toMatchObject({ status: 'unpublished' });
    expect(shop.reports.get('12')).toMatchObject({ registry_id: 'AREG-9', error: null });
    // Nothing but that: 12 and 13, the price of 1, the departure of 2 with its availability.
    expect(itemsOf('/integrations/sync')).toBe(2);
    expect(itemsOf('/integrations/updates')).toBe(3);
    expect(registry.artworks.list()).toHaveLength(10);
    for (const id of ['3', '4', '5', '6', '7', '8']) {
      expect(inRegistry(id)?.changes, id).toBe(0);
      expect(shop.reports.get(id)?.registry_id, id).toBe(reportedBefore.get(id)?.registry_id);
    }
    expect(shop.reports.get('9')?.error).not.toBeNull();
    for (const id of ['10', '11']) expect(shop.reports.get(id)?.held?.reason, id).toBe('look_alike');
    // The pairing and the key are good for what comes next.
    const before = writes().length;
    shop.share('3', sampleArtwork(3, { price: { amount: 300, currency: 'EUR' } }));
    await until(() => inRegistry('3')?.changes === 1, 'a later change is through');
    expect(inRegistry('3')?.fields['price']).toEqual({ amount: 300, currency: 'EUR' });
    expect(writes()).toHaveLength(before + 1);
  });

  test('leaves a journal of a newer version alone, says what to do, and rebuilds it where that is done', async () => {
    const { shop } = await moveIn('service');
    if (!shop) throw new Error('no shop');
    const file = join(folder, 'journal.sqlite');
    setSchema(file, 99);
    const newer = readFileSync(file);
    for (const args of [['run'], ['status']]) {
      const { code, said } = await command(...args);
      expect({ args, code }).toEqual({ args, code: 1 });
      expect(said).toContain('was written by a newer version of the sync service (schema 99; this one knows');
      expect(said).toContain('Install the newer version again.');
      expect(said).not.toMatch(/\n\s+at /);
    }
    expect(readFileSync(file).equals(newer)).toBe(true);
    expect((await command('doctor')).said).toContain('newer version of the sync service');
    for (const name of readdirSync(folder).filter((one) => one.startsWith('journal.sqlite')))
      rmSync(join(folder, name));
    await runService();
    await until(() => shop.reports.get('13')?.state === 'published', 'the rebuilt journal goes on');
    await until(() => inRegistry('2')?.fields['availability'] === 'not_for_sale', 'the departure is through');
    expect(inRegistry('1')?.fields['price']).toEqual({ amount: 999, currency: 'EUR' });
    expect(registry.artworks.list()).toHaveLength(10);
  });

  test('leaves pairings of a newer version alone', async () => {
    await moveIn('service');
    const file = join(folder, 'sites.json');
    const newer = readFileSync(file, 'utf8').replace('"version": 1', '"version": 2');
    writeFileSync(file, newer, { mode: 0o600 });
    const { code, said } = await command('run');
    expect(code).toBe(1);
    expect(said).toContain(
      'sites.json was written by a newer version of the sync service (2; this one knows 1)',
    );
    expect(said).not.toContain('areg_');
    expect(readFileSync(file, 'utf8')).toBe(newer);
  });
});

describe('a host', () => {
  const host = () => {
    const process = new HostProcess({
      DAEMON_DATA_DIR: folder,
      DAEMON_REGISTRIES: registry.url,
      DAEMON_SEALING_KEY_FILE: join(folder, 'sealing-key'),
      DAEMON_POLL_ACTIVE_MS: '50',
      DAEMON_POLL_IDLE_MS: '50',
    });
    ends.push(() => process.stop());
    return process;
  };

  test('serves the sites of an earlier one with their sealed keys, sends what waited, and leaves a paused one alone', async () => {
    const { busy, paused, waiting } = await moveIn('host');
    if (!busy || !paused || !waiting) throw new Error('a site is missing');
    await host().start();
    await until(() => busy.reports.get('13')?.state === 'published', 'the new work is registered');
    await until(() => inRegistry('10')?.changes === 1, 'the new price is through');
    await until(() => waiting.polls.length > 0, 'the site without a key is served');
    await polled(busy, 10);
    expect(inRegistry('10')?.fields['price']).toEqual({ amount: 999, currency: 'EUR' });
    expect([itemsOf('/integrations/sync'), itemsOf('/integrations/updates')]).toEqual([1, 1]);
    expect(registry.artworks.list()).toHaveLength(7);
    for (const id of ['11', '12']) expect(inRegistry(id)?.changes, id).toBe(0);
    expect(waiting.polls.at(-1)).toMatchObject({ status: { access: { state: 'waiting' } } });
    expect(paused.calls).toEqual([]);
    // Its key was sealed then, and opens now.
    const resumed = await command('host', 'resume', paused.siteId);
    expect(resumed.code, resumed.said).toBe(0);
    paused.share('20', sampleArtwork(20, { price: { amount: 777, currency: 'EUR' } }));
    await until(() => inRegistry('20')?.changes === 1, 'the resumed site goes on');
    expect(inRegistry('20')?.fields['price']).toEqual({ amount: 777, currency: 'EUR' });
  });

  test.each([
    ['directory', 'directory.sqlite', 'The directory'],
    ['journal', join('cells', '1', 'journal.sqlite'), 'The journal'],
  ])('leaves a %s of a newer version alone, and says what to do', async (_what, name, said) => {
    const { busy } = await moveIn('host');
    const file = join(folder, name);
    setSchema(file, 99);
    const newer = readFileSync(file);
    const refused = await command('host', 'run');
    expect(refused.code).toBe(1);
    expect(refused.said).toContain(`${said} ${file} was written by a newer version`);
    expect(refused.said).toContain('Install the newer version again');
    expect(readFileSync(file).equals(newer)).toBe(true);
    if (name === 'directory.sqlite') return;
    rmSync(join(folder, 'cells'), { recursive: true });
    await host().start();
    await until(() => busy?.reports.get('13')?.state === 'published', 'the rebuilt journal goes on');
    expect(inRegistry('10')?.fields['price']).toEqual({ amount: 999, currency: 'EUR' });
    expect(registry.artworks.list()).toHaveLength(7);
  });
});
