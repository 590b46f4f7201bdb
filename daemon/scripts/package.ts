// `npm run package -w daemon`: the packages of the contract and of the sync service as they are published, plain JavaScript for
// every Node from OLDEST_NODE on. Built in a folder of their own: type stripping does not work inside node_modules, and the manifests of
// the repository must go on to point at the sources. Prints the two tarballs.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OLDEST_NODE } from '../src/node-version.ts';

type Manifest = { [field: string]: unknown };

const daemonDir = join(import.meta.dirname, '..');
const rootDir = join(daemonDir, '..');
const buildDir = join(daemonDir, 'build');
const PUBLISHED = ['name', 'version', 'description', 'license', 'type', 'dependencies'];

rmSync(buildDir, { recursive: true, force: true });
stage(join(rootDir, 'registry-server/contract'), 'contract', {
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
});
stage(daemonDir, 'daemon', { bin: { 'artwork-registry-daemon': './dist/main.js' } });
cpSync(join(daemonDir, 'src/journal/migrations'), join(buildDir, 'daemon/dist/journal/migrations'), {
  recursive: true,
});
copyFileSync(join(daemonDir, 'src/host/directory.sql'), join(buildDir, 'daemon/dist/host/directory.sql'));
copyFileSync(join(rootDir, 'docs/daemon.md'), join(buildDir, 'daemon/README.md'));
for (const name of ['contract', 'daemon']) {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', buildDir], {
    cwd: join(buildDir, name),
    encoding: 'utf8',
  });
  process.stdout.write(`${join(buildDir, packed.trim())}\n`);
}

function stage(source: string, name: string, entry: Manifest): void {
  execFileSync(join(rootDir, 'node_modules/.bin/tsc'), ['-p', join(source, 'tsconfig.build.json')], {
    stdio: 'inherit',
  });
  const manifest = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as Manifest;
  const kept = Object.fromEntries(Object.entries(manifest).filter(([field]) => PUBLISHED.includes(field)));
  const target = join(buildDir, name);
  mkdirSync(target, { recursive: true });
  copyFileSync(join(rootDir, 'LICENSE'), join(target, 'LICENSE'));
  const published = { ...kept, engines: { node: `>=${OLDEST_NODE}` }, files: ['dist'], ...entry };
  writeFileSync(join(target, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}
