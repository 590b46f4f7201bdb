// One person runs a registry from the browser: looks, decides, repairs. Without script, by keyboard, in light and dark.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test as base, type Page } from '@playwright/test';
import { freePort } from '../../../stage/machine/ports.ts';
import { startReceiver, type Receiver } from '../../../registry-server/tests/support/https-receiver.ts';
import { findBarriers } from '../../support/barriers.ts';
import { rootDir } from '../../../stage/paths.ts';
import { startRegistry, type Registry } from '../../../stage/system/registry.ts';
import { waitFor } from '../../../stage/system/site-works.ts';
import { isShort } from '../../playwright.config.ts';

const PASSWORD = 'a gallery full of paintings';

interface Office {
  registry: Registry;
  receiver: Receiver;
  /** Address of a page of the console. */
  at(path: string): string;
  /** Asks for access as somebody would; answers the id of the request. */
  ask(name: string): Promise<string>;
  apiKey: string;
  prefix: string;
  artId: string;
}

const test = base.extend<object, { office: Office; locked: Registry }>({
  office: [
    async ({ browserName: _browserName }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'registry-operator-'));
      const receiver = await startReceiver(dataDir);
      const registry = await startRegistry({
        dataDir,
        port: await freePort(),
        webhookHost: receiver.host,
        caFile: receiver.caFile,
        webhookBackoffSeconds: '0,0,0,0,0',
        env: { REGISTRY_ACCESS_REQUESTS_PER_HOUR: '100', REGISTRY_ACCESS_REQUESTS_PER_EMAIL_DAY: '100' },
      });
      try {
        await use(await furnish(registry, receiver));
      } finally {
        await registry.stop();
        await receiver.close();
        await rm(dataDir, { recursive: true, force: true });
      }
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // A registry whose console asks for a password.
  locked: [
    async ({ office }, use) => {
      const dataDir = await mkdtemp(join(tmpdir(), 'registry-locked-'));
      const registry = await startRegistry({
        dataDir,
        port: await freePort(),
        webhookHost: 'localhost:1',
        caFile: office.receiver.caFile,
        env: { REGISTRY_OPERATOR_PASSWORD_HASH: await makeHash() },
      });
      await use(registry);
      await registry.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** As an operator would: the password goes through a pipe. */
async function makeHash(): Promise<string> {
  const main = join(rootDir, 'registry-server/src/main.ts');
  const running = promisify(execFile)(process.execPath, [main, 'operator', 'password', '--json']);
  running.child.stdin?.end(`${PASSWORD}\n`);
  return (JSON.parse((await running).stdout) as { password_hash: string }).password_hash;
}

async function furnish(registry: Registry, receiver: Receiver): Promise<Office> {
  await registry.operate('org', 'create', '--slug', 'rialto', '--name', 'Galleria “Rialto” & Söhne');
  await registry.operate('org', 'create', '--slug', 'harbour', '--name', 'Harbour Collection');
  const profile = ['--type', 'gallery', '--slug', 'rialto', '--name', 'Galleria Rialto', '--city', 'Venezia'];
  await registry.operate('profile', 'create', '--org', 'rialto', ...profile);
  const scopes = ['--scopes', 'artworks:read,artworks:write', '--name', 'the shop'];
  const key = await registry.operate<{ api_key: string; prefix: string }>(
    'key',
    'create',
    '--org',
    'rialto',
    ...scopes,
  );
  const hook = ['webhook', 'create', '--org', 'rialto', '--url', receiver.url, '--events', 'all'];
  const { webhook_id } = await registry.operate<{ webhook_id: string }>(...hook);
  receiver.answer((_received, response) =>
    response.writeHead(500).end('<script>alert(1)</script> the cellar is flooded'),
  );
  const call = async (path: string, body: object) => {
    const response = await fetch(registry.apiUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.api_key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { registry_id: string; request_id: string };
  };
  const { registry_id: artId } = await call('/artworks', { title: 'La Lagune', artist_name: 'Ana Brandt' });
  await waitFor('a delivery that failed for good', async () => {
    const sent = ['webhook', 'deliveries', '--id', webhook_id, '--status', 'failed'];
    return (await registry.operate<{ deliveries: unknown[] }>(...sent)).deliveries.length > 0;
  });
  receiver.answer((_received, response) => response.writeHead(200).end('thank you'));
  for (const title of ['Bridge', 'Market', 'Fog'])
    await call('/artworks', { title, artist_name: 'Ana Brandt' });
  return {
    registry,
    receiver,
    at: (path) => `${registry.url}/operator${path}`,
    ask: async (name) =>
      (
        await call('/integrations/access-requests', {
          name,
          email: 'curator@example.com',
          organization: 'Atelier <b>Nord</b>',
          website: 'https://example.com/',
          access_type: 'both',
          intended_use: 'Publishing the works of our gallery, and reading what became of them.',
        })
      ).request_id,
    apiKey: key.api_key,
    prefix: key.prefix,
    artId,
  };
}

const PAGES = [
  '',
  '/organizations',
  '/organizations/rialto',
  '/profiles/rialto',
  '/works',
  '/artists?id=ana-brandt',
  '/people',
  '/actions',
  '/webhooks',
  '/access-requests',
  '/access-requests?status=rejected',
  '/deliveries',
  '/deliveries?status=failed',
];

// As an operator would: a command on the machine prints a link that opens the console.
test.beforeEach(async ({ page, office }) => {
  const { url } = await office.registry.operate<{ url: string }>('operator', 'open');
  await page.goto(url);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the overview says what needs the operator, and leads there', async ({ page, office }) => {
    await office.ask('Mira Overview');
    await page.goto(office.at(''));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
    await page.getByRole('link', { name: /requests? for access wait/ }).click();
    await expect(page).toHaveURL(/access-requests$/);
    await expect(page.getByRole('row', { name: /Mira Overview/ })).toBeVisible();
  });

  test('a request is approved into an organisation, and its key works', async ({ page, office }) => {
    await office.ask('Nina Approved');
    await page.goto(office.at('/access-requests'));
    await page.getByRole('link', { name: 'Nina Approved' }).click();
    await expect(page.getByText('Atelier <b>Nord</b>')).toBeVisible();
    await page.getByLabel('Organisation that gets the key').selectOption('harbour');
    await page.getByRole('button', { name: 'Approve and show the key' }).click();
    const key = (await page.locator('code.key').innerText()).trim();
    const service = await fetch(`${office.registry.apiUrl}/`, { headers: { 'x-api-key': key } });
    expect(((await service.json()) as { organization: { slug: string } }).organization.slug).toBe('harbour');
    await page.goto(office.at('/access-requests?status=approved'));
    await expect(page.getByRole('row', { name: /Nina Approved/ })).toBeVisible();
    await expect(page.getByText(key)).toHaveCount(0);
  });

  test('a request is rejected with a reason that stays', async ({ page, office }) => {
    const id = await office.ask('Otto Rejected');
    await page.goto(office.at(`/access-requests/${id}`));
    await page.getByLabel('Reason').fill('The website shows no gallery.');
    await page.getByRole('button', { name: 'Reject' }).click();
    await expect(page.getByRole('status')).toHaveText('The request is rejected.');
    await page.goto(office.at(`/access-requests/${id}`));
    await expect(page.getByText('The website shows no gallery.')).toBeVisible();
    await expect(page.getByRole('button')).toHaveText(['Sign out']);
  });

  test('a delivery that failed is found by its Art ID, read attempt by attempt, and sent again', async ({
    page,
    office,
  }) => {
    await page.goto(office.at('/deliveries'));
    await page.getByLabel('Art ID').fill(office.artId);
    await page.getByLabel('State').selectOption('failed');
    await page.getByRole('button', { name: 'Search' }).click();
    const row = page.getByRole('row', { name: new RegExp(office.artId) });
    await expect(row).toHaveCount(1);
    await row.locator('summary').click();
    await expect(row.getByRole('listitem')).toHaveCount(6);
    await expect(row.getByText('the cellar is flooded').first()).toBeVisible();
    const before = office.receiver.received.length;
    await row.getByRole('button', { name: /Resend/ }).click();
    await expect(page.getByRole('status')).toHaveText('The delivery is queued again.');
    await waitFor('the delivery at the receiver', async () => office.receiver.received.length > before);
    // The receiver has it a moment before the registry has written that down.
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('cell', { name: 'delivered', exact: true })).toBeVisible({ timeout: 1000 });
    }).toPass({ timeout: 30_000 });
  });

  test('a webhook is paused, resumed and tested, and shows its day', async ({ page, office }) => {
    await page.goto(office.at('/webhooks'));
    await expect(page.getByRole('img', { name: /Last 24 hours: \d+ deliver/ })).toBeVisible();
    await page.getByRole('button', { name: /^Pause/ }).click();
    await expect(page.getByRole('cell', { name: /^paused/ })).toBeVisible();
    await page.getByRole('button', { name: /^Resume/ }).click();
    await expect(page.getByRole('cell', { name: /^active/ })).toBeVisible();
    await page.getByRole('button', { name: /^Send test/ }).click();
    await expect(page.getByRole('row', { name: /webhook\.test/ }).first()).toBeVisible();
  });

  test('a key is revoked after a second look, and stops', async ({ page, office }) => {
    const { api_key, prefix } = await office.registry.operate<{ api_key: string; prefix: string }>(
      'key',
      'create',
      '--org',
      'harbour',
      '--scopes',
      'artworks:read',
    );
    await page.goto(office.at('/organizations/harbour'));
    const row = page.getByRole('row', { name: new RegExp(prefix) });
    await row.locator('summary', { hasText: 'Revoke' }).click();
    await row.getByRole('button', { name: `Revoke ${prefix} now` }).click();
    await expect(page.getByRole('status')).toContainText('revoked');
    await expect(row.getByRole('cell', { name: 'revoked' })).toBeVisible();
    await waitFor('the key to be refused', async () => {
      const { status } = await fetch(`${office.registry.apiUrl}/`, { headers: { 'x-api-key': api_key } });
      return status === 401;
    });
  });

  test('an organisation is downloaded, and erased once its short name was typed', async ({
    page,
    office,
  }) => {
    await office.registry.operate('org', 'create', '--slug', 'closed', '--name', 'Closed Gallery');
    await page.goto(office.at('/organizations/closed'));
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download its data' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('closed.ndjson');
    expect(await readFile(await file.path(), 'utf8')).toContain('"name":"Closed Gallery"');
    await page.getByText('Erase Closed Gallery for good').click();
    await page.getByLabel('To confirm, type its short name').fill('rialto');
    await page.getByRole('button', { name: 'Erase it for good' }).click();
    await expect(page.getByRole('alert')).toHaveText('To erase it, type its short name, closed.');
    await page.goto(office.at('/organizations/closed'));
    await page.getByText('Erase Closed Gallery for good').click();
    await page.getByLabel('To confirm, type its short name').fill('closed');
    await page.getByRole('button', { name: 'Erase it for good' }).click();
    await expect(page.getByRole('status')).toContainText('The organisation is erased.');
    await page.goto(office.at('/organizations'));
    await expect(page.getByText('Closed Gallery')).toHaveCount(0);
  });

  test('with a password: signs in, refuses a wrong one, signs out', async ({ page, locked }) => {
    await page.goto(`${locked.url}/operator/organizations`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in');
    await page.getByLabel('Password').fill('something else');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('This is not the password.');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Overview');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.goto(`${locked.url}/operator`);
    await expect(page).toHaveURL(/login$/);
  });
});

test('by keyboard alone: into the content, to a request, approved', async ({ page, office }) => {
  await office.ask('Pia Keyboard');
  await page.goto(office.at('/access-requests'));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, 'Pia Keyboard');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pia Keyboard asks for access');
  await tabTo(page, 'Organisation that gets the key');
  await page.keyboard.type('Harbour');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Approve and show the key' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('code.key')).toHaveText(/^\s*areg_\w{38}\s*$/);
});

/** Presses Tab until what has the focus is called so; focus must be visible on the way. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none');
    const label = await focused.evaluate((element) =>
      element instanceof HTMLSelectElement ? element.labels[0]?.textContent : element.textContent,
    );
    if (label?.trim() === name) return;
  }
  throw new Error(`no Tab leads to "${name}"`);
}

// Each width and each scheme once in the short run, all four in the others.
const widthsIn = { light: isShort ? [1280] : [1280, 390], dark: isShort ? [390] : [1280, 390] };
for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of widthsIn[colorScheme]) {
    test(`no barrier on any page, ${colorScheme}, ${width} px wide`, async ({ page, office, locked }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      const refused: string[] = [];
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) refused.push(message.text());
      });
      const id = await office.ask('Quinn Careful');
      const addresses = [...PAGES, `/access-requests/${id}`].map((path) => office.at(path));
      for (const address of [...addresses, `${locked.url}/operator/login`]) {
        await page.goto(address);
        for (const summary of await page.locator('summary').all()) await summary.click();
        expect(await findBarriers(page), address).toEqual([]);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow, `${address} scrolls sideways`).toBeLessThanOrEqual(0);
        if (process.env['SCREENSHOTS']) {
          const { pathname, search } = new URL(address);
          // The clicks above have scrolled wide tables to their ends.
          await page.evaluate(() => document.querySelectorAll('*').forEach((box) => (box.scrollLeft = 0)));
          // A request's id is another one in each run.
          const name = (pathname.replace(id, 'one') + search).replace(/[^a-z]+/g, '-').slice(1);
          const dark = colorScheme === 'dark' ? '-dark' : '';
          await page.screenshot({
            path: join(process.env['SCREENSHOTS'], `${name}-${width}${dark}.png`),
            fullPage: true,
          });
        }
      }
      expect(refused).toEqual([]);
    });
  }
}
