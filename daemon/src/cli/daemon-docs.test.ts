// The commands of docs/daemon.md, run from the page: a service is installed below a folder, paired, backed up and restored, and every
// example of the table of commands is understood.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { bareEnv } from '../../../registry-server/tests/support/bare-env.ts';
import { openCommandLine } from '../../../registry-server/tests/support/command-line.ts';
import { commandsBelow } from '../../../registry-server/tests/support/documented-commands.ts';
import { FakeRegistry } from '../../tests/support/fake-registry.ts';
import { FakeSite } from '../../../stage/fakes/fake-site.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../../docs/daemon.md'), 'utf8');
const MAIN = join(import.meta.dirname, '../main.ts');
const commands = openCommandLine(MAIN);
afterAll(() => commands.close());
let site: FakeSite;
let registry: FakeRegistry;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'daemon-docs-'));
  site = new FakeSite();
  registry = new FakeRegistry();
  await Promise.all([site.start(), registry.start()]);
  writeFileSync(join(folder, 'key.txt'), 'areg_good\n');
});
afterEach(async () => {
  await Promise.all([site.stop(), registry.stop()]);
  rmSync(folder, { recursive: true, force: true });
});

const data = () => join(folder, 'data');
const env = () => bareEnv({ NODE: process.execPath, MAIN, DAEMON_DATA_DIR: data(), DAEMON_PORT: '0' });

/** In place of the page's addresses and folders; the machine of a test has no user `artwork-registry` and no systemd. */
const here = (text: string) =>
  text
    .replaceAll(
      'artwork-registry-daemon install\n',
      `artwork-registry-daemon install --root ${folder}/root\n`,
    )
    .replaceAll('artwork-registry-daemon install ', `artwork-registry-daemon install --root ${folder}/root `)
    .replaceAll('-o artwork-registry -g artwork-registry ', '')
    .replaceAll('https://shop.example', site.url)
    .replaceAll('https://registry.example/api/v1', registry.url)
    .replaceAll('/var/lib/artwork-registry', data())
    .replaceAll('/srv/backups/…/', '/srv/backups/*/')
    .replaceAll('/srv/backups', join(folder, 'backups'));

const SHELL = `
sudo() { "$@"; }
systemctl() { echo "systemctl $*"; }
npm() { echo "npm $*"; }
artwork-registry-daemon() { "$NODE" "$MAIN" "$@"; }
`;

async function runBelow(...headings: string[]): Promise<string> {
  const blocks = headings.flatMap((heading) => commandsBelow(PAGE, heading));
  expect(blocks.length).toBeGreaterThanOrEqual(headings.length);
  const { stdout } = await promisify(execFile)('bash', ['-euc', SHELL + here(blocks.join(''))], {
    cwd: folder,
    env: env(),
  });
  return stdout;
}

test('install and pair; back up, lose everything and restore; update and roll back', async () => {
  const installed = await runBelow('Install');
  expect(installed).toContain('ExecStart=');
  expect(installed).toContain(`${folder}/root/etc/systemd/system/artwork-registry.service`);
  expect(installed).toContain('Our Gallery');
  const paired = readFileSync(join(data(), 'sites.json'), 'utf8');
  const restored = await runBelow('Backup and restore');
  expect(restored).toMatch(/systemctl stop artwork-registry[^]*systemctl start artwork-registry/);
  expect(readdirSync(data())).not.toContain('journal.sqlite');
  expect(readFileSync(join(data(), 'sites.json'), 'utf8')).toBe(paired);
  writeFileSync(join(data(), 'journal.sqlite'), 'of a newer version');
  await runBelow('Update', 'Roll back');
  expect(readdirSync(join(data(), 'newer'))).toEqual(['journal.sqlite']);
}, 120_000);

/** Examples that serve or watch until they are stopped; `npm start` and every story run such a service. */
const ENDLESS = /^(?:host )?run$|--watch/;

test('every example of the table of commands is a call of that command, and none is refused as wrong usage', async () => {
  await runBelow('Install');
  const [, section = ''] = PAGE.split('\n## Commands\n');
  const rows = [...section.split('\n## ')[0]!.matchAll(/^\| (`.+`) \| .+ \| `([^|]+)` \|$/gm)];
  expect(rows.length).toBeGreaterThan(20);
  for (const [, names = '', example = ''] of rows) {
    const line = example.replace(/^(?:sudo )?(?:\w+=\S+ )?(?:artwork-registry-daemon )?/, '');
    const own = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    expect(
      own.some((name) => line.startsWith(name)),
      example,
    ).toBe(true);
    if (ENDLESS.test(line)) continue;
    const [words = '', file] = here(`${line} `).split('<');
    const input = file === undefined && !words.includes('-stdin') ? '' : 'a long enough password\n';
    const args = words
      .trim()
      .split(' ')
      .map((word) => word.replace('key.txt', join(folder, 'key.txt')));
    const { code, stderr } = await commands.type(
      args,
      { ...env(), DAEMON_REGISTRIES: 'https://registry.example/api/v1' },
      input,
    );
    expect(code, `${example}: ${stderr}`).not.toBe(2);
  }
}, 120_000);
