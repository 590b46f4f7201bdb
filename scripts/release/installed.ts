// Packages as a stranger installs them: their tarballs, in an empty folder away from this repository.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { rootDir } from './packages.ts';

/** The Node that runs what is installed; another one by RELEASE_TEST_NODE=/path/to/node. */
export const node = process.env['RELEASE_TEST_NODE'] ?? process.execPath;

export interface Installed {
  folder: string;
  /** Folder of the installed packages of this project. */
  packages: string;
  /** Runs a program of the packages; returns what it wrote to stdout. */
  run(program: string, args: string[], env?: Record<string, string>): string;
  remove(): void;
}

/** Builds these packages and installs them with nothing else. */
export function installPackages(names: string[]): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'));
  const releaseDir = join(folder, 'release');
  execFileSync(process.execPath, [join(rootDir, 'scripts/release.ts'), ...names], {
    stdio: 'pipe',
    env: { ...process.env, RELEASE_DIR: releaseDir },
  });
  const tarballs = readdirSync(releaseDir)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(releaseDir, name));
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const quiet = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--silent'];
  execFileSync('npm', ['install', ...quiet, ...tarballs], { cwd: folder, stdio: 'pipe' });
  return {
    folder,
    packages: join(folder, 'node_modules/@artwork-registry'),
    run: (program, args, env = {}) =>
      execFileSync(join(folder, 'node_modules/.bin', program), args, {
        cwd: folder,
        encoding: 'utf8',
        env: cleanEnvironment(env),
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Environment of an installed program: that Node first, and nothing of the test runner. */
export function cleanEnvironment(env: Record<string, string>): Record<string, string> {
  return {
    PATH: `${dirname(node)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: process.env['HOME'] ?? '/',
    ...env,
  };
}

/** Sources that type stripping would have to run, which it does not inside node_modules. */
export function typeScriptIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.d.ts'),
  );
}

/** Flags with which this Node says that it is another one. */
export function pretendNode(version: string): string {
  const code = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}
