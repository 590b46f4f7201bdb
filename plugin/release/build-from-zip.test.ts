// A reviewer has the zip and nothing else: what readme.txt says under "Development" builds the same scripts from it.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import extractZip from 'extract-zip';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pluginDir, writeZip } from './zip.ts';

let folder: string;
let plugin: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plugin-from-zip-'));
  plugin = join(folder, 'artwork-registry-connector');
  await writeZip(join(folder, 'plugin.zip'));
  await extractZip(join(folder, 'plugin.zip'), { dir: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const list = async (place: string) => (await readdir(join(place, 'build'), { recursive: true })).sort();
/** What WordPress loads before the script. The other line is a checksum, in which the folder of the build counts. */
const needsOf = async (place: string, file: string) =>
  /'dependencies' => array\(([^)]*)\)/.exec(await readFile(join(place, 'build', file), 'utf8'))?.[1];

test('npm install and npm run build in the unpacked folder make build/ again', async () => {
  const readme = await readFile(join(plugin, 'readme.txt'), 'utf8');
  const [, commands = ''] = /In the unpacked plugin, `([^`]+)` builds them/.exec(readme) ?? [];
  await rename(join(plugin, 'build'), join(folder, 'packed'));
  // vitest sets NODE_ENV, by which the build is one for development.
  const env = { ...process.env, NODE_ENV: 'production', npm_config_audit: 'false', npm_config_fund: 'false' };
  await promisify(execFile)('bash', ['-euc', commands], { cwd: plugin, env, maxBuffer: 2 ** 26 });
  expect(await list(plugin)).toEqual(await list(pluginDir));
  for (const file of (await list(plugin)).filter((name) => name.endsWith('.asset.php')))
    expect(await needsOf(plugin, file), file).toBe(await needsOf(pluginDir, file));
}, 600_000);
