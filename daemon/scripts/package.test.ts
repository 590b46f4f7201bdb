// The packages as a stranger installs them: into an empty folder, away from this repository.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('installed from their tarballs, contract and sync service run as plain JavaScript', () => {
  const tarballs = execFileSync(process.execPath, [join(import.meta.dirname, 'package.ts')], {
    encoding: 'utf8',
  })
    .trim()
    .split('\n');
  const folder = mkdtempSync(join(tmpdir(), 'daemon-package-'));
  try {
    writeFileSync(join(folder, 'package.json'), '{"private":true}');
    const quiet = ['--prefer-offline', '--no-audit', '--no-fund', '--silent'];
    execFileSync('npm', ['install', ...quiet, ...tarballs], { cwd: folder, stdio: 'pipe' });
    const installed = join(folder, 'node_modules/@artwork-registry');
    const typeScript = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !name.endsWith('.d.ts'),
    );
    expect(typeScript).toEqual([]);
    const run = (...args: string[]) =>
      execFileSync(join(folder, 'node_modules/.bin/artwork-registry-daemon'), args, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, NODE_OPTIONS: '', DAEMON_DATA_DIR: join(folder, 'data') },
      });
    expect(run('--help')).toContain('uninstall');
    expect(JSON.parse(run('status', '--json'))).toEqual({ sites: [] });
    const contract = `import('@artwork-registry/contract').then((all) => console.log(typeof all.signWebhook))`;
    expect(execFileSync(process.execPath, ['-e', contract], { cwd: folder, encoding: 'utf8' })).toBe(
      'function\n',
    );
    // Even where a library cannot be loaded, which is what happens to an older Node.
    rmSync(join(folder, 'node_modules/undici'), { recursive: true });
    const older = `Object.defineProperty(process,'versions',{value:{...process.versions,node:'22.12.0'}})`;
    const refused = spawnSync(
      process.execPath,
      [
        `--import=data:text/javascript,${encodeURIComponent(older)}`,
        join(installed, 'daemon/dist/main.js'),
        'run',
      ],
      { encoding: 'utf8' },
    );
    expect(refused).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^The sync service needs Node.*\n$/),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);
