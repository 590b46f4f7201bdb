// The plugin as people install it: what it needs at run time, its translations, and its sources with what builds them (sources.ts). The
// same sources give the same bytes, on every machine and at any time.
import { createWriteStream } from 'node:fs';
import { glob, mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { BUILD_FILES, manifestOfZip } from './sources.ts';

export const pluginDir = join(import.meta.dirname, '..');
const NAME = 'artwork-registry-connector';

/** Nothing else is in the zip: a new folder is added here or stays out. */
const CONTENTS = [
  `${NAME}.php`,
  'uninstall.php',
  'readme.txt',
  'LICENSE',
  'includes/**/*.php',
  'build/**/*.{js,css,php,json,mo}',
  'schema/*.json',
  'languages/*.{pot,po}',
  'src/**/*.{ts,tsx,css,scss,json}',
  ...BUILD_FILES,
];

// The real time would differ from build to build. Zip begins on 1 January 1980 local time, so a day later is the same everywhere.
const EPOCH = new Date(Date.UTC(1980, 0, 2));

export async function listContents(): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of glob(CONTENTS, { cwd: pluginDir })) paths.push(path);
  return paths.sort();
}

/** Version as the plugin's header says it; throws where readme.txt or the constant say another. */
export async function readVersion(): Promise<string> {
  const main = await readFile(join(pluginDir, `${NAME}.php`), 'utf8');
  const readme = await readFile(join(pluginDir, 'readme.txt'), 'utf8');
  const header = /\* Version:\s*(\S+)/.exec(main)?.[1];
  const said = {
    "the plugin's header": header,
    ARTWORK_REGISTRY_VERSION: /'ARTWORK_REGISTRY_VERSION', '([^']+)'/.exec(main)?.[1],
    'Stable tag of readme.txt': /^Stable tag:\s*(\S+)/m.exec(readme)?.[1],
  };
  if (!header || Object.values(said).some((version) => version !== header))
    throw new Error(`The versions differ: ${JSON.stringify(said)}. Make them equal.`);
  return header;
}

/** Writes the zip; everything lies in one folder of the plugin's name, as WordPress expects. */
export async function writeZip(file: string): Promise<void> {
  const zip = new ZipFile();
  const options = { mtime: EPOCH, mode: 0o100644, forceDosTimestamp: true };
  for (const path of await listContents()) {
    zip.addBuffer(await readFile(join(pluginDir, path)), `${NAME}/${path}`, options);
  }
  zip.addBuffer(Buffer.from(await manifestOfZip()), `${NAME}/package.json`, options);
  zip.end();
  await mkdir(dirname(file), { recursive: true });
  await pipeline(zip.outputStream, createWriteStream(file));
}
