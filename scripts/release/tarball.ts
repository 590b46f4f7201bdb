// One npm package as it is published: plain JavaScript for every Node from its `oldestNode` on. Built in a folder of its own, because type
// stripping does not work inside node_modules and the manifests of the repository must go on to point at the sources.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildDir, releaseDir, rootDir } from './packages.ts';
import type { Package } from './packages.ts';
import { writePages } from './pages.ts';

const PUBLISHED = ['name', 'version', 'description', 'license', 'type', 'dependencies'];

/** Builds the package and packs it; returns the name of the tarball in release/. */
export function writeTarball(pack: Package): string {
  const { name, workspace, entry, data, oldestNode, pages, hasGuide } = pack;
  const source = join(rootDir, workspace);
  const target = join(buildDir, name);
  rmSync(target, { recursive: true, force: true });
  execFileSync(join(rootDir, 'node_modules/.bin/tsc'), ['-p', join(source, 'tsconfig.build.json'), '--outDir', join(target, 'dist')], {
    stdio: ['ignore', process.stderr, process.stderr],
  });
  writePages(pack, target);
  for (const path of data)
    cpSync(join(source, 'src', path), join(target, 'dist', path), { recursive: true });
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Package['entry'];
  const kept = Object.fromEntries(Object.entries(manifest).filter(([field]) => PUBLISHED.includes(field)));
  const files = ['dist', ...(hasGuide ? ['guide'] : []), ...(pages ? ['docs'] : [])];
  const published = { ...kept, engines: { node: `>=${oldestNode}` }, files, ...entry };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  evenModes(target);
  // npm gives every file of a tarball the same time and owner: the same sources, the same bytes.
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', releaseDir], {
    cwd: target,
    encoding: 'utf8',
  });
  return packed.trim();
}

/** npm packs files with their modes, which follow the umask of who checks out and builds. */
function evenModes(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}
