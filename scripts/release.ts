// `npm run release`: everything that is published, in release/: the npm packages, the plugin's zip, a list of what each contains
// (SBOM) and SHA256SUMS. `npm run release -- contract daemon` builds just these. The same commit gives the same bytes.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { composerTools, npmParts } from './release/lock-files.ts';
import type { Parts } from './release/lock-files.ts';
import { PACKAGES, releaseDir, rootDir } from './release/packages.ts';
import { sbom } from './release/sbom.ts';
import { writeTarball } from './release/tarball.ts';

const PLUGIN = 'plugin';
const names = [...PACKAGES.map(({ name }) => name), PLUGIN];
const wanted = process.argv.length > 2 ? process.argv.slice(2) : names;
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Unknown: ${unknown.join(', ')}. There are ${names.join(', ')}.\n`);
  process.exit(2);
}

const epoch = Number(
  process.env['SOURCE_DATE_EPOCH'] ??
    execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: rootDir, encoding: 'utf8' }),
);
rmSync(releaseDir, { recursive: true, force: true });
mkdirSync(releaseDir, { recursive: true });

const files: string[] = [];
for (const one of PACKAGES.filter(({ name }) => wanted.includes(name))) {
  files.push(writeTarball(one), writeSbom(one.name, npmParts(one.workspace, false)));
}
if (wanted.includes(PLUGIN)) files.push(zipOfPlugin(), writeSbom(PLUGIN, partsOfPlugin()));

const sums = files.map((file) => `${sha256(join(releaseDir, file))}  ${file}\n`).join('');
writeFileSync(join(releaseDir, 'SHA256SUMS'), sums);
process.stdout.write(sums);

/** The scripts hold parts of what they are built with, so all of that is listed. */
function partsOfPlugin(): Parts {
  const { components, dependencies } = npmParts(PLUGIN, true);
  const tools = ['plugin', 'plugin/tools/wp-cli'].flatMap((folder) =>
    composerTools(`${folder}/composer.json`),
  );
  return { components: [...components, ...tools], dependencies };
}

function writeSbom(name: string, parts: Parts): string {
  const file = `${name}.cdx.json`;
  writeFileSync(join(releaseDir, file), sbom(parts, epoch));
  return file;
}

function zipOfPlugin(): string {
  execFileSync('npm', ['run', '--silent', 'zip', '-w', 'plugin'], {
    cwd: rootDir,
    // Anything else makes webpack write a build for development, which differs from run to run.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', process.stderr, process.stderr],
  });
  const { version } = JSON.parse(readFileSync(join(rootDir, 'plugin/package.json'), 'utf8')) as {
    version: string;
  };
  const zip = join(rootDir, `plugin/dist/artwork-registry-connector-${version}.zip`);
  copyFileSync(zip, join(releaseDir, basename(zip)));
  return basename(zip);
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
