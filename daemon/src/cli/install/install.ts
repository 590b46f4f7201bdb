// `install` and `uninstall`: the service as a systemd unit that starts with the machine. What is published stays either way.
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { CommandFailed } from '../command-failed.ts';
import { answer } from '../output.ts';
import { systemdUnit } from './systemd-unit.ts';

const USER = 'artwork-registry';
const UNIT = 'artwork-registry.service';
const UNIT_DIR = '/etc/systemd/system';
const ENVIRONMENT_FILE = '/etc/artwork-registry/daemon.env';

type InstallOptions = { dataDir: string; dryRun?: boolean; json?: boolean };

export function install(options: InstallOptions): void {
  const unit = systemdUnit({
    node: process.execPath,
    main: realpathSync(process.argv[1] ?? ''),
    dataDir: resolve(options.dataDir),
    environmentFile: ENVIRONMENT_FILE,
  });
  const file = join(UNIT_DIR, UNIT);
  if (options.dryRun) return answer(options.json, { file, unit, written: false }, [unit.trimEnd()]);
  mustBeRoot('install');
  if (!hasUser()) run('useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', USER);
  ownDataDir(options.dataDir);
  writeFileSync(file, unit, { mode: 0o644 });
  run('systemctl', 'daemon-reload');
  run('systemctl', 'enable', '--now', UNIT);
  answer(options.json, { file, unit, written: true }, [
    `The sync service runs now and starts with the machine (${file}).`,
    `Settings go into ${ENVIRONMENT_FILE}, one NAME=value a line; "systemctl restart ${UNIT}" takes them up.`,
    `Pair a site with: sudo -u ${USER} env DAEMON_DATA_DIR=${options.dataDir} artwork-registry-daemon pair …`,
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

/** A folder that root or a person used before goes to the service, with its files; folders below it do not. */
function ownDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
  for (const name of ['', ...readdirSync(dataDir)]) chownSync(join(dataDir, name), id('-u'), id('-g'));
}

function run(command: string, ...args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new CommandFailed(`"${command} ${args.join(' ')}" failed: ${stderr?.trim() || String(error)}`);
  }
}
