// install, upgrade and uninstall: the server as a systemd unit that starts with the machine. The data stay either way.
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { CliError } from '#kit/cli-error';
import { SETTINGS_FILE } from '../../settings.ts';
import {
  makeFolder,
  makeUser,
  mustBeRoot,
  mustRunAs,
  run,
  startUnit,
  UNIT,
  UNIT_DIR,
  USER,
} from '#kit/install/machine';
import type { UserIds } from '#kit/install/machine';
import { systemdUnit } from '#kit/install/systemd-unit';

const DATA_DIR = '/var/lib/artwork-registry-server';
const FOLDERS = ['REGISTRY_DATA_DIR', 'REGISTRY_DUMP_DIR', 'REGISTRY_BACKUP_DIR'] as const;

type Options = { root?: string; dryRun?: boolean; json?: boolean };
type Said = { file: string; settings_file: string; folders: string[]; unit: string };

export function addInstallCommands(program: Command): void {
  const command = (name: string, description: string) =>
    program
      .command(name)
      .description(description)
      .option('--dry-run', 'show what would be done, and do nothing');
  const root = ['--root <folder>', 'write below this folder, as for an image, and start nothing'] as const;
  const add = command('install', 'run the server as a systemd service that starts with the machine').option(
    ...root,
  );
  add.action(() => install(add.optsWithGlobals<Options>()));
  const upgrade = command('upgrade', 'after a new version was installed: renew the unit and start it again');
  upgrade.action(() => install(upgrade.optsWithGlobals<Options>(), 'upgrade'));
  const remove = command('uninstall', 'stop and remove the systemd service; data and settings stay');
  remove.action(() => uninstall(remove.optsWithGlobals<Options>()));
}

async function install(options: Options, name: 'install' | 'upgrade' = 'install'): Promise<void> {
  const { root = '/' } = options;
  const file = join(root, UNIT_DIR, UNIT);
  const settings = join(root, SETTINGS_FILE.file);
  if (name === 'upgrade' && !existsSync(file)) throw notInstalled(file);
  const text = existsSync(settings) ? readFileSync(settings, 'utf8') : '';
  const given = parseEnv(text);
  const folders = [...new Set(FOLDERS.flatMap((setting) => given[setting] || []))];
  if (!given['REGISTRY_DATA_DIR']) folders.unshift(DATA_DIR);
  const main = realpathSync(process.argv[1] ?? '');
  const unit = systemdUnit({ node: process.execPath, main, folders, environmentFile: SETTINGS_FILE.file });
  const said: Said = { file, settings_file: settings, folders, unit };
  if (options.dryRun) return say(options, { ...said, written: false }, unit.trimEnd());
  const isHere = options.root === undefined;
  if (isHere) mustBeRoot(name);
  // Root's own may be stricter, and the server must reach what is made here.
  process.umask(0o022);
  const user = isHere ? makeUser() : undefined;
  if (user) {
    mustRunAs(user, main);
    for (const folder of folders) makeFolder(folder, user);
  }
  writeSettings(settings, text, given['REGISTRY_DATA_DIR'], user);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, unit, { mode: 0o644 });
  if (isHere) await startUnit();
  say(
    options,
    { ...said, written: true },
    isHere
      ? `The server runs now and starts with the machine (${file}). Settings are in ${settings}; look at it with: journalctl --unit ${UNIT}`
      : `Written: ${file} and ${settings}. Still to do there: the user ${USER}, its folders ${folders.join(', ')}, "chown root:${USER} ${SETTINGS_FILE.file}", and "systemctl enable ${UNIT}".`,
  );
}

function uninstall(options: Options): void {
  const file = join(UNIT_DIR, UNIT);
  if (options.dryRun)
    return say(
      options,
      { file, removed: false },
      existsSync(file) ? `Would stop the server and remove ${file}.` : `There is no ${file}.`,
    );
  if (!existsSync(file)) throw notInstalled(file);
  mustBeRoot('uninstall');
  run('systemctl', 'disable', '--now', UNIT);
  rmSync(file);
  run('systemctl', 'daemon-reload');
  say(
    options,
    { file, removed: true },
    'The server is stopped and no longer starts. Database, keys, backups and settings stay as they are.',
  );
}

/** Adds the data folder where the file names none; the file is for root and the service alone, since it may hold secrets. */
function writeSettings(file: string, text: string, dataDir: string | undefined, user?: UserIds): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  if (!dataDir) {
    const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
    writeFileSync(file, `${before}REGISTRY_DATA_DIR=${DATA_DIR}\n`, { mode: 0o640 });
  }
  if (!user) return;
  chownSync(file, 0, user.gid);
  // Also one that was there: open to all it would show secrets, closed to the group the server could not read it.
  chmodSync(file, 0o640);
}

const notInstalled = (file: string) =>
  new CliError('not_installed', `there is no ${file}; "install" makes it`);

const say = (options: Options, json: object, text: string) =>
  void process.stdout.write(`${options.json ? JSON.stringify(json) : text}\n`);
