// `SCREENSHOTS=<folder> npm run directory-pictures -w e2e`: the pictures that the plugin's page on WordPress.org shows, in
// plugin/wordpress-org: icon and banner drawn from their SVG, screenshots copied from the folder in which stories put theirs.
import { copyFileSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumPath } from './chromium.ts';

const folder = join(import.meta.dirname, '../../plugin/wordpress-org');
const screens = process.env['SCREENSHOTS'];
if (!screens) throw new Error('Set SCREENSHOTS to the folder with the pictures (docs/screens/README.md).');

/** WordPress.org wants these names and sizes, in pixels. */
const DRAWN = [
  { from: 'icon.svg', to: 'icon-128x128.png', width: 128, height: 128 },
  { from: 'icon.svg', to: 'icon-256x256.png', width: 256, height: 256 },
  { from: 'banner.svg', to: 'banner-772x250.png', width: 772, height: 250 },
  { from: 'banner.svg', to: 'banner-1544x500.png', width: 1544, height: 500 },
];
/** In the order of their captions in readme.txt. */
const SCREENSHOTS = [
  'overview-1280.png',
  'artworks-1280.png',
  'drawer-difference-1280.png',
  'connect-5-register-1280.png',
  'mapping-rule-1280.png',
  'product-panel-1280.png',
];

const browser = await chromium.launch({
  ...(chromiumPath && { executablePath: chromiumPath }),
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { from, to, width, height } of DRAWN) {
  await page.setViewportSize({ width, height });
  const svg = readFileSync(join(folder, from), 'utf8');
  await page.setContent(
    `<style>body{margin:0}svg{display:block;width:${width}px;height:${height}px}</style>${svg}`,
  );
  await page.screenshot({ path: join(folder, to) });
}
await browser.close();
for (const old of readdirSync(folder).filter((name) => name.startsWith('screenshot-')))
  rmSync(join(folder, old));
for (const [index, name] of SCREENSHOTS.entries())
  copyFileSync(join(screens, name), join(folder, `screenshot-${index + 1}.png`));
