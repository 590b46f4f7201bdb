// The owner pairs a site with the sync service: a wrong code is refused, the right one connects.
import { expect, logIn, openScreen, startGallery } from '../../support/story.ts';
import { test } from '@playwright/test';

test('the owner pairs the sync service with a code and sees the gallery connected', async ({ page }) => {
  test.setTimeout(240_000);
  const { system, remove } = await startGallery();
  try {
    await logIn(page, system);
    await openScreen(page, system);
    await page.getByRole('button', { name: 'Get a pairing code' }).click();
    const shown = page.getByTestId('pairing-code');
    await expect(shown).toHaveText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    const code = (await shown.textContent()) ?? '';

    const pair = (given: string) =>
      system.daemon.command(
        ['pair', '--site', system.wordpress.url, '--code', given, '--registry', system.registry.apiUrl],
        {
          REGISTRY_API_KEY: system.account.apiKey,
        },
      );
    const wrong = code.startsWith('0') ? code.replace(/^0/, '1') : code.replace(/^./, '0');
    await expect(pair(wrong)).rejects.toThrow(/code/i);
    await expect(page.getByText(/sync service .* is running/)).toHaveCount(0);

    expect(await pair(code)).toContain('Demo Gallery');
    await expect(page.getByText(/sync service .* is running/)).toBeVisible();
    await expect(page.getByText('Demo Gallery').first()).toBeVisible();
  } finally {
    await remove();
  }
});
