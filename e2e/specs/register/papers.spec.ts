// The wall label and the certificates of an artwork: printed, issued and withdrawn from wp-admin, with the key at the sync service.
import { look } from '../../support/look.ts';
import { stateIs } from '../../../stage/system/site-works.ts';
import { expect, openScreen, test } from '../../support/story.ts';

test.describe.configure({ mode: 'serial' });
test.use({ galleryName: 'papers' });

const TITLE = 'Irises';

test('a certificate is issued for a copy, opens as a PDF, and is withdrawn with a reason', async ({
  owner,
  browser,
  gallery,
}) => {
  await gallery.wordpress.wp('artwork-registry', 'register-all');
  await stateIs(gallery, TITLE, 'published');
  await openScreen(owner, gallery, 'artworks');
  await owner.getByRole('searchbox', { name: 'Search artworks' }).fill(TITLE);
  await owner.getByRole('button', { name: `Details of ${TITLE}` }).click();
  const visitor = await browser.newPage();
  const drawer = owner.locator('.areg-drawer');
  const label = await drawer.getByRole('link', { name: 'Print label (A6)' }).getAttribute('href');
  const pdf = await visitor.request.get(label ?? '');
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');

  await drawer.getByRole('button', { name: 'Issue certificate' }).click();
  const dialog = owner.getByRole('dialog', { name: `Issue a certificate for ${TITLE}?` });
  await dialog.getByLabel('Copy number').fill('51');
  await dialog.getByLabel('Size of the edition').fill('50');
  await expect(dialog.getByRole('alert')).toContainText('not greater than the size of the edition');
  await dialog.getByLabel('Copy number').fill('3');
  await dialog.getByLabel('Note on the certificate').fill('Signed on the back.');
  await dialog.getByRole('button', { name: 'Issue certificate' }).click();
  const certificates = drawer.getByRole('list', { name: 'Certificates' });
  await expect(certificates.getByText('Certificate issued')).toBeVisible();
  await expect(certificates).toContainText('copy 3 of 50');
  await look(owner, 'papers');
  const address = (await certificates.getByRole('link', { name: 'PDF, A4' }).getAttribute('href')) ?? '';
  expect((await (await visitor.request.get(address)).body()).subarray(0, 5).toString()).toBe('%PDF-');
  await visitor.goto(address.replace(/\.pdf$/, ''));
  await expect(visitor.getByText('Signed on the back.')).toBeVisible();

  await certificates.getByRole('button', { name: 'Withdraw' }).click();
  const question = owner.getByRole('dialog', { name: 'Withdraw this certificate?' });
  await expect(question.getByRole('button', { name: 'Withdraw' })).toBeDisabled();
  await question.getByLabel('Reason').fill('The sale was cancelled.');
  await question.getByRole('button', { name: 'Withdraw' }).click();
  await expect(certificates.getByText('Withdrawn', { exact: true })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('Withdrawn on')).toBeVisible();
  await visitor.close();
});

test('several artworks get their labels in one file, and a certificate each', async ({
  owner,
  browser,
  gallery,
}) => {
  const titles = ['The Kiss', 'The Scream'];
  for (const title of titles) await stateIs(gallery, title, 'published');
  await openScreen(owner, gallery, 'artworks');
  await owner.getByRole('searchbox', { name: 'Search artworks' }).fill('The');
  const row = (title: string) => owner.getByRole('row').filter({ hasText: title });
  const choose = async () => {
    for (const title of titles) await row(title).getByRole('checkbox').check();
  };
  await choose();
  await owner.getByRole('button', { name: 'Print wall labels' }).click();
  const labels = owner.getByRole('dialog', { name: 'Print wall labels' });
  await expect(labels).toContainText('2 labels');
  const file = (await labels.getByRole('link', { name: 'Open A7' }).getAttribute('href')) ?? '';
  const visitor = await browser.newPage();
  const pdf = await visitor.request.get(file);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe('%PDF-');
  await visitor.close();
  await owner.keyboard.press('Escape');

  await owner.getByRole('button', { name: 'Issue certificates' }).click();
  const question = owner.getByRole('dialog', { name: 'Issue certificates?' });
  await expect(question).toContainText('A certificate is permanent');
  await question.getByRole('button', { name: 'Issue', exact: true }).click();
  await expect(owner.getByText('2 certificates are being issued.').first()).toBeVisible();
  for (const title of titles) {
    await owner.getByRole('button', { name: `Details of ${title}` }).click();
    const drawer = owner.locator('.areg-drawer');
    await expect(
      drawer.getByRole('list', { name: 'Certificates' }).getByText('Certificate issued'),
    ).toBeVisible();
    await owner.keyboard.press('Escape');
  }
});
