// What hosts, security plugins and other people's code do to a site. Each time the same proof: a price changed in WordPress
// stands in the registry, at once or as soon as the problem is over, and no work is ever reported as gone. No browser is needed.
import { createHmac, randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inRegistry, stateIs, waitFor, workNamed, listWorks } from '../../../stage/system/site-works.ts';
import { expect, test } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';
import { addSupportPlugin } from '../../../stage/wordpress/wordpress-files.ts';

test.use({ galleryName: 'hosts' });

const WEBHOOK_SECRET = 'whsec_hosts';
const TITLE = 'Melencolia I';
let price = 7000;

const faultFile = (system: System) => join(system.wordpress.siteDir, 'wp-content/fault');
const fault = (system: System, what: string) => writeFile(faultFile(system), what);
const heal = (system: System) => rm(faultFile(system), { force: true });

async function changePrice(system: System): Promise<number> {
  const { external_id: id } = await workNamed(system, TITLE);
  price += 1;
  await system.wordpress.wp('post', 'meta', 'update', id, 'artwork_registry_price_amount', String(price));
  return price;
}

async function priceArrives(system: System): Promise<void> {
  const wanted = await changePrice(system);
  await priceIs(system, wanted);
}

async function priceIs(system: System, wanted: number): Promise<void> {
  const { registry_id: id } = await workNamed(system, TITLE);
  await waitFor(`price ${wanted} in the registry`, async () => {
    const { artwork } = await inRegistry(system, id ?? '');
    return (artwork['price'] as { amount: number } | null)?.amount === wanted;
  });
}

const checkOfPrinting = async (system: System): Promise<unknown> =>
  JSON.parse(
    await system.wordpress.wp(
      'eval',
      'echo wp_json_encode( ArtworkRegistry\\Health\\Checks::run( "printed" ) );',
    ),
  );

/** Long enough for the sync service to have asked several times. */
const aWhile = () => new Promise((resolve) => setTimeout(resolve, 6000));

async function nothingIsGone(system: System): Promise<void> {
  expect((await listWorks(system)).filter((work) => work.state === 'stopped')).toEqual([]);
}

test.beforeAll(async ({ gallery }) => {
  test.setTimeout(240_000);
  await addSupportPlugin(gallery.wordpress.siteDir, 'faults.php');
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  await stateIs(gallery, TITLE, 'published');
});

test.afterEach(async ({ gallery }) => {
  await heal(gallery);
  await rm(join(gallery.wordpress.siteDir, '.maintenance'), { force: true });
});

/** The status that a visitor gets: proof that the fault is really there. */
const visit = async (system: System, path: string) => (await fetch(system.wordpress.url + path)).status;

for (const [name, what, status] of [
  ['a security plugin that closes REST for visitors', 'rest-closed', 401],
  ['a firewall that blocks REST', 'rest-blocked', 403],
] as const) {
  test(`${name} is no obstacle`, async ({ gallery }) => {
    await fault(gallery, what);
    expect(await visit(gallery, '/wp-json/')).toBe(status);
    await priceArrives(gallery);
    await nothingIsGone(gallery);
  });
}

test('changes arrive although other plugins print around the answers', async ({ gallery }) => {
  await fault(gallery, 'prints');
  expect(await (await fetch(`${gallery.wordpress.url}/`)).text()).toContain('Page generated');
  await priceArrives(gallery);
  await nothingIsGone(gallery);
  expect(await checkOfPrinting(gallery)).toMatchObject({ status: 'good' });
});

test('a file that prints before every answer means waiting, and Site Health names the file', async ({
  gallery,
}) => {
  await fault(gallery, 'prints-first');
  const wanted = await changePrice(gallery);
  await aWhile();
  await nothingIsGone(gallery);
  expect(await checkOfPrinting(gallery)).toMatchObject({
    status: 'critical',
    text: expect.stringMatching(/faults\.php:\d+ has printed something/),
  });
  await heal(gallery);
  await priceIs(gallery, wanted);
  expect(await checkOfPrinting(gallery)).toMatchObject({ status: 'good' });
});

for (const seconds of [3600, -3600]) {
  test(`a site clock that is ${seconds} s off is not an obstacle, and is noticed`, async ({ gallery }) => {
    await fault(gallery, `clock-off ${seconds}`);
    await priceArrives(gallery);
    await nothingIsGone(gallery);
    const off = await gallery.wordpress.wp(
      'eval',
      'echo get_option( "artwork_registry_sync_status" )["status"]["site_ahead_seconds"];',
    );
    expect(Math.abs(Number(off) - seconds)).toBeLessThan(60);
  });
}

test('without pretty permalinks the sync service finds its way, and back', async ({ gallery }) => {
  await gallery.wordpress.wp('rewrite', 'structure', '');
  await priceArrives(gallery);
  await gallery.wordpress.wp('rewrite', 'structure', '/%postname%/');
  await gallery.wordpress.wp('rewrite', 'flush');
  await priceArrives(gallery);
});

for (const [name, begin] of [
  [
    'maintenance mode',
    (system: System) =>
      writeFile(join(system.wordpress.siteDir, '.maintenance'), '<?php $upgrading = time() + 60;'),
  ],
  ['a host that strips our headers', (system: System) => fault(system, 'headers-stripped')],
  ['a password in front of the site', (system: System) => fault(system, 'basic-auth staging:secret')],
] as const) {
  test(`${name} means waiting, never that works are gone`, async ({ gallery }) => {
    await begin(gallery);
    const wanted = await changePrice(gallery);
    await aWhile();
    await nothingIsGone(gallery);
    const { registry_id: id } = await workNamed(gallery, TITLE);
    expect((await inRegistry(gallery, id ?? '')).artwork['price']).not.toMatchObject({ amount: wanted });
    await heal(gallery);
    await rm(join(gallery.wordpress.siteDir, '.maintenance'), { force: true });
    await priceIs(gallery, wanted);
    await stateIs(gallery, TITLE, 'published');
  });
}

test('a staging site behind a password is reached with it, and the password is in no log', async ({
  gallery,
}) => {
  await fault(gallery, 'basic-auth staging:s3cretpass');
  const { code } = JSON.parse(
    await gallery.wordpress.wp('artwork-registry', 'pairing-code', '--format=json'),
  ) as { code: string };
  const url = gallery.wordpress.url.replace('://', '://staging:s3cretpass@');
  const said = await gallery.daemon.command(
    ['pair', '--site', url, '--code', code, '--registry', gallery.registry.apiUrl],
    { REGISTRY_API_KEY: gallery.account.apiKey },
  );
  expect(said).not.toContain('s3cretpass');
  await priceArrives(gallery);
  expect(await gallery.daemon.command(['logs', '-n', '500'])).not.toContain('s3cretpass');
});

test('one PHP worker is enough', async ({ gallery }) => {
  await gallery.wordpress.stop();
  await gallery.wordpress.start({ workers: 1 });
  await priceArrives(gallery);
  await gallery.wordpress.stop();
  await gallery.wordpress.start();
});

test('a save whose owner leaves before WordPress is done is noted all the same', async ({
  owner,
  gallery,
}) => {
  const { external_id: id } = await workNamed(gallery, TITLE);
  price += 1;
  await fault(gallery, 'chatty-end');
  await owner.goto(`${gallery.wordpress.url}/wp-admin/`);
  const save = async ([work, amount]: readonly [string, string]) => {
    const nonce = await (await fetch('admin-ajax.php?action=rest-nonce')).text();
    const leaving = new AbortController();
    const { status } = await fetch(`/wp-json/wp/v2/areg-artworks/${work}`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { 'X-WP-Nonce': nonce, 'content-type': 'application/json' },
      // Long enough that the answer begins before the end of the request.
      body: JSON.stringify({
        excerpt: 'Wings. '.repeat(2000),
        meta: { artwork_registry_price_amount: amount },
      }),
    });
    leaving.abort();
    return status;
  };
  expect(await owner.evaluate(save, [id, String(price)] as const)).toBe(200);
  await heal(gallery);
  await priceIs(gallery, price);
});

test('another plugin that throws for one work costs that work alone', async ({ gallery }) => {
  const victim = await workNamed(gallery, 'Irises');
  await fault(gallery, `throws ${victim.external_id}`);
  await gallery.wordpress.wp('post', 'meta', 'update', victim.external_id, 'artwork_registry_medium', 'Oil');
  await stateIs(gallery, 'Irises', 'attention');
  await priceArrives(gallery);
  await heal(gallery);
  await gallery.wordpress.wp('artwork-registry', 'retry', victim.external_id);
  await stateIs(gallery, 'Irises', 'published');
});

test('tables that are dropped, or have no transactions, are healed and lose no later change', async ({
  gallery,
}) => {
  const change = gallery.wordpress.database === 'mariadb' ? 'ENGINE=MyISAM' : null;
  const tables = ['outbox', 'status', 'commands', 'events', 'nonces', 'jobs', 'inbox'];
  for (const table of change === null ? [] : tables)
    await gallery.wordpress.wp(
      'eval',
      `global $wpdb; $wpdb->query( "ALTER TABLE {$wpdb->prefix}artwork_registry_${table} ${change}" );`,
    );
  await priceArrives(gallery);
  for (const table of ['nonces', 'outbox', 'commands', 'inbox']) {
    await gallery.wordpress.wp(
      'eval',
      `global $wpdb; $wpdb->query( "DROP TABLE {$wpdb->prefix}artwork_registry_${table}" );`,
    );
    await priceArrives(gallery);
  }
  await nothingIsGone(gallery);
});

test('updates from the registry reach a sync service behind a firewall through the site', async ({
  gallery,
}) => {
  const { wp } = gallery.wordpress;
  await gallery.daemon.command(
    ['webhook-secret', 'set', '--site', gallery.wordpress.url, '--webhook-secret-stdin'],
    {},
    WEBHOOK_SECRET,
  );
  const address = async () =>
    (
      JSON.parse(await wp('artwork-registry', 'status', '--format=json')) as {
        connection: { deliveries: { by: string; url: string } };
      }
    ).connection.deliveries;
  expect(await address()).toMatchObject({ by: 'site' });
  const work = await workNamed(gallery, TITLE);
  const deliver = async (url: string, secret: string, id: string) => {
    const body = JSON.stringify({
      object: 'event',
      id: randomUUID(),
      type: 'certificate.created',
      created_at: new Date().toISOString(),
      organization: { slug: gallery.account.organization },
      resource: { type: 'certificate', id: 'c1', registry_id: work.registry_id },
      changed_fields: [],
    });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const answer = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-registry-event': 'certificate.created',
        'x-registry-delivery': id,
        'x-registry-timestamp': timestamp,
        'x-registry-signature': `sha256=${signature}`,
      },
    });
    return answer.status;
  };
  const seen = async () =>
    Number(
      await wp(
        'eval',
        `global $wpdb; echo $wpdb->get_var( "SELECT COUNT(*) FROM {$wpdb->prefix}artwork_registry_events WHERE type = 'certificate.created'" );`,
      ),
    );
  const { url } = await address();
  expect(await deliver(url, 'whsec_forged', 'forged-1')).toBe(200);
  expect(await deliver(url, WEBHOOK_SECRET, 'genuine-1')).toBe(200);
  expect(await deliver(url, WEBHOOK_SECRET, 'genuine-1')).toBe(200);
  await waitFor('the update in the activity list', async () => (await seen()) === 1);

  // Where REST is closed for visitors, the registry is told the other door.
  await fault(gallery, 'rest-closed');
  expect(await deliver(url, WEBHOOK_SECRET, 'genuine-2')).toBe(401);
  const other = url.replace(
    /\/wp-json\/.*\/webhook\//,
    '/wp-admin/admin-ajax.php?action=artwork_registry_webhook&token=',
  );
  expect(await deliver(other, WEBHOOK_SECRET, 'genuine-2')).toBe(200);
  await waitFor('the second update', async () => (await seen()) === 2);
  expect(
    await deliver(
      other.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      WEBHOOK_SECRET,
      'x',
    ),
  ).toBe(404);
});
