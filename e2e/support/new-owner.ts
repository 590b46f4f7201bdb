// What a new gallery owner does from the activated plugin to the first Art ID, in the browser. Each click and each field counts.
import { expect, type Page } from '@playwright/test';
import type { HostedSystem } from '../../stage/system/hosted-system.ts';
import { listWorks, waitFor } from '../../stage/system/site-works.ts';
import type { WordPress } from '../../stage/wordpress/wordpress.ts';

export interface Walk {
  clicks: number;
  fields: number;
  /** Of the owner's screen, from the first one to "connected". */
  connectSeconds: number;
}

export function newOwner(page: Page, system: Pick<HostedSystem, 'wordpress'>) {
  const walk: Walk = { clicks: 0, fields: 0, connectSeconds: 0 };
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const heading = (name: string) => page.getByRole('heading', { name, level: 2 });
  const click = async (name: string | RegExp) => {
    await button(name).click();
    walk.clicks += 1;
  };
  const fill = async (label: string, text: string) => {
    await page.getByLabel(label, { exact: true }).fill(text);
    walk.fields += 1;
  };
  return {
    walk,
    button,
    heading,
    click,
    fill,
    open: () => page.goto(`${system.wordpress.url}/wp-admin/admin.php?page=artwork-registry-connect`),

    /** From the empty wizard until the sync service has called. `beforeAgree`: to look at whom one connects to. */
    async connect(beforeAgree: () => Promise<void> = async () => {}): Promise<void> {
      const began = Date.now();
      await click('Continue');
      await expect(button('Agree and connect')).toBeVisible();
      await beforeAgree();
      await click('Agree and connect');
      await expect(heading('Registry account')).toBeVisible({ timeout: 60_000 });
      walk.connectSeconds = (Date.now() - began) / 1000;
    },

    async askForAccess(): Promise<void> {
      await fill('Your name', 'Berthe Morisot');
      await fill('E-mail', 'berthe@gallery.example');
      await fill('Gallery', 'Galerie Morisot');
      await click('Ask for access');
      await expect(page.locator('.wrap').getByText(/Access was requested/)).toBeVisible({ timeout: 60_000 });
    },

    /** After the approval: profile, choice, review, and all artworks have their Art ID. */
    async register(count: number): Promise<void> {
      await expect(heading('Profile')).toBeVisible({ timeout: 90_000 });
      await click('Yes, this is us');
      await click('Save and continue');
      await click(/^Register \d+ artworks?$/);
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Register \d+ artworks?$/ })
        .click();
      walk.clicks += 1;
      await expect(heading('Your gallery is connected')).toBeVisible();
      await waitFor(
        `${count} Art IDs`,
        async () => (await listWorks(system)).filter((work) => work.registry_id !== null).length === count,
        120_000,
      );
    },
  };
}

/** As the block editor or the product screen saves. `page` is one of wp-admin. */
export function saveTitle(page: Page, { woocommerce }: WordPress, id: string, title: string): Promise<void> {
  const [route, field] = woocommerce ? ['wc/v3/products', 'name'] : ['wp/v2/areg-artworks', 'title'];
  return page.evaluate(
    async ([path, body]) => {
      const nonce = await (await fetch('/wp-admin/admin-ajax.php?action=rest-nonce')).text();
      const answer = await fetch(`/?rest_route=/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-wp-nonce': nonce },
        body,
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    [`${route}/${id}`, JSON.stringify({ [field as string]: title })] as const,
  );
}
