// Contract and sync service, installed from their tarballs. Their main job, with a real WordPress, is done by scripts/bare-machine.ts.
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPackages, node, pretendNode, typeScriptIn } from './installed.ts';
import type { Installed } from './installed.ts';
import { deadLinks } from './pages.ts';

let installed: Installed;
beforeAll(() => {
  installed = installPackages(['contract', 'daemon']);
}, 180_000);
afterAll(() => installed.remove());

test('they run as plain JavaScript', () => {
  expect(typeScriptIn(installed.packages)).toEqual([]);
  const run = (...args: string[]) =>
    installed.run('artwork-registry-daemon', args, { DAEMON_DATA_DIR: join(installed.folder, 'data') });
  expect(run('--help')).toContain('uninstall');
  expect(JSON.parse(run('status', '--json'))).toEqual({ sites: [] });
  const contract = `import('@artwork-registry/contract').then((all) => console.log(typeof all.signWebhook))`;
  const options = { cwd: installed.folder, encoding: 'utf8' } as const;
  expect(execFileSync(node, ['-e', contract], options)).toBe('function\n');
});

test('an older Node gets one sentence, even where a library cannot be loaded', () => {
  rmSync(join(installed.folder, 'node_modules/undici'), { recursive: true });
  const main = join(installed.packages, 'daemon/dist/main.js');
  const refused = spawnSync(node, [pretendNode('22.12.0'), main, 'run'], { encoding: 'utf8' });
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^The sync service needs Node.*\n$/),
  });
});

test('every link of its README leads to a page in it', () => {
  expect(deadLinks(join(installed.packages, 'daemon'), ['README.md', 'docs/host.md', 'docs/commands-service.md'])).toEqual([]);
});
