// Many works at once in WordPress's own list, and what visitors see of a work that the registry has confirmed.
import { look } from '../../support/look.ts';
import { listUrl } from '../../../stage/wordpress/shop.ts';
import { stateIs, workNamed } from '../../../stage/system/site-works.ts';
import { expect, test } from '../../support/story.ts';
import { addSupportPlugin } from '../../../stage/wordpress/wordpress-files.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'lists' });

/** The two newest works of the list. */
let titles: string[] = [];

test('works ticked in the list are published together, and the list can show only these', async ({
  owner,
  gallery,
}) => {
  await owner.goto(listUrl(gallery.wordpress));
  titles = (await owner.locator('#the-list .row-title').allTextContents()).slice(0, 2);
  for (const row of (await owner.locator('#the-list tr').all()).slice(0, 2))
    await row.getByRole('checkbox').check();
  await owner.locator('#bulk-action-selector-top').selectOption({ label: 'Register artwork' });
  await owner.locator('#doaction').click();
  await expect(owner.getByText(/Register 2 artworks\? .* An Art ID is a permanent record\./)).toBeVisible();
  await look(owner, 'list-question', '.wrap > .notice');
  await owner.getByRole('button', { name: 'Register 2 artworks' }).click();
  await expect(owner.getByText('2 artworks go to the registry.')).toBeVisible();
  for (const title of titles) await stateIs(gallery, title, 'published');

  await owner.goto(listUrl(gallery.wordpress));
  await owner.getByLabel('Filter by state in the registry').selectOption({ label: 'Registered' });
  await owner.locator('#post-query-submit').click();
  // In any order: works that were imported within one second have none of their own.
  await expect(owner.locator('#the-list .row-title')).toHaveCount(titles.length);
  for (const title of titles)
    await expect(owner.locator('#the-list .row-title', { hasText: title })).toBeVisible();
  await look(owner, 'list-of-works');
});

test("a visitor's page of the work shows Art ID and caption, and tells search engines", async ({
  page,
  gallery,
}) => {
  const [title = ''] = titles;
  const work = await workNamed(gallery, title);
  const blocks = '<!-- wp:artwork-registry/caption /--><!-- wp:artwork-registry/art-id /-->';
  await gallery.wordpress.wp('post', 'update', work.external_id, `--post_content=${blocks}`);
  await stateIs(gallery, title, 'published');
  await page.goto(`${gallery.wordpress.url}/?post_type=areg_artwork&p=${work.external_id}`);
  await expect(page.getByRole('link', { name: work.registry_id ?? 'none' })).toHaveAttribute(
    'href',
    work.public_page ?? '',
  );
  await expect(page.locator('.wp-block-artwork-registry-caption')).toContainText(title);
  await expect(page.locator('.wp-block-artwork-registry-caption')).toContainText(
    /\d+(\.\d)? × \d+(\.\d)? cm/,
  );
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '{}',
  ) as { identifier?: { value: string } };
  expect(data.identifier?.value).toBe(work.registry_id);
});

test('the Art ID stands on every page of an artwork once the owner wants it, without a block', async ({
  owner,
  page,
  gallery,
}) => {
  const work = await workNamed(gallery, titles[1] ?? '');
  const address = `${gallery.wordpress.url}/?post_type=areg_artwork&p=${work.external_id}`;
  const artId = page.getByRole('link', { name: work.registry_id ?? 'none' });
  await page.goto(address);
  await expect(artId).toHaveCount(0);
  await owner.goto(`${gallery.wordpress.url}/wp-admin/admin.php?page=artwork-registry-settings`);
  await owner.getByLabel('Show the Art ID on the pages of artworks').click();
  await expect(owner.getByText('Saved.')).toBeVisible();
  await page.goto(address);
  await expect(artId).toHaveAttribute('href', work.public_page ?? '');
  await look(page, 'page-with-art-id', '.wp-block-artwork-registry-art-id');
});

test('a search for an Art ID in the list finds the artwork', async ({ owner, gallery }) => {
  const work = await workNamed(gallery, titles[1] ?? '');
  await owner.goto(`${listUrl(gallery.wordpress)}&s=${work.registry_id}`);
  await expect(owner.locator('#the-list .row-title')).toHaveText([titles[1] ?? '']);
});

test('the address of an artwork, pasted into a post, becomes a card, and so does an Art ID in the block', async ({
  owner,
  page,
  gallery,
}) => {
  await addSupportPlugin(gallery.wordpress.siteDir, 'loopback.php');
  const work = await workNamed(gallery, titles[0] ?? '');
  await owner.goto(`${gallery.wordpress.url}/wp-admin/post-new.php`);
  // What the editor asks when an address is pasted.
  const preview = await owner.evaluate(async (url) => {
    const { apiFetch } = (window as unknown as { wp: { apiFetch: (request: object) => Promise<unknown> } })
      .wp;
    return (await apiFetch({ path: `/oembed/1.0/proxy?url=${encodeURIComponent(url)}` })) as { html: string };
  }, work.public_page ?? '');
  expect(preview.html).toContain('artwork-registry-card');

  const content = [
    `<!-- wp:embed {"url":"${work.public_page}","type":"rich"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\n${work.public_page}\n</div></figure><!-- /wp:embed -->`,
    `<!-- wp:artwork-registry/card {"artId":"${work.registry_id}"} /-->`,
    '<!-- wp:artwork-registry/card {"artId":"AREG-999999"} /-->',
  ].join('');
  const id = (
    await gallery.wordpress.wp(
      ...['post', 'create', '--post_title=Two cards', '--post_status=publish', '--porcelain'],
      `--post_content=${content}`,
    )
  ).trim();
  await page.goto(`${gallery.wordpress.url}/?p=${id}`);
  const cards = page.locator('.artwork-registry-card');
  await expect(cards).toHaveCount(2);
  for (const card of await cards.all()) await expect(card).toContainText(titles[0] ?? '');
  await expect(page.locator('.entry-content')).not.toContainText('AREG-999999');
  await look(page, 'cards', '.entry-content');
});
