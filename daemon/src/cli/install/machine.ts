// What install and uninstall ask of the machine: its user, its folders, its systemd, and that all of them can work with this program.
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CommandFailed } from '../command-failed.ts';

export const USER = 'artwork-registry';
export const UNIT = 'artwork-registry.service';
export const UNIT_DIR = '/etc/systemd/system';

/** How long a start is watched: systemd calls a process started that ends in its first second, as with a setting it refuses. */
const WATCHED_MS = 10_000;
const STEP_MS = 250;

export type UserIds = { uid: number; gid: number };

export function mustBeRoot(command: string): void {
  if (process.getuid?.() !== 0)
    throw new CommandFailed(`"${command}" writes to ${UNIT_DIR}: run it with sudo, or look with --dry-run.`);
  if (!existsSync('/run/systemd/system'))
    throw new CommandFailed(
      'This machine does not run systemd. Start "run" with what it has, or use the Dockerfile.',
    );
}

/** The user of the service, made where there is none. */
export function makeUser(): UserIds {
  if (!hasUser()) run('useradd', '--system', '--no-create-home', '--shell', '/usr/sbin/nologin', USER);
  const id = (flag: string) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function hasUser(): boolean {
  try {
    execFileSync('id', ['-u', USER], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Node or the package in a home that only its owner may enter, as with nvm, would fail in the unit without a word here. */
export function mustRunAs(user: UserIds, main: string): void {
  try {
    execFileSync(process.execPath, [main, '--version'], { ...user, cwd: '/', stdio: 'ignore', env: {} });
  } catch {
    throw new CommandFailed(
      `The user ${USER} cannot run ${process.execPath} ${main}: ` +
        'install Node and this package for all users, not in the home of one.',
    );
  }
}

/** Makes the folder for the service alone. Its parents are open as usual: closed, the service could not reach its own folder. */
export function makeDataDir(dataDir: string, user: UserIds): void {
  mkdirSync(dirname(dataDir), { recursive: true, mode: 0o755 });
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  ownDataDir(dataDir, user);
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

/** Starts the unit, again where it runs already, and now with each start of the machine. Throws its last log lines if it ends. */
export async function startUnit(watchedMs = WATCHED_MS): Promise<void> {
  run('systemctl', 'daemon-reload');
  run('systemctl', 'enable', UNIT);
  run('systemctl', 'restart', UNIT);
  for (const until = Date.now() + watchedMs; Date.now() < until; await setTimeout(STEP_MS)) {
    if (isActive()) continue;
    throw new CommandFailed(
      `The sync service was started and ended again. The last lines of its log:\n${lastLogLines()}\n` +
        `Once that is mended: systemctl restart ${UNIT}`,
    );
  }
}

function isActive(): boolean {
  try {
    run('systemctl', 'is-active', '--quiet', UNIT);
    return true;
  } catch {
    return false;
  }
}

function lastLogLines(): string {
  const words = ['--unit', UNIT, '--lines', '20', '--no-pager', '--output', 'cat'];
  try {
    return execFileSync('journalctl', words, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trimEnd();
  } catch {
    return `(journalctl ${words.join(' ')} failed)`;
  }
}

export function run(command: string, ...args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new CommandFailed(`"${command} ${args.join(' ')}" failed: ${stderr?.trim() || String(error)}`);
  }
}
