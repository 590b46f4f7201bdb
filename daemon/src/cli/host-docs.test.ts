// The commands of docs/host.md, run from the page: a host starts with the settings shown, and its sites are looked after beside it.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDirectory } from '../host/directory.ts';
import { openSealingKey } from '../host/sealing-key.ts';
import { commandsBelow } from '../../../registry-server/tests/support/documented-commands.ts';
import { connectSite } from '../../tests/support/connected-site.ts';
import { bareEnv } from '../../../registry-server/tests/support/bare-env.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/host.md'), 'utf8');
const MAIN = join(import.meta.dirname, '../main.ts');
const SITE = '00000000-0000-4000-8000-000000000001';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'host-docs-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function blocksBelow(heading: string): string[] {
  const blocks = commandsBelow(PAGE, heading);
  if (blocks.length === 0) throw new Error(`docs/host.md has no commands below "${heading}"`);
  return blocks;
}

/** In one shell, in which `artwork-registry-daemon` is the program of the repository. */
async function run(script: string, env: Record<string, string> = {}): Promise<string> {
  const program = 'artwork-registry-daemon() { "$NODE" "$MAIN" "$@"; }';
  const { stdout } = await promisify(execFile)('bash', ['-euc', `${program}\n${script}`], {
    cwd: folder,
    env: bareEnv({ NODE: process.execPath, MAIN, DAEMON_DATA_DIR: folder, ...env }),
  });
  return stdout;
}

const REGISTRIES = { DAEMON_REGISTRIES: 'https://registry.example/api/v1' };

test('Install: the settings shown are accepted, and the host runs with them until it is stopped', async () => {
  const [settings = '', start = ''] = blocksBelow('Install');
  writeFileSync(
    join(folder, 'daemon.env'),
    `${settings
      .replace('/var/lib/artwork-registry-host', join(folder, 'data'))
      .replace('/etc/artwork-registry/sealing-key', join(folder, 'sealing-key'))
      .replace('areg_…', 'areg_read')}DAEMON_PORT=0\n`,
  );
  const wait = `log=host.log
"$NODE" "$MAIN" ${start.trim().replace('artwork-registry-daemon ', '')} > $log 2>&1 & host=$!
until grep -q 'listening on' $log; do kill -0 $host; sleep 0.1; done
kill $host; wait $host; cat $log`;
  expect(await run(wait, { DAEMON_CONFIG: join(folder, 'daemon.env') })).toContain('host listening on http');
}, 180_000);

test('Manage sites: each command finds the site, and in the end it is removed', async () => {
  const directory = openDirectory(folder, openSealingKey(join(folder, 'sealing-key'), { mustExist: false }));
  connectSite(directory, { siteId: SITE, siteUrl: 'https://shop.example', name: 'Galerie Test' });
  directory.close();
  const [commands = ''] = blocksBelow('Manage sites');
  const shown = await run(`${commands}artwork-registry-daemon host sites`, REGISTRIES);
  expect(shown).toContain('https://shop.example');
  expect(shown).toContain('Galerie Test');
  expect(shown).not.toContain('areg_secret');
  expect(shown.trim()).toMatch(/No site is connected\.?$/m);
}, 180_000);

test('Console, and the sealing key: the password becomes a setting, and all keys are sealed again', async () => {
  writeFileSync(join(folder, 'password-file'), 'a long enough password\n');
  const [console = ''] = blocksBelow('Console');
  const [command = ''] = console.split('\n');
  expect(await run(command)).toMatch(/^DAEMON_CONSOLE_PASSWORD_HASH=scrypt:\S+\n$/);
  openDirectory(folder, openSealingKey(join(folder, 'sealing-key'), { mustExist: false })).close();
  const before = readFileSync(join(folder, 'sealing-key'), 'utf8');
  await run(blocksBelow('Backup and the sealing key').join(''), REGISTRIES);
  expect(readFileSync(join(folder, 'sealing-key'), 'utf8')).not.toBe(before);
}, 180_000);
