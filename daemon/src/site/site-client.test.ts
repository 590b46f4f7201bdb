// The way to WordPress through hosts that hide routes, clocks that differ and answers that are not the plugin's.
import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { systemClock } from '#kit/clock';
import { createDirectCarrier } from './direct-carrier.ts';
import { pairSite } from './pair-site.ts';
import { createCallSigner } from './signed-call.ts';
import { createSiteClient } from './site-client.ts';

let site: FakeSite;
const agent = new Agent();
const options = { clock: systemClock, timeoutMs: 2000, agent };

beforeEach(async () => {
  site = new FakeSite();
  site.share('1', sampleArtwork(1));
  await site.start();
});
afterEach(() => site.stop());

type Access = { siteId: string; siteUrl: string; secret: string; basicAuth?: string };
const clientOf = (access: Access) =>
  createSiteClient(createDirectCarrier(access, createCallSigner(access, systemClock), options));
const client = () => clientOf({ siteId: site.siteId, siteUrl: site.url, secret: site.secret });

test.each([[[0]], [[1]], [[2]]])('a host that only lets way %j through is reached', async (ways) => {
  site.openWays = ways;
  expect((await client().changes({ limit: 50 })).changes).toHaveLength(1);
});

test('the way that worked is kept, and another is found when it closes', async () => {
  site.openWays = [2];
  const one = client();
  await one.changes({ limit: 50 });
  site.calls.length = 0;
  await one.changes({ limit: 50 });
  expect(site.calls).toHaveLength(1);
  site.openWays = [0];
  await one.changes({ limit: 50 });
  expect(site.calls).toHaveLength(3);
});

test.each([-4000, 4000])('a clock that is %i s off is taken from the signed answer', async (seconds) => {
  site.clockOffsetSeconds = seconds;
  const one = client();
  expect((await one.changes({ limit: 50 })).changes).toHaveLength(1);
  site.calls.length = 0;
  await one.changes({ limit: 50 });
  expect(site.calls).toHaveLength(1);
});

test.each([
  ['a byte order mark', '\uFEFF', ''],
  ['a notice of PHP', '<br />\n<b>Notice</b>: Undefined index in {closure}() on line 3<br />', ''],
  ['a notice with an object in it', '<b>Notice</b>: in {"key": "a", "list": {"b": 1}} on line 3<br />', ''],
  ['a notice whose object is cut off', '<b>Notice</b>: {"key": "a, {"b…<br />', ''],
  ['the comment of a cache', '', '\n<!-- Page generated in 0.2 seconds -->'],
  ['a script of a cache', '', '<script>window.cache = {"took": {}};</script>'],
])('an answer with %s around it is read, and paired with', async (_name, before, after) => {
  site.around = [before, after];
  expect((await client().changes({ limit: 50 })).changes).toHaveLength(1);
  const answer = await pairSite(site.url, 'ABCD-EFGH', null, options);
  expect(answer.secret).toBe(site.secret);
});

test('what is put around an answer does not make another answer of it', async () => {
  site.around = ['{"changes":[],"remaining":0}', ''];
  expect((await client().changes({ limit: 50 })).changes, 'what was signed').toHaveLength(1);
  site.mode = 'wrong_signature';
  await expect(client().changes({ limit: 50 })).rejects.toMatchObject({ code: 'bad_answer' });
});

describe('a problem has a name', () => {
  test.each([
    ['silent', 'unreachable'],
    ['unsigned', 'unsigned'],
    ['empty_unsigned', 'unsigned'],
    ['wrong_signature', 'bad_answer'],
  ] as const)('%s is %s', async (mode, code) => {
    site.mode = mode;
    await expect(client().changes({ limit: 50 })).rejects.toMatchObject({ name: 'Error', code });
  });

  test.each(['doubt', 'beat', 'watched', 'commands'])(
    'a poll whose answer lacks %s names it',
    async (field) => {
      site.onAnswer = (_name, answer) => Reflect.deleteProperty(answer, field);
      await expect(client().poll({ commands_done: [] })).rejects.toThrow(
        `answer to poll is not as agreed at "${field}"`,
      );
    },
  );

  test('a page that does not say what it acknowledged is refused', async () => {
    site.onAnswer = (_name, answer) => Reflect.deleteProperty(answer, 'acked');
    const acks = [{ external_id: '1', revision: 1 }];
    await expect(client().changes({ limit: 50, acks })).rejects.toThrow('not as agreed at "acked"');
  });

  test('an answer that a page cache kept does not count, however well it is signed', async () => {
    const one = client();
    await one.changes({ limit: 50 });
    site.mode = 'cached';
    await expect(one.changes({ limit: 50 })).rejects.toMatchObject({ code: 'bad_answer' });
    site.mode = 'ok';
    expect((await one.changes({ limit: 50 })).changes).toHaveLength(1);
  });

  test('a password in front of the site is given where it is known, and asked for where it is not', async () => {
    site.basicAuth = 'staging:pa:ss';
    await expect(client().changes({ limit: 50 })).rejects.toMatchObject({ code: 'unsigned' });
    const known = clientOf({
      siteId: site.siteId,
      siteUrl: site.url,
      secret: site.secret,
      basicAuth: 'staging:pa:ss',
    });
    expect((await known.changes({ limit: 50 })).changes).toHaveLength(1);
  });

  test('a site that was paired with somebody else says so', async () => {
    const other = clientOf({ siteId: crypto.randomUUID(), siteUrl: site.url, secret: site.secret });
    await expect(other.changes({ limit: 50 })).rejects.toMatchObject({ code: 'not_paired' });
  });

  test('a wrong secret is refused', async () => {
    const other = clientOf({ siteId: site.siteId, siteUrl: site.url, secret: btoa('x'.repeat(32)) });
    await expect(other.changes({ limit: 50 })).rejects.toMatchObject({ code: 'bad_signature' });
  });
});

describe('pairing', () => {
  test('gives id and secret through any way in', async () => {
    site.openWays = [1];
    const answer = await pairSite(site.url, 'ABCD-EFGH', null, options);
    expect(answer).toMatchObject({ site_id: site.siteId, secret: site.secret });
  });

  test('with a wrong code fails with the words of the site', async () => {
    await expect(pairSite(site.url, 'WRONG', null, options)).rejects.toThrow(
      'This pairing code is not valid.',
    );
  });

  test('with an address that redirects names the one to pair', async () => {
    site.mode = 'redirects';
    const pairing = pairSite(site.url, 'ABCD-EFGH', null, options);
    await expect(pairing).rejects.toThrow('pair --site https://www.shop.example)');
    await expect(client().changes({ limit: 50 })).rejects.toMatchObject({ code: 'redirected', status: 301 });
  });

  test('with a site that has no plugin says that', async () => {
    site.openWays = [];
    await expect(pairSite(site.url, 'ABCD-EFGH', null, options)).rejects.toThrow(/plugin/);
  });
});
