// `npm run plugin:zip`: builds the plugin and packs it; says where the zip lies.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { listContents, pluginDir, readVersion, writeZip } from './zip.ts';

// Zip keeps local time: the same everywhere.
process.env['TZ'] = 'UTC';
const file = join(pluginDir, 'dist', `artwork-registry-connector-${await readVersion()}.zip`);
await writeZip(file);
const bytes = await readFile(file);
console.log(
  `${relative(process.cwd(), file)}: ${(await listContents()).length} files, ${bytes.length} bytes`,
);
console.log(`sha256 ${createHash('sha256').update(bytes).digest('hex')}`);
