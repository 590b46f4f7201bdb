// What stands in front of a gallery at its host, and the hosted sync service all the same: from the activated plugin to the Art IDs, and a
// later change. Where the service cannot reach the site, the site carries the calls itself.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { openHostedGallery } from '../../support/hosted-gallery.ts';
import { look } from '../../support/look.ts';
import { readApi } from '../../../stage/system/registry.ts';
import { expect } from '../../support/story.ts';
import type { WebServerOptions } from '../../../stage/wordpress/web-server.ts';
import { addSupportPlugin } from '../../../stage/wordpress/wordpress-files.ts';

const HOSTS: [name: string, server: WebServerOptions, way: 'direct' | 'mailbox', fault?: string][] = [
  ['a plain host', { server: 'fpm' }, 'direct'],
  ['a host with one PHP worker', { server: 'fpm', workers: 1 }, 'direct'],
  ['a server on which PHP cannot continue after its answer', { server: 'php' }, 'direct'],
  ['a page cache in front', { wall: 'page-cache' }, 'direct'],
  ['a host that strips our headers', { wall: 'headers-stripped' }, 'mailbox'],
  ['a bot wall that answers 403 with a page', { wall: 'bot-wall' }, 'mailbox'],
  ['a password in front of the site', { wall: 'password' }, 'mailbox'],
  ['a redirect to another host name', { wall: 'redirect' }, 'mailbox'],
  ['a file that prints before every answer', { server: 'fpm' }, 'mailbox', 'prints-first'],
];

for (const [name, webServer, way, fault] of HOSTS) {
  test(`${name}: everything is registered, ${way === 'direct' ? 'directly' : 'by the mailbox'}`, async ({
    browser,
  }) => {
    const gallery = await openHostedGallery(browser, {
      webServer,
      context: { httpCredentials: { username: 'staging', password: 'secret' } },
    });
    const { owner, page } = gallery;
    if (fault !== undefined) {
      await addSupportPlugin(gallery.wordpress.siteDir, 'faults.php');
      await writeFile(join(gallery.wordpress.siteDir, 'wp-content/fault'), fault);
    }
    try {
      await owner.open();
      await owner.connect();
      await owner.askForAccess();
      const account = await gallery.approve();
      await owner.register(30);
      await gallery.settings();
      const line = way === 'direct' ? /It reaches this site directly/ : /so this site calls it/;
      await expect(page.locator('.wrap').getByText(line).first()).toBeVisible();
      if (webServer.wall === 'bot-wall') await look(page, 'hosted-mailbox-5-connected');
      await gallery.retitle('Retitled by its owner');
      await gallery.arrives('Retitled by its owner', account.apiKey);
      const { body } = await readApi(gallery.registry, account.apiKey, '/artworks?limit=1');
      expect((body['pagination'] as { total: number }).total).toBe(30);
    } finally {
      await gallery.end();
    }
  });
}
