// When the handshake is made again, and what is remembered of it.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../packages/kit/tests/test-clock.ts';
import { openJournal, type Journal } from '../journal/journal.ts';
import { Account } from './account.ts';
import { createConnection } from './connection.ts';
import type { RawRegistryAnswer } from './registry-client.ts';
import type { RegistryCall } from '../types/registry.ts';
import type { SiteInstallation } from '../types/site-installation.ts';

const never = new AbortController().signal;
const SITE = { platform: 'wordpress', siteUrl: 'https://shop.example', name: 'Shop' };
let journal: Journal;
let sent: RegistryCall[];
let kept: SiteInstallation | null;
let answer: Partial<RawRegistryAnswer>;

beforeEach(() => {
  journal = openJournal(':memory:');
  sent = [];
  kept = null;
  answer = installation('ins_1');
});
afterEach(() => journal.close());

const installation = (id: string, types = ['gallery']) => ({
  body: {
    object: 'installation',
    installation_id: id,
    platform: 'wordpress',
    platform_label: null,
    site_url: SITE.siteUrl,
    created: true,
    connected_at: '2026-01-01T00:00:00Z',
    last_synced_at: null,
    profiles: types.map((type) => ({ id: type, type, slug: type, name: type, city: null, country: null })),
  },
});

function connect(organization = 'ours') {
  const client = {
    send: (call: RegistryCall) => {
      sent.push(call);
      return Promise.resolve({
        status: 200,
        headers: { 'x-registry-api-version': 'v1' },
        body: {},
        ...answer,
      });
    },
  };
  const registryUrl = 'https://registry.example/api/v1';
  const account = new Account({ registryUrl, client, clock: testClock(), probeMs: 1000 });
  account.descriptor = { organization: { slug: organization }, features: [] } as never;
  account.state = 'ok';
  const record = { find: () => kept, save: (known: SiteInstallation | null) => void (kept = known) };
  return { account, connection: createConnection({ journal, siteId: 's', account, record }) };
}

function loseJournal(): void {
  journal.close();
  journal = openJournal(':memory:');
}

test('is made once a process, and again for another address, platform or a renamed profile', async () => {
  const { connection } = connect();
  expect(connection.isNeeded(SITE)).toBe(true);
  expect(await connection.ensure(SITE, never)).toBe(false);
  expect(connection.isNeeded(SITE)).toBe(false);
  expect(connection.isNeeded({ ...SITE, siteUrl: 'https://new.example' })).toBe(true);
  expect(connection.isNeeded({ ...SITE, platform: 'woocommerce' })).toBe(true);
  connection.refresh();
  expect(connection.isNeeded(SITE)).toBe(true);
  expect(connect().connection.find()?.installationId).toBe('ins_1');
  expect(connect().connection.isNeeded(SITE)).toBe(true);
});

test('says where the profiles have other names: what was judged by the former ones is to be looked at', async () => {
  const { connection } = connect();
  await connection.ensure(SITE, never);
  expect(await connection.ensure(SITE, never)).toBe(false);
  answer = installation('ins_1', ['collection']);
  expect(await connection.ensure(SITE, never)).toBe(true);
  expect(await connection.ensure(SITE, never)).toBe(false);
  expect(connection.formers()).toEqual([]);
});

test('of another organisation is none', async () => {
  await connect().connection.ensure(SITE, never);
  expect(connect('theirs').connection.find()).toBeUndefined();
});

test('remembers where the works were before, newest first, and forgets it when nothing is left there', async () => {
  const { connection } = connect();
  await connection.ensure(SITE, never);
  for (const id of ['ins_2', 'ins_3']) {
    answer = installation(id);
    expect(await connection.ensure(SITE, never)).toBe(true);
  }
  expect(connection.formers()).toEqual(['ins_2', 'ins_1']);
  answer = installation('ins_1');
  await connection.ensure(SITE, never);
  expect(connection.formers()).toEqual(['ins_3', 'ins_2']);
  connection.forgetFormers(['ins_3']);
  expect(connection.formers()).toEqual(['ins_2']);
});

test('is moved by a service that lost its journal before it told the registry of another address', async () => {
  await connect().connection.ensure(SITE, never);
  loseJournal();
  const { account, connection } = connect();
  account.descriptor = { ...account.descriptor, features: ['installation_move'] } as never;
  await connection.ensure({ ...SITE, siteUrl: 'https://new.example' }, never);
  expect(sent.at(-1)).toMatchObject({ path: '/integrations/installations/ins_1/move' });
});

test('remembers without its journal where the works were before, and what it was told to forget', async () => {
  const { connection } = connect();
  await connection.ensure(SITE, never);
  answer = installation('ins_2');
  await connection.ensure(SITE, never);
  loseJournal();
  answer = installation('ins_3');
  const later = connect().connection;
  expect(later.formers()).toEqual(['ins_1']);
  expect(await later.ensure(SITE, never)).toBe(true);
  expect(later.formers()).toEqual(['ins_2', 'ins_1']);
  later.forgetFormers(['ins_1']);
  loseJournal();
  expect(connect().connection.formers()).toEqual(['ins_2']);
  connect().connection.forget();
  expect(kept).toBeNull();
  expect(connect('theirs').connection.formers()).toEqual([]);
});

test('a name that is empty is left out, one that is too long is cut', async () => {
  const { connection } = connect();
  await connection.ensure({ ...SITE, name: ' ' }, never);
  await connection.ensure({ ...SITE, name: 'x'.repeat(300) }, never);
  expect(sent.map(({ body }) => (body as { site_name?: string }).site_name?.length)).toEqual([
    undefined,
    200,
  ]);
});

test('without a profile to publish into the account says so, until there is one', async () => {
  const { account, connection } = connect();
  answer = installation('ins_1', ['museum']);
  await connection.ensure(SITE, never);
  expect([account.state, connection.isNeeded(SITE)]).toEqual(['no_write_target', true]);
  answer = installation('ins_1', ['museum', 'collection']);
  await connection.ensure(SITE, never);
  expect(account.state).toBe('ok');
});

test('a refusal is told in the words of the registry, and nothing is remembered', async () => {
  answer = { status: 422, body: { error: { code: 'invalid_body', message: 'This address is not public.' } } };
  const { connection } = connect();
  await expect(connection.ensure(SITE, never)).rejects.toThrow('This address is not public.');
  expect(connection.find()).toBeUndefined();
});
