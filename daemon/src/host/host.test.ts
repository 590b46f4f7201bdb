// A host over HTTP, with its cells in this process: sites connect, register, move and leave, and nobody takes what is another's.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeRegistry } from '../../tests/support/fake-registry.ts';
import { HostedSite } from '../../tests/support/hosted-site.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { cellsHere, hostConfig, hostSettings } from '../../tests/support/start-host.ts';
import { until } from '../../tests/support/start-stage.ts';
import { systemClock } from '#kit/clock';
import { journalFile } from '../journal/journal-file.ts';
import { openJournal } from '../journal/journal.ts';
import { createHost, type HostApp } from './host-app.ts';
import type { HostSettings } from './host-settings.ts';

let dataDir: string;
let host: HostApp;
let url: string;
let registry: FakeRegistry;
let sites: HostedSite[];
const log = pino({ level: 'silent' });

async function startHost(change: Partial<HostSettings> = {}): Promise<void> {
  const settings = { ...hostSettings(dataDir, registry.url), ...change };
  const startCell = cellsHere(log);
  host = createHost({ config: hostConfig(dataDir), settings, clock: systemClock, log, startCell });
  url = await host.start();
}

async function site(): Promise<HostedSite> {
  const one = new HostedSite(url, registry.url);
  await one.start();
  sites.push(one);
  return one;
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'daemon-host-'));
  sites = [];
  registry = new FakeRegistry();
  await registry.start();
  await startHost();
});
afterEach(async () => {
  await host.stop();
  await Promise.all([registry.stop(), ...sites.map((one) => one.stop())]);
  rmSync(dataDir, { recursive: true, force: true });
});

describe('connecting', () => {
  test('a site is polled at once, hands its key over, and its artworks are registered', async () => {
    const one = await site();
    one.fake.share('1', sampleArtwork(1));
    expect(await one.connect()).toMatchObject({ status: 201, json: { service: { name: 'Test host' } } });
    await until(() => one.fake.polls.length > 0, 'polled');
    expect(one.fake.polls[0]).toMatchObject({ service: { hosted: true }, carrier: 'direct' });
    await until(() => host.directory.findRow(one.siteId)?.is_proven === 1, 'proven');
    expect(one.fake.calls).not.toContain('changes');
    await one.handOverKey(registry.key);
    await until(() => one.fake.countReported('published') === 1, 'published');
  });

  test('a site that cannot be reached connects by the mailbox alone, and proves nothing', async () => {
    const one = await site();
    one.fake.isHidden = true;
    one.fake.share('1', sampleArtwork(1));
    await one.connect();
    const dialling = one.dial();
    await dialling.until(() => one.fake.polls.length > 0);
    await one.handOverKey(registry.key, () => dialling.turn());
    await dialling.until(() => one.fake.countReported('published') === 1);
    expect(host.directory.findRow(one.siteId)).toMatchObject({ is_proven: 0 });
  });

  test.each([
    ['protocol', 2, 403, 'version_not_served'],
    ['plugin_version', '0.0.9', 403, 'version_not_served'],
    ['registry_url', 'https://other.example/api/v1', 403, 'registry_not_served'],
    ['environment', 'staging', 403, 'not_in_production'],
    ['public', false, 403, 'not_in_production'],
    ['secret', 'c2hvcnQ=', 422, 'invalid_body'],
    ['site_url', 'ftp://shop.example', 422, 'invalid_body'],
    ['site_url', 'https://user:password@shop.example', 422, 'invalid_body'],
  ])('%s %j is refused with %i %s', async (field, value, status, code) => {
    const one = await site();
    expect(await one.connect({ [field]: value })).toMatchObject({ status, json: { error: { code } } });
    expect(host.directory.count()).toBe(0);
  });

  test('the thirty-first site of a sender within an hour has to wait', async () => {
    const one = await site();
    const statuses: number[] = [];
    for (let times = 0; times < 31; times += 1) statuses.push((await one.connect()).status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(30);
    expect(statuses.at(-1)).toBe(429);
  });

  test('a full host says so', async () => {
    await host.stop();
    await startHost({ maxSites: 1 });
    const one = await site();
    expect((await one.connect()).status).toBe(201);
    expect(await one.connect()).toMatchObject({ status: 503, json: { error: { code: 'service_full' } } });
  });

  test('a site in test is taken where the registry is a test registry', async () => {
    registry.isTest = true;
    const one = await site();
    expect((await one.connect({ environment: 'local', public: false })).status).toBe(201);
  });
});

describe('nobody takes what is another’s', () => {
  test('the address and the id of a connected site inherit nothing', async () => {
    const one = await site();
    await one.connect();
    await one.handOverKey(registry.key);
    const thief = await site();
    const answer = await thief.connect({
      site_url: one.fake.url,
      site_id: one.siteId,
      former_site_id: one.siteId,
    });
    expect(answer.status).toBe(201);
    expect(thief.siteId).not.toBe(one.siteId);
    expect(host.directory.findSite(thief.siteId)).toMatchObject({ apiKey: null });
    expect(host.directory.findSite(one.siteId)).toMatchObject({ apiKey: registry.key });
  });

  test('a pairing is continued by a signature with the former secret only, and keeps its key', async () => {
    const one = await site();
    await one.connect();
    await one.handOverKey(registry.key);
    const { siteId } = one;
    const forged = await one.connect({}, { siteId, secret: randomBytes(32).toString('base64') });
    expect(forged).toMatchObject({ status: 401, json: { error: { code: 'bad_signature' } } });
    const unknown = await one.connect({}, { siteId: crypto.randomUUID(), secret: one.fake.secret });
    expect(unknown).toMatchObject({ status: 401, json: forged.json });
    const next = randomBytes(32).toString('base64');
    expect((await one.connect({ secret: next }, { siteId, secret: one.fake.secret })).status).toBe(201);
    expect(one.siteId).toBe(siteId);
    one.fake.share('1', sampleArtwork(1));
    await until(() => one.fake.countReported('published') === 1, 'published with the key that stayed');
  });

  test('a site that did not get the answer continues its pairing again with the secret that it has', async () => {
    const one = await site();
    await one.connect();
    await one.handOverKey(registry.key);
    const former = { siteId: one.siteId, secret: one.fake.secret };
    const secret = () => randomBytes(32).toString('base64');
    one.fake.isHidden = true;
    await one.connect({ secret: secret() }, former);
    expect((await one.connect({ secret: secret() }, former)).status).toBe(201);
    expect(host.directory.findSite(one.siteId)).toMatchObject({
      apiKey: registry.key,
      secret: one.fake.secret,
    });
    const stolen = { ...former, secret: secret() };
    expect((await one.connect({ secret: secret() }, stolen)).status).toBe(401);
    // For introductions only: a turn with the former secret is refused.
    expect(await one.dial().turn({ secret: former.secret })).toMatchObject({ code: 'bad_signature' });
  });

  test('a copy at another address does not continue the pairing of a site that still answers', async () => {
    const one = await site();
    await one.connect();
    await until(() => one.fake.polls.length > 0, 'polled');
    const { siteId, fake } = one;
    const answer = await one.connect(
      { site_url: 'https://copy.shop.example' },
      { siteId, secret: fake.secret },
    );
    expect(answer).toMatchObject({ status: 409, json: { error: { code: 'still_answers' } } });
  });

  test('a site that has two names continues its pairing under the other one', async () => {
    const one = await site();
    await one.connect();
    await one.handOverKey(registry.key);
    const { siteId, fake } = one;
    const other = fake.url.replace('127.0.0.1', 'localhost');
    fake.givesAddress = other;
    expect((await one.connect({ site_url: `${other}/` }, { siteId, secret: fake.secret })).status).toBe(201);
    expect(host.directory.findSite(siteId)).toMatchObject({ siteUrl: other, apiKey: registry.key });
  });

  test('a turn that another site signed is refused', async () => {
    const [one, other] = [await site(), await site()];
    await one.connect();
    await other.connect();
    const dialling = one.dial();
    expect(await dialling.turn({ secret: other.fake.secret })).toMatchObject({ code: 'bad_signature' });
  });
});

test('no file of the host has a key or a secret in the clear', async () => {
  const one = await site();
  await one.connect();
  await one.handOverKey(registry.key);
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((file) =>
    file.isFile(),
  );
  const contents = files.map((file) => readFileSync(join(file.parentPath, file.name)).toString('latin1'));
  for (const text of contents)
    for (const secret of [registry.key, one.fake.secret]) expect(text).not.toContain(secret);
});

test('a cell keeps a name for the key in memory, and opens the key for each call', async () => {
  const one = await site();
  one.fake.share('1', sampleArtwork(1));
  await one.connect();
  await one.handOverKey(registry.key);
  await until(() => one.fake.countReported('published') === 1, 'published');
  const sites = host.directory.ofCell(1);
  const served = sites.served(one.siteId)!;
  expect(served.apiKey).toMatch(/^key:[0-9a-f]{32}$/);
  expect(sites.keyOf(served)).toBe(registry.key);
  sites.update(one.siteId, (known) => ({ ...known, apiKey: 'areg_another' }));
  expect(sites.keyOf(served)).toBeNull();
  await until(() => one.status()?.account.state === 'unauthorized', 'the other key is used');
  host.directory.setState(one.siteId, 'paused');
  expect(sites.keyOf({ ...served, apiKey: sites.served(one.siteId)?.apiKey ?? null })).toBeNull();
});

test('a site that leaves is gone from the directory', async () => {
  const one = await site();
  await one.connect();
  await until(() => one.fake.polls.length > 0, 'polled');
  expect(await one.dial().post('leave', { reason: 'uninstalled' })).toMatchObject({
    status: 200,
    isSigned: true,
  });
  expect(host.directory.findRow(one.siteId)).toBeUndefined();
  expect((await one.dial().turn()).code).toBe('not_paired');
});

test('a site that the host removes leaves nothing in the journal, and a paused one keeps everything', async () => {
  const [one, other] = [await site(), await site()];
  for (const each of [one, other]) {
    each.fake.share('1', sampleArtwork(1));
    await each.connect();
    await each.handOverKey(registry.key);
    await until(() => each.fake.reports.has('1'), 'reported');
  }
  const journal = openJournal(journalFile(join(dataDir, 'cells/1')));
  host.directory.remove(one.siteId);
  host.directory.setState(other.siteId, 'paused');
  await until(() => journal.works.find(one.siteId, '1') === undefined, 'its rows are gone');
  expect(journal.works.find(other.siteId, '1')).toBeDefined();
  journal.close();
});

test('sites that hang cost another site nothing', async () => {
  const hanging = await Promise.all(Array.from({ length: 8 }, () => site()));
  for (const each of hanging) {
    await each.connect();
    each.fake.mode = 'hangs';
  }
  const one = await site();
  one.fake.share('1', sampleArtwork(1));
  await one.connect();
  const dialling = one.dial();
  await dialling.until(() => one.fake.polls.length > 0);
  await one.handOverKey(registry.key, () => dialling.turn());
  await dialling.until(() => one.fake.countReported('published') === 1);
});

test('a site whose turn to be called has not come is served by its mailbox at once', async () => {
  for (let times = 0; times < 3; times += 1) {
    const hanging = await site();
    hanging.fake.mode = 'hangs';
    await hanging.connect();
  }
  const one = await site();
  await one.connect();
  const began = Date.now();
  await one.dial().until(() => one.fake.polls.length > 0);
  // One call to a site that hangs takes five seconds, and three of them are before it.
  expect(Date.now() - began).toBeLessThan(3000);
});

test('a turn waits for its call no longer than the site can', async () => {
  const one = await site();
  one.fake.isHidden = true;
  await one.connect();
  const dialling = one.dial();
  await dialling.until(() => one.fake.polls.length > 0);
  const began = Date.now();
  expect(await dialling.turn({ body: { answer: null, wait: 0 } })).toMatchObject({ status: 200 });
  expect(Date.now() - began).toBeLessThan(1000);
});

test('a paused site hears that, and no call reaches it', async () => {
  const one = await site();
  await one.connect();
  await until(() => one.fake.polls.length > 0, 'polled');
  host.directory.setState(one.siteId, 'paused');
  expect(await one.dial().turn()).toMatchObject({ status: 503, code: 'paused' });
});

describe('what changes in the registry', () => {
  async function published(): Promise<[HostedSite, string]> {
    const one = await site();
    one.fake.share('1', sampleArtwork(1));
    await one.connect();
    await one.handOverKey(registry.key);
    await until(() => one.fake.countReported('published') === 1, 'published');
    return [one, one.fake.reports.get('1')?.registry_id ?? ''];
  }
  async function restart(): Promise<void> {
    await host.stop();
    await startHost({ registryKeys: new Map([[registry.url, registry.key]]) });
  }
  const step = (registry_id: string, op: 'upsert' | 'remove' = 'upsert') =>
    registry.feed.push({ op, registry_id, updated_at: new Date(Date.now() + 60_000).toISOString() });

  test('reaches the site that has the work, and no other; what was before is not read again', async () => {
    await host.stop();
    for (let serial = 1; serial <= 300; serial += 1) step(`AREG-${serial}`);
    await startHost({ registryKeys: new Map([[registry.url, registry.key]]) });
    const [one, registryId] = await published();
    const other = await site();
    await other.connect();
    await until(() => host.directory.feedPosition(registry.url, 1) === 300, 'the end of the feed is found');
    expect(registry.count('/changes', 'GET')).toBeLessThan(60);
    registry.artworks.list().find((work) => work.registryId === registryId)!.isWithdrawn = true;
    step(registryId, 'remove');
    await until(() => one.fake.reports.get('1')?.state === 'private', 'told');
    await until(
      () => one.fake.events.some((event) => event['registry_id'] === registryId),
      'in the activity',
    );
    expect(other.fake.events).toEqual([]);
  });

  test('that tells of a work that was put back takes it off sale where its shop stopped it meanwhile', async () => {
    await restart();
    const [one, registryId] = await published();
    await until(() => host.directory.feedPosition(registry.url, 1) !== undefined, 'followed');
    const work = registry.artworks.list().find((found) => found.registryId === registryId)!;
    work.isWithdrawn = true;
    step(registryId, 'remove');
    await until(() => one.fake.reports.get('1')?.state === 'private', 'withdrawn');
    one.fake.leave('1', 'not_shared');
    await until(() => one.fake.waiting().length === 0, 'read');
    const polls = one.fake.polls.length;
    await until(() => one.fake.polls.length > polls + 1, 'the round of that is over');
    work.isWithdrawn = false;
    step(registryId);
    await until(() => work.fields['availability'] === 'not_for_sale', 'not for sale');
    expect(work.source?.status).toBe('unpublished');
  });

  test('that tells of our own publication says that the registry now shows the work', async () => {
    await host.stop();
    await startHost({ registryKeys: new Map([[registry.url, registry.key]]) });
    const [one, registryId] = await published();
    await until(() => host.directory.feedPosition(registry.url, 1) !== undefined, 'followed');
    const { updatedAt } = registry.artworks.list().find((work) => work.registryId === registryId)!;
    registry.feed.push({ op: 'upsert', registry_id: registryId, updated_at: updatedAt });
    await until(() => one.fake.events.length === 1, 'told');
    step(registryId);
    await until(() => one.fake.events.length === 2, 'told of a change');
    expect(one.fake.events.map((event) => event['type'])).toEqual(['artwork.created', 'artwork.updated']);
  });

  test('of another registry, in which the same Art ID is another work, changes nothing at the site', async () => {
    const other = new FakeRegistry();
    await other.start();
    await host.stop();
    const registryKeys = new Map([
      [registry.url, registry.key],
      [other.url, other.key],
    ]);
    await startHost({ registries: [registry.url, other.url], registryKeys });
    const [one, registryId] = await published();
    await until(() => host.directory.feedPosition(other.url, 1) !== undefined, 'the other feed is followed');
    other.feed.push({ op: 'remove', registry_id: registryId, updated_at: '2099-01-01T00:00:00.000Z' });
    await until(() => host.directory.feedPosition(other.url, 1) === 1, 'the step was handed on');
    await until(() => host.directory.feedPosition(registry.url, 1) !== undefined, 'its own feed is followed');
    step(registryId);
    await until(() => one.fake.events.length > 0, 'told of its own');
    expect(one.fake.events.map((event) => event['type'])).toEqual(['artwork.updated']);
    await other.stop();
  });

  test('at an artwork of a site whose row cannot be opened reaches the other sites all the same', async () => {
    await restart();
    const [broken, ofBroken] = await published();
    const other = await site();
    other.fake.share('1', sampleArtwork(3));
    await other.connect();
    await other.handOverKey(registry.key);
    await until(() => other.fake.countReported('published') === 1, 'published');
    await until(() => host.directory.feedPosition(registry.url, 1) !== undefined, 'followed');
    const db = new Database(join(dataDir, 'directory.sqlite'));
    db.prepare(`UPDATE site SET sealed = 'v1.00000000.AAAA' WHERE site_id = ?`).run(broken.siteId);
    db.close();
    step(ofBroken);
    step(other.fake.reports.get('1')!.registry_id!);
    await until(() => other.fake.events.length > 0, 'told');
    expect(host.directory.feedPosition(registry.url, 1)).toBe(2);
  });

  test('with a time far ahead does not make later changes look old', async () => {
    await host.stop();
    await startHost({ registryKeys: new Map([[registry.url, registry.key]]) });
    const [one, registryId] = await published();
    await until(() => host.directory.feedPosition(registry.url, 1) !== undefined, 'followed');
    registry.feed.push({ op: 'upsert', registry_id: registryId, updated_at: '2099-01-01T00:00:00.000Z' });
    await until(() => one.fake.events.length === 1, 'told');
    const reads = () => registry.count(`/artworks/${registryId}`, 'GET');
    const before = reads();
    step(registryId);
    await until(() => reads() > before, 'read again');
  });

  test('that happened while the host stood still is told afterwards, once', async () => {
    await host.stop();
    await startHost({ registryKeys: new Map([[registry.url, registry.key]]) });
    const [one, registryId] = await published();
    await until(() => host.directory.feedPosition(registry.url, 1) !== undefined, 'followed');
    await host.stop();
    step(registryId);
    step('AREG-nobody');
    await restart();
    await until(() => host.directory.feedPosition(registry.url, 1) === 2, 'followed on');
    const ofWork = () => one.fake.events.filter((event) => event['registry_id'] === registryId);
    await until(() => ofWork().length > 0, 'told');
    await restart();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(ofWork()).toHaveLength(1);
  });
});

describe('asking for access', () => {
  test('the approved key is claimed, and the site continues by itself', async () => {
    const one = await site();
    one.fake.share('1', sampleArtwork(1));
    await one.connect();
    registry.claim = { status: 'approved', api_key: registry.key };
    const outcome = await one.handOver({ kind: 'access_request', request: ACCESS_FORM });
    expect(outcome).toMatchObject({ ok: true, code: 'requested' });
    await until(() => one.fake.countReported('published') === 1, 'published');
    expect(one.status()).toMatchObject({ access: { state: 'approved' } });
  });

  test('a rejection is told', async () => {
    const one = await site();
    await one.connect();
    registry.claim = { status: 'rejected', api_key: null };
    await one.handOver({ kind: 'access_request', request: ACCESS_FORM });
    await until(() => one.status()?.access?.state === 'rejected', 'told');
  });
});

const ACCESS_FORM = {
  name: 'Anna Kaur',
  email: 'anna@gallery.example',
  organization: 'Gallery',
  website: 'https://gallery.example',
  intended_use: 'Registering the artworks of our gallery.',
};
