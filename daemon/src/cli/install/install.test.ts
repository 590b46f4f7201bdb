// From "install" by way of the command that the wizard shows to a running service that works with the new pairing: as far as
// a machine without systemd allows, with the files below a folder of the test and the unit's ExecStart as a process.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeRegistry } from '../../../tests/support/fake-registry.ts';
import { FakeSite } from '../../../../stage/fakes/fake-site.ts';
import { sampleArtwork } from '../../../tests/support/sample-artwork.ts';
import { until } from '../../../tests/support/start-stage.ts';
import { readConfig } from '../../config.ts';
import { makeFolder } from '#kit/install/machine';
import { writeSetting } from '#kit/install/settings-line';
import { ownDataDir } from './data-folder.ts';
import { typeAlone } from '../../../../registry-server/tests/support/command-line.ts';

const MAIN = join(import.meta.dirname, '../../main.ts');
const isRoot = process.getuid?.() === 0;
const SOME_USER = { uid: 65534, gid: 65534 };

let folder: string;
let ended: Promise<unknown>[] = [];
let running: { kill: (signal: 'SIGTERM') => void }[] = [];

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'daemon-install-'))));
afterEach(async () => {
  for (const child of running) child.kill('SIGTERM');
  await Promise.all(ended);
  [running, ended] = [[], []];
  rmSync(folder, { recursive: true, force: true });
});

const dataDir = () => join(folder, 'var/lib/artwork-registry');
const settingsFile = () => join(folder, 'root/etc/artwork-registry/daemon.env');
const unitFile = () => join(folder, 'root/etc/systemd/system/artwork-registry.service');

/** What a shell knows that has heard of no setting; the file lies elsewhere than on a real machine. */
function shell(): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('DAEMON_'));
  return { ...Object.fromEntries(others), DAEMON_CONFIG: settingsFile() };
}

/** A command as somebody types it in whatever folder they are in. */
async function type(args: string[], cwd = tmpdir()) {
  const { code, stdout: out, stderr: err } = await typeAlone(MAIN, args, { env: shell(), cwd });
  return { code, out, err };
}

const install = (...more: string[]) => type(['install', '--root', join(folder, 'root'), ...more]);

/** The unit as systemd would start it: its words, its settings, nothing of the shell; as the user of the service where one is given. */
function runUnit(user: { uid?: number; gid?: number } = {}): { output: () => string } {
  const unit = readFileSync(unitFile(), 'utf8');
  const [program, ...args] = /^ExecStart=(.*)$/m.exec(unit)![1]!.split(' ') as [string, ...string[]];
  const own = [...unit.matchAll(/^Environment="?(\w+)=(.*?)"?$/gm)].map(([, name, value]) => [name, value]);
  expect(unit).toContain('EnvironmentFile=/etc/artwork-registry/daemon.env\n');
  const settings = parseEnv(readFileSync(settingsFile(), 'utf8'));
  // The program opens the file again, which on a real machine is where it looks by itself.
  const env = { ...Object.fromEntries(own), ...settings, DAEMON_CONFIG: settingsFile() };
  const child = spawn(program, args, { ...user, env, cwd: '/' });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  running.push(child);
  ended.push(new Promise((resolve) => child.once('exit', resolve)));
  return { output: () => output };
}

describe('install', () => {
  test('and the command of the wizard, typed anywhere, reach one service, which then publishes', async () => {
    const [site, registry] = [new FakeSite(), new FakeRegistry()];
    await Promise.all([site.start(), registry.start()]);
    try {
      site.share('1', sampleArtwork(1));
      expect(await install('--data-dir', dataDir())).toMatchObject({ code: 0, err: '' });
      writeFileSync(settingsFile(), 'DAEMON_PORT=0\nDAEMON_POLL_ACTIVE_MS=50\n', { flag: 'a' });
      expect(readFileSync(unitFile(), 'utf8')).toContain('NODE_OPTIONS=');
      const service = runUnit();
      await until(() => service.output().includes('listening'), 'the unit runs');
      const wizard = readFileSync(
        join(import.meta.dirname, '../../../../plugin/includes/Rest/Screen_Routes.php'),
        'utf8',
      );
      const [, words] = /'command'\s+=> '([^']+)' \. home_url\(\) \. ' --code '/.exec(wizard)!;
      expect(words).toBe('sudo artwork-registry-daemon pair --site ');
      const paired = await type(['pair', '--site', site.url, '--code', site.code, '--json'], folder);
      expect(JSON.parse(paired.out)).toMatchObject({ paired: true, is_served: true });
      await until(() => site.polls.length > 0, 'the service took the pairing up');
      writeFileSync(join(folder, 'key'), 'areg_good\n');
      const withKey = ['--registry', registry.url, '--api-key-file', join(folder, 'key')];
      expect(await type(['key', 'set', '--site', site.url, ...withKey])).toMatchObject({ code: 0, err: '' });
      await until(() => site.countReported('published') === 1, 'published');
      expect((await type(['status'])).out).toContain('1');
      expect(statSync(join(dataDir(), 'sites.json')).isFile()).toBe(true);
    } finally {
      await Promise.all([site.stop(), registry.stop()]);
    }
  });

  test('says where nobody serves the folder that was paired into', async () => {
    const site = new FakeSite();
    await site.start();
    await install('--data-dir', dataDir());
    const paired = await type(['pair', '--site', site.url, '--code', site.code]);
    await site.stop();
    expect(paired.out).toContain(`No sync service runs on ${dataDir()} yet`);
  });

  test('keeps every setting that was made, and the folder where none is named', async () => {
    mkdirSync(join(folder, 'root/etc/artwork-registry'), { recursive: true });
    writeFileSync(settingsFile(), `DAEMON_PORT=9000\nDAEMON_DATA_DIR=/srv/old\n`);
    await install();
    expect(readFileSync(settingsFile(), 'utf8')).toBe(`DAEMON_PORT=9000\nDAEMON_DATA_DIR=/srv/old\n`);
    expect(readFileSync(unitFile(), 'utf8')).toContain('ReadWritePaths=/srv/old\n');
    await install('--data-dir', '/srv/new');
    expect(readConfig(shell())).toMatchObject({ dataDir: '/srv/new', port: 9000 });
  });

  test('a host is installed as one, stays one at the next update, and only the service may read its settings', async () => {
    await install('--data-dir', '/srv/host', '--host');
    expect(readFileSync(unitFile(), 'utf8')).toMatch(/^ExecStart=\S+node \S+main\.ts host run$/m);
    expect(statSync(settingsFile()).mode & 0o777).toBe(0o640);
    chmodSync(settingsFile(), 0o644);
    await install();
    expect(readFileSync(unitFile(), 'utf8')).toMatch(/^ExecStart=\S+node \S+main\.ts host run$/m);
    expect(statSync(settingsFile()).mode & 0o777).toBe(0o640);
  });

  test('shows unit and settings with --dry-run and writes neither; so does uninstall', async () => {
    const shown = await install('--dry-run', '--json');
    const { unit, written } = JSON.parse(shown.out) as { unit: string; written: boolean };
    expect(written).toBe(false);
    expect(lstatSync(settingsFile(), { throwIfNoEntry: false })).toBeUndefined();
    for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'TimeoutStopSec=15'])
      expect(unit).toContain(line);
    expect(unit).toMatch(/^ExecStart=\S+node \S+main\.ts run$/m);
    expect((await type(['uninstall', '--dry-run'])).out).toMatch(/There is no|Would stop/);
  });
});

describe.skipIf(!isRoot)('as root', () => {
  beforeEach(() => {
    mkdirSync(dataDir(), { recursive: true, mode: 0o700 });
    chownSync(dataDir(), SOME_USER.uid, SOME_USER.gid);
  });

  test('commands leave files that the user of the service can read', async () => {
    const [site, registry] = [new FakeSite(), new FakeRegistry()];
    await Promise.all([site.start(), registry.start()]);
    await install('--data-dir', dataDir());
    // A folder that only root may enter.
    writeFileSync(join(folder, 'key'), 'areg_good\n', { mode: 0o600 });
    const withKey = ['--registry', registry.url, '--api-key-file', join(folder, 'key')];
    try {
      chownSync(folder, 0, 0);
      spawnSync('chmod', ['755', folder, join(folder, 'var'), join(folder, 'var/lib')]);
      expect(await type(['pair', '--site', site.url, '--code', site.code])).toMatchObject({
        code: 0,
        err: '',
      });
      expect(await type(['key', 'set', '--site', site.url, ...withKey])).toMatchObject({ code: 0, err: '' });
      for (const name of ['sites.json', 'journal.sqlite'])
        expect(statSync(join(dataDir(), name)), name).toMatchObject(SOME_USER);
      expect(statSync(join(dataDir(), 'sites.json')).mode & 0o777).toBe(0o600);
    } finally {
      await Promise.all([site.stop(), registry.stop()]);
    }
  });

  test.each([
    ['a host', ['--host'], 'host listening'],
    ['a service of one gallery', [], 'sync service listening'],
  ])(
    '%s with settings that root closed starts as its user, in a folder below one that was missing',
    async (_, flags, listening) => {
      chmodSync(folder, 0o755);
      const sync = join(folder, 'srv/gallery/sync');
      mkdirSync(dirname(settingsFile()), { recursive: true });
      const lines = ['DAEMON_PORT=0', 'DAEMON_REGISTRIES=https://registry.example/api/v1'];
      writeFileSync(settingsFile(), `${lines.join('\n')}\n`, { mode: 0o600 });
      expect(await install('--data-dir', sync, ...flags)).toMatchObject({ code: 0, err: '' });
      // What "install" does on this machine, where it knows the user.
      makeFolder(sync, SOME_USER);
      ownDataDir(sync, SOME_USER);
      writeSetting(settingsFile(), { name: 'DAEMON_DATA_DIR', folder: sync }, SOME_USER);
      expect(statSync(settingsFile())).toMatchObject({ uid: 0, gid: SOME_USER.gid });
      expect(statSync(sync)).toMatchObject(SOME_USER);
      expect(statSync(sync).mode & 0o777).toBe(0o700);
      const service = runUnit(SOME_USER);
      await until(() => service.output() !== '', 'the unit says something');
      await until(() => service.output().includes(listening), service.output());
    },
  );

  test('install hands over the plain files of the folder, and nothing that a link leads to', () => {
    const outside = join(folder, 'shadow');
    writeFileSync(outside, 'secret');
    writeFileSync(join(dataDir(), 'sites.json'), '{}');
    symlinkSync(outside, join(dataDir(), 'journal.sqlite'));
    linkSync(outside, join(dataDir(), 'daemon.log'));
    ownDataDir(dataDir(), SOME_USER);
    expect(statSync(join(dataDir(), 'sites.json'))).toMatchObject(SOME_USER);
    expect(statSync(outside)).toMatchObject({ uid: 0, gid: 0 });
  });
});

describe('the container', () => {
  const dockerfile = readFileSync(
    join(import.meta.dirname, '../../../../deploy/containers/daemon.Dockerfile'),
    'utf8',
  );
  const page = readFileSync(join(import.meta.dirname, '../../../../docs/daemon.md'), 'utf8');

  test('finds the program that the page runs with "docker exec" by its name', () => {
    const name = /docker exec .*? (\S+) pair/.exec(page)![1];
    const [entry] = JSON.parse(/^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)![1]!) as [string];
    expect(entry.endsWith(`/${name}`)).toBe(true);
    const path = /^ENV PATH=(\S+)/m.exec(dockerfile)![1]!.split(':');
    expect(path).toContain(entry.slice(0, -`/${name}`.length));
  });
});
