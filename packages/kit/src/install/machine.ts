// What install, upgrade and uninstall ask of the machine: its user, its systemd, and that both can run this program.
import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemClock } from '../clock.ts';
import type { Clock } from '../clock.ts';
import { CliError } from '../cli-error.ts';
import type { Service } from './service.ts';

export const UNIT_DIR = '/etc/systemd/system';

/** How long a start is watched: systemd calls a process started that ends in its first second, as with a setting it refuses. */
const WATCHED_MS = 10_000;
const STEP_MS = 250;

export type UserIds = { uid: number; gid: number };

export function mustBeRoot(service: Service, command: string): void {
  if (process.getuid?.() !== 0)
    throw new CliError(
      'not_root',
      `"${command}" writes to ${UNIT_DIR}: run it with sudo, or look with --dry-run`,
    );
  if (!existsSync('/run/systemd/system'))
    throw new CliError(
      'no_systemd',
      `this machine does not run systemd; start "${service.command}" with what it has, or use the container image`,
    );
}

/** The user of the service, made where there is none. */
export function makeUser({ user }: Service): UserIds {
  if (idOf(user, '-u') === undefined)
    run('useradd', '--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', user);
  const [uid, gid] = [idOf(user, '-u'), idOf(user, '-g')];
  if (uid === undefined || gid === undefined)
    throw new CliError('no_user', `the user ${user} could not be made`);
  return { uid, gid };
}

function idOf(user: string, flag: string): number | undefined {
  try {
    return Number(
      execFileSync('id', [flag, user], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
  } catch {
    return undefined;
  }
}

/** Node or the package in a home that only its owner may enter, as with nvm, would fail in the unit without a word here. */
export function mustRunAs(service: Service, user: UserIds, main: string): void {
  try {
    execFileSync(process.execPath, [main, '--version'], { ...user, cwd: '/', stdio: 'ignore', env: {} });
  } catch {
    throw new CliError(
      'not_runnable',
      `the user ${service.user} cannot run ${process.execPath} ${main}: ` +
        'install Node and this package for all users, not in the home of one',
    );
  }
}

/**
 * Makes the folder for the service alone. Its parents are open as usual: closed, the service could not reach its own folder. What is
 * in one that existed is somebody's, who is told by the service when it cannot read it.
 */
export function makeFolder(folder: string, user: UserIds): void {
  if (existsSync(folder)) return;
  mkdirSync(dirname(folder), { recursive: true, mode: 0o755 });
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, user.uid, user.gid);
}

/** Starts the unit, again where it runs already, and now with each start of the machine. Throws its last log lines if it ends. */
export async function startUnit({ called, unit }: Service, clock: Clock = systemClock): Promise<void> {
  run('systemctl', 'daemon-reload');
  run('systemctl', 'enable', unit);
  run('systemctl', 'restart', unit);
  for (const until = clock.elapsed() + WATCHED_MS; clock.elapsed() < until; await clock.sleep(STEP_MS)) {
    if (isActive(unit)) continue;
    throw new CliError(
      'not_running',
      `the ${called} was started and ended again. The last lines of its log:\n${lastLogLines(unit)}\n` +
        `Once that is mended: systemctl restart ${unit}`,
    );
  }
}

function isActive(unit: string): boolean {
  try {
    run('systemctl', 'is-active', '--quiet', unit);
    return true;
  } catch {
    return false;
  }
}

function lastLogLines(unit: string): string {
  const words = ['--unit', unit, '--lines', '20', '--no-pager', '--output', 'cat'];
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
