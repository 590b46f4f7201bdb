// What install, upgrade and uninstall ask of the machine: its user, its systemd, and that both can run this program.
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CliError } from '../cli-error.ts';

export const USER = 'artwork-registry-server';
export const UNIT = 'artwork-registry-server.service';
export const UNIT_DIR = '/etc/systemd/system';

/** How long a start is watched: systemd calls a process started that ends in its first second, as with a setting it refuses. */
const WATCHED_MS = 10_000;
const STEP_MS = 250;

export type UserIds = { uid: number; gid: number };

export function mustBeRoot(command: string): void {
  if (process.getuid?.() !== 0)
    throw new CliError(
      'not_root',
      `"${command}" writes to ${UNIT_DIR}: run it with sudo, or look with --dry-run`,
    );
  if (!existsSync('/run/systemd/system'))
    throw new CliError(
      'no_systemd',
      'this machine does not run systemd; start "serve" with what it has, or use the container image',
    );
}

/** The user of the service, made where there is none. */
export function makeUser(): UserIds {
  if (idOf('-u') === undefined)
    run('useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', USER);
  const [uid, gid] = [idOf('-u'), idOf('-g')];
  if (uid === undefined || gid === undefined)
    throw new CliError('no_user', `the user ${USER} could not be made`);
  return { uid, gid };
}

function idOf(flag: string): number | undefined {
  try {
    return Number(
      execFileSync('id', [flag, USER], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return undefined;
  }
}

/** Node or the package in a home that only its owner may enter, as with nvm, would fail in the unit without a word here. */
export function mustRunAs(user: UserIds, main: string): void {
  try {
    execFileSync(process.execPath, [main, '--version'], { ...user, cwd: '/', stdio: 'ignore', env: {} });
  } catch {
    throw new CliError(
      'not_runnable',
      `the user ${USER} cannot run ${process.execPath} ${main}: ` +
        'install Node and this package for all users, not in the home of one',
    );
  }
}

/**
 * Makes the folder for the server alone. Its parents are open as usual: closed, the server could not reach its own folder. What is
 * in one that existed is somebody's, who is told by the server when it cannot read it.
 */
export function makeFolder(folder: string, user: UserIds): void {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, user.uid, user.gid);
}

/** Starts the unit, again where it runs already, and now with each start of the machine. Throws its last log lines if it ends. */
export async function startUnit(watchedMs = WATCHED_MS): Promise<void> {
  run('systemctl', 'daemon-reload');
  run('systemctl', 'enable', UNIT);
  run('systemctl', 'restart', UNIT);
  for (const until = Date.now() + watchedMs; Date.now() < until; await setTimeout(STEP_MS)) {
    if (isActive()) continue;
    throw new CliError(
      'not_running',
      `the server was started and ended again. The last lines of its log:\n${lastLogLines()}\n` +
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
    throw new CliError('failed', `"${command} ${args.join(' ')}" failed: ${stderr?.trim() || String(error)}`);
  }
}
