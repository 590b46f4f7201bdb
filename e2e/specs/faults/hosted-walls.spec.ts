// What stands in front of a gallery at its host, and the hosted sync service all the same: from the activated plugin to the Art IDs, and a
// later change. Where the service cannot reach the site, the site carries the calls itself.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { startHostedSystem } from '../../support/hosted-system.ts';
import { look } from '../../support/look.ts';
import { newOwner, saveTitle } from '../../support/new-owner.ts';
import { readApi } from '../../support/registry.ts';
import { listWorks, waitFor } from '../../support/site-works.ts';
import { layOutFromTemplate } from '../../support/site-templates.ts';
import { expect, logIn } from '../../support/story.ts';
import type { WebServerOptions } from '../../support/web-server.ts';

const HOSTS: [name: string, server: WebServerOptions, way: 'direct' | 'mailbox'][] = [
  ['a plain host', { server: 'fpm' }, 'direct'],
  ['a host with one PHP worker', { server: 'fpm', workers: 1 }, 'direct'],
  ['a server on which PHP cannot go on after its answer', { server: 'php' }, 'direct'],
  ['a page cache in front', { wall: 'page-cache' }, 'direct'],
  ['a host that strips our headers', { wall: 'headers-stripped' }, 'mailbox'],
  ['a bot wall that answers 403 with a page', { wall: 'bot-wall' }, 'mailbox'],
  ['a password in front of the site', { wall: 'password' }, 'mailbox'],
  ['a redirect to another host name', { wall: 'redirect' }, 'mailbox'],
];

for (const [name, webServer, way] of HOSTS) {
  test(`${name}: everything is registered, ${way === 'direct' ? 'directly' : 'by the mailbox'}`, async ({
    browser,
  }) => {
    test.setTimeout(400_000);
    const dataDir = await mkdtemp(join(tmpdir(), 'artwork-registry-e2e-'));
    await layOutFromTemplate(dataDir, { hasShop: false, hasDemoWorks: true });
    const system = await startHostedSystem({ dataDir, webServer, say: () => undefined });
    const page = await (
      await browser.newContext({ httpCredentials: { username: 'staging', password: 'secret' } })
    ).newPage();
    try {
      await logIn(page, system.wordpress);
      const owner = newOwner(page, system);
      await owner.open();
      await owner.connect();
      await owner.askForAccess();
      const account = await system.approve();
      await owner.register(30);
      await page.goto(`${system.wordpress.url}/wp-admin/admin.php?page=artwork-registry-settings`);
      const line = way === 'direct' ? /It reaches this site directly/ : /so this site calls it/;
      await expect(page.locator('.wrap').getByText(line).first()).toBeVisible();
      if (webServer.wall === 'bot-wall') await look(page, 'hosted-mailbox-5-connected');
      const [work] = await listWorks(system);
      await saveTitle(page, work!.external_id, 'Retitled by its owner');
      await waitFor('the change in the registry', async () => {
        const { body } = await readApi(system.registry, account.apiKey, `/artworks/${work!.registry_id}`);
        return (body['data'] as { title: string }).title === 'Retitled by its owner';
      });
      const { body } = await readApi(system.registry, account.apiKey, '/artworks?limit=1');
      expect((body['pagination'] as { total: number }).total).toBe(30);
    } finally {
      await page.context().close();
      await system.stop();
      if (!process.env['KEEP_E2E_DATA']) await rm(dataDir, { recursive: true, force: true });
    }
  });
}
