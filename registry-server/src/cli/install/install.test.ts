// install as far as a machine without a running systemd allows: its files below a folder of the test, and the unit's ExecStart run.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { bareEnv } from '../../../tests/support/bare-env.ts';
import { openCommandLine } from '../../../tests/support/command-line.ts';
import { ENVIRONMENT } from './install.ts';

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

it('gives both units and the container the same environment, which keeps the memory small', async () => {
  const { stdout } = await type('install', '--dry-run', '--json');
  const { unit } = JSON.parse(stdout) as { unit: string };
  const deployed = (file: string) =>
    readFileSync(join(import.meta.dirname, '../../../../deploy', file), 'utf8');
  const dockerfile = deployed('containers/registry.Dockerfile');
  const unitBesideHaproxy = deployed('systemd/registry.service');
  for (const [name, value] of Object.entries(ENVIRONMENT)) {
    for (const text of [unit, unitBesideHaproxy]) expect(text).toContain(`Environment=${name}=${value}\n`);
    expect(dockerfile).toContain(` ${name}=${value} \\\n`);
  }
});
