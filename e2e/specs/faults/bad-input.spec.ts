// What goes wrong in real galleries: a work without an artist, a wrong key, everything down, a forged webhook.
import { createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { dismissGuides, openWork, saveWork } from '../../support/block-editor.ts';
import { look } from '../../support/look.ts';
import { readApi } from '../../../stage/system/registry.ts';
import { inRegistry, stateIs, waitFor, workNamed } from '../../../stage/system/site-works.ts';
import { expect, openScreen, test } from '../../support/story.ts';
import type { System } from '../../../stage/system/system.ts';

test.use({ galleryName: 'faults' });

test.beforeAll(async ({ gallery }) => {
  await dismissGuides(gallery);
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  await stateIs(gallery, 'Melencolia I', 'published');
});

test('a work without an artist needs attention, says why and where to mend it, and blocks no other', async ({
  owner,
  gallery,
}) => {
  const { wp } = gallery.wordpress;
  const create = async (title: string, artist?: string) => {
    const id = (
      await wp(
        'post',
        'create',
        '--post_type=areg_artwork',
        '--post_status=publish',
        `--post_title=${title}`,
        '--porcelain',
      )
    ).trim();
    if (artist) await wp('post', 'meta', 'update', id, 'artwork_registry_artist', artist);
    return id;
  };
  const bad = await create('Work of nobody');
  await create('Still Life with Lemons', 'Rachel Ruysch');
  await wp('artwork-registry', 'register-all');
  await stateIs(gallery, 'Work of nobody', 'attention');
  await stateIs(gallery, 'Still Life with Lemons', 'published');

  await openScreen(owner, gallery, 'artworks');
  await owner.getByRole('searchbox', { name: 'Search artworks' }).fill('Work of nobody');
  const row = owner.getByRole('row', { name: /Work of nobody/ });
  await expect(row.getByText('Needs attention')).toBeVisible();
  await expect(row.getByText(/Artist is empty/)).toBeVisible();
  await row.getByRole('link', { name: 'Open the artwork' }).click();
  await expect(owner).toHaveURL(new RegExp(`post=${bad}`));

  await wp('post', 'meta', 'update', bad, 'artwork_registry_artist', 'Clara Peeters');
  await stateIs(gallery, 'Work of nobody', 'published');
});

test('with sync service and registry down, saving is as fast as ever and the change arrives when they are back', async ({
  owner,
  gallery,
}) => {
  const work = await workNamed(gallery, 'Melencolia I');
  await openWork(owner, gallery, work.external_id);
  await owner.getByLabel('Price', { exact: true }).fill('8801');
  const withEverything = await saveWork(owner);
  await stateIs(gallery, 'Melencolia I', 'published');

  await gallery.daemon.stop();
  await gallery.registry.stop();
  await owner.getByLabel('Price', { exact: true }).fill('9100');
  const withNothing = await saveWork(owner);
  test
    .info()
    .annotations.push({ type: 'save', description: `${withEverything} ms with, ${withNothing} ms without` });
  // A save that tried the network would wait for a refused connection or a time-out of seconds.
  expect(withNothing).toBeLessThan(withEverything + 3000);

  await gallery.registry.start();
  await gallery.daemon.start();
  await waitFor('the new price in the registry', async () => {
    const { artwork } = await inRegistry(gallery, work.registry_id ?? '');
    return (artwork['price'] as { amount: number } | null)?.amount === 9100;
  });
});

test('a forged webhook gets 401 and changes nothing', async ({ gallery }) => {
  const before = await workNamed(gallery, 'Young Hare');
  const body = JSON.stringify({
    object: 'event',
    id: '00000000-0000-4000-8000-00000000dead',
    type: 'artwork.removed',
    created_at: new Date().toISOString(),
    organization: { slug: 'demo-gallery' },
    resource: {
      type: 'artwork',
      id: '00000000-0000-4000-8000-00000000beef',
      registry_id: before.registry_id,
    },
    changed_fields: [],
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', 'whsec_Z3Vlc3NlZA==').update(`${timestamp}.${body}`).digest('hex');
  expect(await deliver(gallery, body, timestamp, `sha256=${signature}`)).toBe(401);
  expect(await deliver(gallery, body, timestamp, '')).toBe(401);
  expect((await workNamed(gallery, 'Young Hare')).state).toBe(before.state);
});

test('a wrong API key shows one clear notice and stops the calls; the right one continues', async ({
  owner,
  gallery,
}) => {
  const setKey = async (key: string) => {
    const file = join(gallery.dataDir, 'key.txt');
    await writeFile(file, key, { mode: 0o600 });
    return gallery.daemon.command([
      'key',
      'set',
      '--site',
      gallery.account.siteId ?? '',
      '--api-key-file',
      file,
    ]);
  };
  const revoked = await gallery.registry.operate<{ api_key: string; prefix: string }>(
    ...[
      'key',
      'create',
      '--org',
      gallery.account.organization,
      '--scopes',
      'artworks:read,artworks:write',
      '--name',
      'to be revoked',
    ],
  );
  await setKey(revoked.api_key);
  await gallery.registry.operate('key', 'revoke', '--prefix', revoked.prefix);
  // The registry may know a key for two seconds more; a change that is sent by then is a change that was made.
  await waitFor('the revoked key to be refused', async () => {
    const { status } = await readApi(gallery.registry, revoked.api_key, '/');
    return status === 401;
  });
  const work = await workNamed(gallery, 'Fine Wind, Clear Morning');
  await gallery.wordpress.wp(
    'post',
    'meta',
    'update',
    work.external_id,
    'artwork_registry_price_amount',
    '7000',
  );

  await openScreen(owner, gallery);
  const notice = owner.locator('.components-notice, .notice').filter({ hasText: /key/i });
  await expect(notice.first()).toBeVisible({ timeout: 60_000 });
  await expect(notice).toHaveCount(1);
  await expect(notice.first()).not.toContainText(revoked.api_key);
  await look(owner, 'overview-key-refused');

  await setKey(gallery.account.apiKey);
  await expect(notice).toHaveCount(0, { timeout: 60_000 });
  await waitFor('the price that waited', async () => {
    const { artwork } = await inRegistry(gallery, work.registry_id ?? '');
    return (artwork['price'] as { amount: number } | null)?.amount === 7000;
  });
});

async function deliver(gallery: System, body: string, timestamp: string, signature: string): Promise<number> {
  const ca = await readFile(join(gallery.dataDir, 'certificates/ca.pem'), 'utf8');
  const response = await fetch(`${gallery.daemon.url}/webhooks/registry/${gallery.account.siteId}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-registry-event': 'artwork.removed',
      'x-registry-timestamp': timestamp,
      'x-registry-delivery': '00000000-0000-4000-8000-00000000feed',
      'x-registry-attempt': '1',
      ...(signature ? { 'x-registry-signature': signature } : {}),
    },
    dispatcher: new Agent({ connect: { ca } }),
  });
  return response.status;
}
