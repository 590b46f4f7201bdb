// Two sync services with one pairing, as after the disk of a service was copied: both stop and say so, and the one that is left continues.
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { freePort } from '../../../stage/machine/ports.ts';
import { startHost, type Host } from '../../../stage/system/host.ts';
import { openHostedGallery } from '../../support/hosted-gallery.ts';
import { look } from '../../support/look.ts';
import { openClock } from '../../../stage/machine/moved-clock.ts';
import { waitFor } from '../../../stage/system/site-works.ts';
import { expect } from '../../support/story.ts';

test('two services with one pairing stop and say so, and the one that is left continues', async ({
  browser,
}) => {
  const clock = await openClock();
  const gallery = await openHostedGallery(browser);
  const { owner, page, host, dataDir } = gallery;
  let second: Host | undefined;
  try {
    await owner.open();
    await owner.connect();
    await owner.askForAccess();
    const { apiKey } = await gallery.approve();
    await owner.register(30);
    const artIds = await gallery.artIds();
    const copy = join(dataDir, 'copy');
    await host.stop();
    await cp(join(dataDir, 'host'), join(copy, 'host'), {
      recursive: true,
      filter: (path) => !path.endsWith('/sockets'),
    });
    await host.start();
    second = await startHost({
      dataDir: copy,
      port: await freePort(),
      apiUrl: gallery.registry.apiUrl,
      siteHosts: [new URL(gallery.wordpress.url).host, new URL(gallery.registry.url).host],
      env: { DAEMON_REGISTRY_KEYS: await readFile(join(dataDir, 'host-read-key'), 'utf8') },
    });
    await gallery.settings();
    const warning = page
      .locator('.wrap')
      .getByText(/Two sync services work for this site/)
      .first();
    await expect(warning).toBeVisible({ timeout: 60_000 });
    await look(page, 'hosted-two-services');
    await second.stop();
    second = undefined;
    // The one that is left waits until nobody else has polled for five minutes, from its own poll on that finds the last of the other.
    const polls = await gallery.wordpress.polls();
    await waitFor(
      'a poll of the service that is left',
      async () => (await gallery.wordpress.polls()) > polls,
    );
    await clock.set('6m');
    await gallery.retitle('Retitled after the second service had gone');
    await gallery.arrives('Retitled after the second service had gone', apiKey, 180_000);
    await expect(warning).toHaveCount(0, { timeout: 60_000 });
    expect(await gallery.artIds()).toEqual(artIds);
  } finally {
    await second?.stop();
    await gallery.end();
    await clock.close();
  }
});
