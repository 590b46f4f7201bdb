// `install` and `uninstall`: the service as a systemd unit that starts with the machine. What is published stays either way.
import { execFileSync } from 'node:child_process';
import {
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openSealingKey } from '../../host/sealing-key.ts';
import { CONFIG_FILE, SYSTEM_DATA_DIR } from '../../system-paths.ts';
import { CommandFailed } from '../command-failed.ts';
import { answer } from '../output.ts';
import { dataDirIn, settingIn, withDataDir, writeDataDir } from './settings-file.ts';
import { HOST_COMMAND, systemdUnit } from './systemd-unit.ts';

const USER = 'artwork-registry';
const UNIT = 'artwork-registry.service';
const UNIT_DIR = '/etc/systemd/system';

type InstallOptions = { dataDir?: string; host?: boolean; root?: string; dryRun?: boolean; json?: boolean };

/** Installs the service, or brings an installed one up to this version: it is started again. */
export function install(options: InstallOptions): void {
  const { root = '/' } = options;
  const file = join(root, UNIT_DIR, UNIT);
  const settings = join(root, CONFIG_FILE);
  const dataDir = resolve(options.dataDir ?? dataDirIn(settings) ?? SYSTEM_DATA_DIR);
  const main = realpathSync(process.argv[1] ?? '');
  const isHost = options.host ?? (existsSync(file) && readFileSync(file, 'utf8').includes(HOST_COMMAND));
  const unit = systemdUnit({ node: process.execPath, main, dataDir, environmentFile: CONFIG_FILE, isHost });
  const said = { file, unit, settings_file: settings, data_dir: dataDir };
  if (options.dryRun) {
    const lines = [unit.trimEnd(), '', `${settings}:`, withDataDir('', dataDir).trimEnd()];
    return answer(options.json, { ...said, written: false }, lines);
  }
  if (options.root === undefined) {
    mustBeRoot('install');
    if (!hasUser()) run('useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', USER);
    const user = idsOf(USER);
    mustRunAs(user, main);
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    ownDataDir(dataDir, user);
    const sealingKey = isHost && settingIn(settings, 'DAEMON_SEALING_KEY_FILE');
    // Outside the data folder the service may read it, not make it.
    if (sealingKey) {
      openSealingKey(sealingKey, { mustExist: existsSync(join(dataDir, 'directory.sqlite')) });
      chownSync(sealingKey, user.uid, user.gid);
    }
  }
  writeDataDir(settings, dataDir);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, unit, { mode: 0o644 });
  if (options.root === undefined) {
    run('systemctl', 'daemon-reload');
    run('systemctl', 'enable', UNIT);
    // Also where it runs already, as before an update.
    run('systemctl', 'restart', UNIT);
  }
  const isStarted = options.root === undefined;
  answer(options.json, { ...said, written: true }, [
    isStarted
      ? `The sync service runs now and starts with the machine (${file}).`
      : `Written: ${file}. Still to do there: the user ${USER}, and "systemctl enable ${UNIT}".`,
    `Settings go into ${settings}, one NAME=value a line; "systemctl restart ${UNIT}" takes them up.`,
    isHost
      ? 'Look after the sites with: sudo artwork-registry-daemon host sites'
      : 'Pair a site with: sudo artwork-registry-daemon pair --site … --code …',
  ]);
}

export function uninstall(options: { dryRun?: boolean; json?: boolean }): void {
  const file = join(UNIT_DIR, UNIT);
  const isThere = existsSync(file);
  if (options.dryRun) {
    const words = isThere ? `Would stop the service and remove ${file}.` : `There is no ${file}.`;
    return answer(options.json, { file, removed: false }, [words]);
  }
  if (!isThere) throw new CommandFailed(`There is no ${file}; nothing is installed.`);
  mustBeRoot('uninstall');
  run('systemctl', 'disable', '--now', UNIT);
  rmSync(file);
  run('systemctl', 'daemon-reload');
  answer(options.json, { file, removed: true }, [
    'The sync service is stopped and no longer starts. Published works, keys and journal stay as they are.',
  ]);
}

function mustBeRoot(command: string): void {
  if (process.getuid?.() !== 0)
    throw new CommandFailed(`"${command}" writes to ${UNIT_DIR}: run it with sudo, or look with --dry-run.`);
  if (!existsSync('/run/systemd/system'))
    throw new CommandFailed(
      'This machine does not run systemd. Start "run" with what it has, or use the Dockerfile.',
    );
}

function hasUser(): boolean {
  try {
    execFileSync('id', ['-u', USER], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export type UserIds = { uid: number; gid: number };

function idsOf(user: string): UserIds {
  const id = (flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Node or the package in a home that only its owner may enter, as with nvm, would fail in the unit without a word here. */
function mustRunAs(user: UserIds, main: string): void {
  try {
    execFileSync(process.execPath, [main, '--version'], { ...user, cwd: '/', stdio: 'ignore', env: {} });
  } catch {
    throw new CommandFailed(
      `The user ${USER} cannot run ${process.execPath} ${main}: ` +
        'install Node and this package for all users, not in the home of one.',
    );
  }
}

/**
 * A folder that root or a person used before goes to the service, with the plain files in it. Links stay as they are: one
 * that leads out of the folder would make the service the owner of whatever it leads to.
 */
export function ownDataDir(dataDir: string, { uid, gid }: UserIds): void {
  chownSync(dataDir, uid, gid);
  for (const name of readdirSync(dataDir)) {
    const path = join(dataDir, name);
    const entry = lstatSync(path);
    if (entry.isFile() && entry.nlink === 1) lchownSync(path, uid, gid);
  }
}

function run(command: string, ...args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new CommandFailed(`"${command} ${args.join(' ')}" failed: ${stderr?.trim() || String(error)}`);
  }
}
