// WordPress in a folder of its own: its home is `/`, and wp-admin lies below `/wp`. Where REST is closed, admin-ajax.php is the only way
// in, and the site says where it is.
import { Agent } from 'undici';
import { expect, test } from 'vitest';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';
import { sampleArtwork } from '../../tests/support/sample-artwork.ts';
import { startStage, until } from '../../tests/support/start-stage.ts';
import { PollAnswer } from '../types/site.ts';
import { pairSite } from './pair-site.ts';
import { WAYS_IN } from './site-http.ts';
import { systemClock } from '#kit/clock';

const ADMIN_AJAX = 2;

test('a site whose REST is closed later is called at the admin-ajax.php that it named, also after a restart', async () => {
  const stage = await startStage(({ site }) => (site.ownFolder = '/wp'));
  try {
    const { site } = stage;
    await stage.rounds();
    site.openWays = [ADMIN_AJAX];
    site.share('1', sampleArtwork(1));
    await until(() => site.countReported('published') === 1, 'registered without REST');
    await stage.restart();
    site.share('2', sampleArtwork(2));
    await until(() => site.countReported('published') === 2, 'registered after the restart');
  } finally {
    await stage.stop();
  }
});

test('a site that moves back out of its folder is found there with its next answer', async () => {
  const stage = await startStage(({ site }) => (site.ownFolder = '/wp'));
  try {
    const { site } = stage;
    await stage.rounds();
    site.ownFolder = '';
    await stage.rounds();
    site.openWays = [ADMIN_AJAX];
    await stage.rounds();
  } finally {
    await stage.stop();
  }
});

test.each(['/wp', '/wordpress'])(
  'a code is redeemed at a WordPress in %s whose REST is closed',
  async (folder) => {
    const site = new FakeSite();
    await site.start();
    try {
      site.ownFolder = folder;
      site.openWays = [ADMIN_AJAX];
      const answer = await pairSite(site.url, 'ABCD-EFGH', null, {
        clock: systemClock,
        timeoutMs: 2000,
        agent: new Agent(),
      });
      expect(answer).toMatchObject({ site_id: site.siteId, ajax_path: `${folder}/wp-admin/admin-ajax.php` });
    } finally {
      await site.stop();
    }
  },
);

test.each([
  '//inner.example/x',
  '/\\inner.example/x',
  '/@inner.example/',
  '/..//inner.example',
  '/wp?x#y',
  '/:8443/',
])('the path %s that a site names leads to its own origin', (ajaxPath) => {
  const address = WAYS_IN[ADMIN_AJAX]!({ home: 'https://shop.example/art', ajaxPath }, '/route');
  const url = new URL(address);
  expect([url.origin, url.search]).toEqual(['https://shop.example', '?action=artwork_registry&route=/route']);
});

test.each<[string, unknown]>([
  ['an address', 'https://inner.example/x'],
  ['an empty path', ''],
  ['no path', null],
  ['a number', 7],
  ['nothing', undefined],
  ['a path of 501 characters', `/${'x'.repeat(500)}`],
])('where a site names %s, its admin-ajax.php is looked for below its home', (_, path) =>
  expect(PollAnswer.shape.ajax_path.parse(path)).toBeNull(),
);
