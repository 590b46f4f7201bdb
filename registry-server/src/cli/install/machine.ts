// What install, upgrade and uninstall ask of the machine: its user, its systemd, and that both can run this program.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CliError } from '../run.ts';

export const USER = 'artwork-registry-server';
export const UNIT = 'artwork-registry-server.service';
export const UNIT_DIR = '/etc/systemd/system';

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

export function run(command: string, ...args: string[]): void {
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' });
  } catch (error) {
    const { stderr } = error as { stderr?: string };
    throw new CliError('failed', `"${command} ${args.join(' ')}" failed: ${stderr?.trim() || String(error)}`);
  }
}
