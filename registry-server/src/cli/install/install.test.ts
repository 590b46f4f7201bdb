// install as far as a machine without a running systemd allows: its files below a folder of the test, and the unit's ExecStart run.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bareEnv } from '../../../tests/support/bare-env.ts';
import { openCommandLine } from '../../../tests/support/command-line.ts';
import { putSystemd } from '../../../tests/support/fake-systemd.ts';
import { makeFolder, startUnit } from '#kit/install/machine';

const commands = openCommandLine(join(import.meta.dirname, '../../main.ts'));
afterAll(() => commands.close());
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'registry-install-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const unitFile = () => join(root, 'etc/systemd/system/artwork-registry-server.service');
const settingsFile = () => join(root, 'etc/artwork-registry/registry.env');
const type = (...args: string[]) => commands.type(args, bareEnv());
function writeSettings(text: string) {
  mkdirSync(dirname(settingsFile()), { recursive: true });
  writeFileSync(settingsFile(), text);
}

it('writes unit and settings, and what the unit starts is a server with these settings', async () => {
  const data = join(root, 'data');
  writeSettings(`REGISTRY_NAME=Rialto Registry\nREGISTRY_DATA_DIR=${data}\n`);
  expect(await type('install', '--root', root)).toMatchObject({ code: 0, stderr: '' });
  expect(readFileSync(settingsFile(), 'utf8')).toBe(
    `REGISTRY_NAME=Rialto Registry\nREGISTRY_DATA_DIR=${data}\n`,
  );
  const unit = readFileSync(unitFile(), 'utf8');
  expect(unit).toContain(`ReadWritePaths=${data}\n`);
  const [program = '', ...args] = (/^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '').split(' ');
  const server = spawn(program, [...args, '--port', '0'], { env: { REGISTRY_CONFIG: settingsFile() } });
  const [first] = (await once(createInterface({ input: server.stdout }), 'line')) as [string];
  const [address = ''] = /http:\S+:\d+/.exec(first) ?? [];
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
  expect(statSync(join(data, 'registry.db')).isFile()).toBe(true);
});

it('adds the data folder where the file names none, and allows every folder that it names', async () => {
  writeSettings('REGISTRY_BACKUP_DIR=/srv/backups\nREGISTRY_DUMP_DIR=/srv/dumps');
  const { stdout } = await type('install', '--root', root, '--json');
  const said = JSON.parse(stdout) as { folders: string[] };
  expect(said.folders).toEqual(['/var/lib/artwork-registry-server', '/srv/dumps', '/srv/backups']);
  expect(readFileSync(settingsFile(), 'utf8')).toMatch(
    /dumps\nREGISTRY_DATA_DIR=\/var\/lib\/artwork-registry-server\n$/,
  );
  expect(readFileSync(unitFile(), 'utf8')).toContain(`ReadWritePaths=${said.folders.join(' ')}\n`);
  // Installed twice is installed once.
  const before = readFileSync(settingsFile(), 'utf8');
  expect((await type('install', '--root', root)).code).toBe(0);
  expect(readFileSync(settingsFile(), 'utf8')).toBe(before);
});

it('shows with --dry-run what it would do, and does nothing', async () => {
  const { code, stdout } = await type('install', '--root', root, '--dry-run');
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ExecStart=\S+ \S+main\.ts serve$/m)]);
  expect(() => statSync(unitFile())).toThrow('ENOENT');
  expect((await type('uninstall', '--dry-run')).stdout).toMatch(/There is no|Would stop/);
});

it('without systemd, or where nothing is installed, it says what to do instead', async () => {
  const upgraded = await type('upgrade', '--json');
  expect(upgraded.code).toBe(1);
  expect(JSON.parse(upgraded.stderr)).toMatchObject({ error: { code: 'not_installed' } });
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
it.skipIf(!hasSystemd)('writes a unit that systemd takes, and that may do little', async () => {
  await type('install', '--root', root);
  const verified = spawnSync('systemd-analyze', ['verify', unitFile()], { encoding: 'utf8' });
  expect(verified).toMatchObject({ status: 0, stderr: '' });
  // 20 stands for an exposure of 2.0 of 10.
  const limits = ['security', '--offline=true', '--threshold=20', unitFile()];
  expect(spawnSync('systemd-analyze', limits).status).toBe(0);
});

it.skipIf(process.getuid?.() !== 0)(
  'makes a folder that the user of the server reaches, also below one that was missing',
  () => {
    chmodSync(root, 0o755);
    const nobody = { uid: 65534, gid: 65534 };
    const backups = join(root, 'srv/registry/backups');
    makeFolder(backups, nobody);
    expect(statSync(backups).mode & 0o777).toBe(0o700);
    expect(spawnSync('touch', [join(backups, 'file')], { ...nobody, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  },
);

describe('a start by systemd', () => {
  let takeAway: () => void;
  afterEach(() => takeAway());
  const putTools = (isActive: string) =>
    void (takeAway = putSystemd(root, { isActive, lastLines: 'error: REGISTRY_PORT must be' }));

  it('that holds is a start', async () => {
    putTools('true');
    await startUnit(600);
    expect(readFileSync(join(root, 'typed'), 'utf8')).toMatch(
      /^daemon-reload\nenable \S+\nrestart \S+\n(is-active --quiet \S+\n){2,}$/,
    );
  });

  it('that ends again is a failure, with what the server wrote', async () => {
    // The first look still finds it running.
    putTools(`mkdir ${root}/looked 2>/dev/null`);
    await expect(startUnit()).rejects.toThrow(/ended again.*\nerror: REGISTRY_PORT must be\n/);
  });
});
