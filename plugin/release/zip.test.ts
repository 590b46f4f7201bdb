import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import extractZip from 'extract-zip';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listContents, readVersion, writeZip } from './zip.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugin-zip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the same sources give the same bytes, and they unpack to one folder with every file', async () => {
  const [one, two] = [join(folder, 'one.zip'), join(folder, 'two.zip')];
  await writeZip(one);
  await new Promise((resolve) => setTimeout(resolve, 2100));
  await writeZip(two);
  expect((await readFile(one)).equals(await readFile(two))).toBe(true);
  await extractZip(one, { dir: folder });
  for (const path of await listContents()) {
    const packed = await readFile(join(folder, 'artwork-registry-connector', path));
    expect(packed.equals(await readFile(join(import.meta.dirname, '..', path))), path).toBe(true);
  }
});

test('what the plugin runs on is in, what it is made with is not', async () => {
  const contents = await listContents();
  expect(contents).toEqual(
    expect.arrayContaining([
      'artwork-registry-connector.php',
      'readme.txt',
      'uninstall.php',
      'includes/Hooks.php',
      'schema/artwork.json',
      'build/artworks.js',
      'build/settings.js',
      'build/settings.asset.php',
      'build/blocks/art-id/block.json',
      'build/languages/artwork-registry-connector-de_DE.mo',
      'languages/artwork-registry-connector.pot',
    ]),
  );
  expect(
    contents.filter((path) => /^(tests|vendor|node_modules|tools|bench|release|dist)\//.test(path)),
  ).toEqual([]);
});

test('no file of it names a host of a developer or asks another address than the ones readme.txt tells of', async () => {
  for (const path of await listContents()) {
    const text = await readFile(join(import.meta.dirname, '..', path), 'utf8');
    expect(text, path).not.toMatch(/\/\/localhost|127\.0\.0\.1/);
  }
});

test('header, constant and readme name one version', async () => {
  expect(await readVersion()).toMatch(/^\d+\.\d+\.\d+$/);
});

test('no screen loads more than 150 KB of script, gzipped; the list of artworks, with WordPress’s DataViews, no more than 320', async () => {
  for (const path of (await listContents()).filter((file) => /^build\/.*\.js$/.test(file))) {
    const script = await readFile(join(import.meta.dirname, '..', path));
    const most = path === 'build/artworks.js' ? 320 : 150;
    expect(gzipSync(script).length, path).toBeLessThanOrEqual(most * 1024);
  }
});
