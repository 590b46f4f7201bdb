// One npm package as it is published: plain JavaScript for every Node from its `oldestNode` on. Built in a folder of its own, because type
// stripping does not work inside node_modules and the manifests of the repository must continue to point at the sources.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Package['entry'];
  const hasKit = manifest['imports'] !== undefined;
  compile(source, target, hasKit);
  writePages(pack, target);
  for (const path of data)
    cpSync(join(source, 'src', path), join(target, 'dist', path), { recursive: true });
  const kept = Object.fromEntries(Object.entries(manifest).filter(([field]) => PUBLISHED.includes(field)));
  const files = ['dist', ...(hasGuide ? ['guide'] : []), ...(pages ? ['docs'] : [])];
  const kit = hasKit ? { imports: { '#kit/*': './dist/kit/*.js' } } : {};
  const published = { ...kept, ...kit, engines: { node: `>=${oldestNode}` }, files, ...entry };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  evenModes(target);
  // npm gives every file of a tarball the same time and owner: the same sources, the same bytes.
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', releaseDir], {
    cwd: target,
    encoding: 'utf8',
  });
  return packed.trim();
}

/**
 * Into dist. The kit is published nowhere: it is compiled into each package that imports it, and `#kit/…` leads there. Given its sources,
 * the compiler would write them out once more beside the package, so it gets their declarations.
 */
function compile(source: string, target: string, hasKit: boolean): void {
  const project = join(source, 'tsconfig.build.json');
  if (!hasKit) return tsc('-p', project, '--outDir', join(target, 'dist'));
  const kit = join(rootDir, 'packages/kit/tsconfig.build.json');
  tsc('-p', kit, '--outDir', join(target, 'dist/kit'));
  // Beside the libraries that the declarations name.
  const folder = mkdtempSync(join(rootDir, 'node_modules/.kit-'));
  try {
    tsc('-p', kit, '--outDir', folder, '--declaration', '--emitDeclarationOnly');
    const compilerOptions = { outDir: join(target, 'dist'), paths: { '#kit/*': [join(folder, '*.d.ts')] } };
    const files = { include: [join(source, 'src')], exclude: [join(source, '**/*.test.ts')] };
    const own = join(folder, 'tsconfig.json');
    writeFileSync(own, JSON.stringify({ extends: project, compilerOptions, ...files }));
    tsc('-p', own);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function tsc(...args: string[]): void {
  execFileSync(join(rootDir, 'node_modules/.bin/tsc'), args, {
    stdio: ['ignore', process.stderr, process.stderr],
  });
}

/** npm packs files with their modes, which follow the umask of who checks out and builds. */
function evenModes(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
}
