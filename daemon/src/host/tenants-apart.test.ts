// What one tenant, or a stranger, may try on another through a host, and what inner addresses a host could be led to: all refused.
import { once } from 'node:events';
import sodium from 'libsodium-wrappers';
import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DiallingSite } from '../../../stage/fakes/dialling-site.ts';
import type { HostedSite } from '../../tests/support/hosted-site.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startHost, type HostStage } from '../../tests/support/start-host.ts';
import { aWhile, until } from '../../tests/support/start-stage.ts';

let stage: HostStage;
let logged = '';
const log = pino(
  { level: 'trace' },
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString();
      done();
    },
  }),
);

beforeEach(async () => {
  logged = '';
  stage = await startHost({}, {}, log);
});
afterEach(() => stage.stop());

async function connected(): Promise<HostedSite> {
  const site = await stage.site();
  site.fake.share('1', sampleArtwork(stage.registry.artworks.all.size + 1));
  await site.connect();
  await site.handOverKey(stage.registry.key);
  await until(() => site.fake.countReported('published') === 1, 'published');
  return site;
}

/** A request in the name of `victim`, signed with what `thief` knows. */
function forge(victim: HostedSite, thief: HostedSite, name: string, body: object) {
  const disguised = { ...victim.fake, siteId: victim.siteId, secret: thief.fake.secret } as never;
  return new DiallingSite(disguised, stage.url, thief.turnToken, Date.now).post(name, body);
}

describe('one tenant on another', () => {
  test.each(['turn', 'leave', 'wake'])(
    'a %s for another’s id, or a guessed one, is refused and changes nothing',
    async (name) => {
      const [victim, thief] = [await connected(), await stage.site()];
      await thief.connect();
      const body = { turn: victim.turnToken, site_url: victim.fake.url, reason: 'change', answer: null };
      expect(await forge(victim, thief, name, body)).toMatchObject({ status: 401, isSigned: false });
      const nobody = { ...victim, siteId: randomUUID() } as HostedSite;
      Object.assign(nobody, { fake: { ...victim.fake, siteId: nobody.siteId } });
      expect(await forge(nobody, thief, name, body)).toMatchObject({ status: 401, isSigned: false });
      expect(stage.host.directory.findSite(victim.siteId)).toMatchObject({ apiKey: stage.registry.key });
      victim.fake.share('2', sampleArtwork(77));
      await victim.dial().post('wake', {});
      await until(() => victim.fake.countReported('published') === 2, 'the victim is served');
    },
  );

  test('a turn that was overheard is good once, at its own site', async () => {
    const [victim, thief] = [await connected(), await connected()];
    const nonce = randomBytes(16).toString('hex');
    const dialling = victim.dial();
    expect(await dialling.turn({ nonce })).toMatchObject({ status: 200 });
    expect(await dialling.turn({ nonce })).toMatchObject({ status: 401, code: 'replayed' });
    expect(await forge(thief, victim, 'turn', { turn: victim.turnToken })).toMatchObject({ status: 401 });
  });

  test('a named former site brings neither key nor journal', async () => {
    const [victim, thief] = [await connected(), await stage.site()];
    await thief.connect({ former_site_id: victim.siteId, site_id: victim.siteId, site_url: victim.fake.url });
    const before = victim.fake.calls.length;
    await thief.dial().until(() => thief.fake.polls.length > 0);
    expect(thief.siteId).not.toBe(victim.siteId);
    expect(stage.host.directory.findSite(thief.siteId)).toMatchObject({ apiKey: null });
    expect(thief.status()?.account.state).toBe('no_key');
    expect(stage.host.directory.findSite(victim.siteId)).toMatchObject({ apiKey: stage.registry.key });
    expect(victim.fake.calls.length - before).toBeLessThan(10);
  });

  test('another’s claim token, handed in as one’s own, is never used', async () => {
    const [victim, thief] = [await stage.site(), await stage.site()];
    stage.registry.claim = { status: 'waiting', api_key: null };
    for (const site of [victim, thief]) await site.connect();
    await victim.handOver({ kind: 'access_request', request: ACCESS_FORM });
    const { access } = stage.host.directory.findSite(victim.siteId)!;
    stage.registry.claim = { status: 'approved', api_key: stage.registry.key };
    const stolen = { request_id: access!.requestId, claim_token: access!.claimToken };
    expect(await thief.handOver({ kind: 'access_claim', ...stolen, request: ACCESS_FORM })).toMatchObject({
      ok: false,
      code: 'invalid',
    });
    expect(await thief.handOver({ kind: 'access_request', ...stolen, access })).toMatchObject({ ok: false });
    expect(stage.host.directory.findSite(thief.siteId)).toMatchObject({ apiKey: null });
  });

  test('a box that was sealed for another site is not opened', async () => {
    const [victim, thief] = [await stage.site(), await stage.site()];
    for (const site of [victim, thief]) await site.connect();
    const order = { kind: 'api_key', api_key: stage.registry.key, site_id: victim.siteId };
    expect(await thief.handOver(order)).toMatchObject({ ok: false, code: 'unreadable' });
    expect(stage.host.directory.findSite(thief.siteId)).toMatchObject({ apiKey: null });
  });

  test('a site that claims another’s id and Art IDs in its answers gets nothing of it', async () => {
    const victim = await connected();
    const registryId = victim.fake.reports.get('1')!.registry_id!;
    const thief = await connected();
    thief.fake.claimed = { siteId: victim.siteId, registryId };
    thief.fake.mode = 'foreign';
    thief.fake.share('9', sampleArtwork(99));
    await thief.dial().post('wake', {});
    await until(() => thief.fake.polls.length > 3, 'polled');
    thief.fake.mode = 'ok';
    await thief.dial().post('wake', {});
    await until(() => thief.fake.reports.has('9'), 'reported');
    const told = thief.fake.reportLog.map((report) => report.registry_id);
    expect(told).not.toContain(registryId);
  });
});

describe('somebody who connects in the name of a stranger’s shop', () => {
  test('reads nothing there, sends it a call a minute at most, and stays unproven', async () => {
    const stranger = await stage.site();
    const attackers = await Promise.all([stage.site(), stage.site(), stage.site(), stage.site()]);
    for (const attacker of attackers) {
      await attacker.connect({ site_url: stranger.fake.url });
      attacker.fake.ownUrl = stranger.fake.url;
      const dialling = attacker.dial();
      dialling.siteUrl = stranger.fake.url;
      await dialling.until(() => attacker.fake.polls.length > 0);
      await attacker.handOverKey(stage.registry.key, () => dialling.turn());
    }
    // One call tries three ways in.
    expect(stranger.fake.calls.length).toBeLessThanOrEqual(3);
    expect(new Set(stranger.fake.calls)).toEqual(new Set(['poll']));
    for (const { siteId } of attackers)
      expect(stage.host.directory.findRow(siteId)).toMatchObject({ is_proven: 0 });
  });
});

describe('an address within the network of the host', () => {
  let inner: Server;
  let innerCalls: string[];
  let port: number;
  beforeEach(async () => {
    innerCalls = [];
    inner = createServer((request, response) => {
      innerCalls.push(request.url ?? '');
      response.end('{"secret":true}');
    });
    await new Promise<void>((resolve) => inner.listen(0, '127.0.0.1', resolve));
    port = (inner.address() as AddressInfo).port;
  });
  afterEach(() => {
    inner.closeAllConnections();
    inner.close();
  });

  test.each([
    'http://127.0.0.1',
    'https://127.0.0.1',
    'https://localhost',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::ffff:127.0.0.1]',
    'https://127.0.0.1.',
    'https://１２７.0.0.1',
  ])('%s is not called, and its site works by the mailbox alone', async (origin) => {
    await stage.stop();
    stage = await startHost({ siteAllowHosts: [] }, {}, log);
    const site = await stage.site();
    expect((await site.connect({ site_url: `${origin}:${port}` })).status).toBe(201);
    await site.dial().until(() => site.fake.polls.length > 0);
    expect(innerCalls).toEqual([]);
    expect(stage.host.directory.findRow(site.siteId)).toMatchObject({ is_proven: 0 });
  });

  test('a redirect to it is not followed', async () => {
    const site = await stage.site();
    site.fake.mode = 'redirects';
    site.fake.redirectsTo = `http://127.0.0.1:${port}`;
    await site.connect();
    await until(() => site.fake.calls.length > 0, 'called');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(innerCalls).toEqual([]);
  });

  test('is not asked whether it still answers when a pairing continues elsewhere', async () => {
    await stage.stop();
    stage = await startHost({ siteAllowHosts: [] }, {}, log);
    const site = await stage.site();
    await site.connect({ site_url: `https://127.0.0.1:${port}` });
    const former = { siteId: site.siteId, secret: site.fake.secret };
    expect((await site.connect({ site_url: 'https://shop.example.org' }, former)).status).toBe(201);
    expect(innerCalls).toEqual([]);
  });
});

test('no line of the log has a key, a secret or a token, whatever happened', async () => {
  const site = await connected();
  const { secret } = site.fake;
  await site.connect({ secret: 'not a secret' });
  await site.connect({}, { siteId: site.siteId, secret: randomBytes(32).toString('base64') });
  await site.dial().turn({ secret: randomBytes(32).toString('base64') });
  site.fake.mode = 'wrong_signature';
  await site.dial().post('wake', {});
  const polls = site.fake.polls.length;
  await until(() => site.fake.polls.length > polls, 'polled');
  site.fake.mode = 'ok';
  stage.registry.isDown = true;
  site.fake.share('5', sampleArtwork(5));
  await site.dial().post('wake', {});
  await until(() => site.fake.waiting().length === 0, 'read');
  await stage.restart();
  expect(logged).toContain('a site connected');
  for (const hidden of [stage.registry.key, secret, site.turnToken]) expect(logged).not.toContain(hidden);
});

const ACCESS_FORM = {
  name: 'Anna Kaur',
  email: 'anna@gallery.example',
  organization: 'Gallery',
  website: 'https://gallery.example',
  intended_use: 'Registering the artworks of our gallery.',
};

test('a site that hands over orders without end gets a few calls to the registry, and is polled at its pace', async () => {
  const evil = await stage.site();
  await evil.connect();
  await until(() => evil.fake.polls.length > 0, 'polled');
  await sodium.ready;
  const key = sodium.from_base64(evil.status()!.hand_over.seal_key, sodium.base64_variants.ORIGINAL);
  let orders = 0;
  evil.fake.onAnswer = (name, answer) => {
    if (name !== 'poll') return;
    const sealed = Array.from({ length: 20 }, () => {
      orders += 1;
      const order = {
        site_id: evil.siteId,
        registry_url: null,
        kind: 'api_key',
        api_key: `areg_wrong${orders}`,
      };
      const box = sodium.crypto_box_seal(JSON.stringify(order), key);
      return { id: `order-${orders}`, box: sodium.to_base64(box, sodium.base64_variants.ORIGINAL) };
    });
    Object.assign(answer, { sealed });
  };
  const polls = evil.fake.polls.length;
  await aWhile(3000);
  expect(stage.registry.count('/', 'GET')).toBeLessThanOrEqual(20);
  expect(evil.fake.polls.length - polls).toBeLessThan(90);
});

test('a pairing that is continued again and again makes few calls to the address that it names', async () => {
  let calls = 0;
  const victim = createServer((request, response) => {
    calls += 1;
    request.resume();
    response.writeHead(404).end('no');
  }).listen(0, '127.0.0.1');
  await once(victim, 'listening');
  const at = `http://127.0.0.1:${(victim.address() as AddressInfo).port}`;
  await stage.stop();
  stage = await startHost({ siteAllowHosts: ['127.0.0.1', 'localhost'] }, {}, log);
  const evil = await stage.site();
  await evil.connect({ site_url: at });
  await aWhile(300);
  const before = calls;
  const statuses: number[] = [];
  for (let turn = 0; turn < 30; turn += 1) {
    const secret = randomBytes(32).toString('base64');
    const former = { siteId: evil.siteId, secret: evil.fake.secret };
    const { status } = await evil.connect(
      { site_url: turn % 2 === 0 ? 'http://localhost:1' : at, secret },
      former,
    );
    statuses.push(status);
  }
  expect(statuses.filter((status) => status !== 429).length).toBeLessThanOrEqual(10);
  // Each asks by the three ways in and in the two usual folders, where the former address is the victim's.
  expect(calls - before).toBeLessThanOrEqual(25);
  victim.close();
}, 60_000);
