// What the zip has beside the plugin itself, so that anybody can make build/ again from the zip alone: the configuration of the build, the
// program that compiles translations, and a package.json of its own, with the versions that made this build.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const pluginDir = join(import.meta.dirname, '..');
const rootDir = join(pluginDir, '..');

export const BUILD_FILES = ['webpack.config.js', 'tsconfig.json', 'i18n/{catalogue,extract,main}.ts', 'i18n/package.json'];

/** Direct imports of sources and configuration that the repository gets through other packages. */
const BY_OTHERS = ['@ariakit/react', '@wordpress/dependency-extraction-webpack-plugin', 'webpack'];
/** Packs the zip. */
const NOT_OF_THE_BUILD = ['yazl'];

type Manifest = {
  version: string;
  license: string;
  dependencies: Record<string, string>;
  overrides: Record<string, unknown>;
};

export async function manifestOfZip(): Promise<string> {
  const { version, license, dependencies } = await read(join(pluginDir, 'package.json'));
  const { overrides } = await read(join(rootDir, 'package.json'));
  const names = [...Object.keys(dependencies), ...BY_OTHERS].filter((name) => !NOT_OF_THE_BUILD.includes(name));
  const exact: Record<string, string> = {};
  for (const name of names.sort()) exact[name] = await installed(name);
  const same: Record<string, unknown> = {};
  for (const [name, wanted] of Object.entries(overrides))
    same[name] = typeof wanted === 'string' ? await installed(name) : wanted;
  const manifest = {
    name: 'artwork-registry-connector',
    version,
    private: true,
    license,
    engines: { node: '>=22.18' },
    scripts: { build: 'wp-scripts build && node i18n/main.ts --compile' },
    dependencies: exact,
    overrides: same,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** npm puts a version that only the plugin has beside the plugin. */
const installed = async (name: string) => {
  const place = join('node_modules', name, 'package.json');
  const own = join(pluginDir, place);
  return (await read(existsSync(own) ? own : join(rootDir, place))).version;
};

const read = async (file: string) => JSON.parse(await readFile(file, 'utf8')) as Manifest;
