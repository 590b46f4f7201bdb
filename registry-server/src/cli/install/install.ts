// install, upgrade and uninstall: the server as a systemd unit that starts with the machine. The data stay either way.
import type { Command } from 'commander';
import { answer } from '#kit/command-line';
import {
  filesBelow,
  installService,
  leftToDo,
  mainFile,
  mustBeInstalled,
  uninstallService,
} from '#kit/install/install';
import type { Service } from '#kit/install/service';
import { settingIn } from '#kit/install/settings-line';
import { systemdUnit } from '#kit/install/systemd-unit';
import { SETTINGS_FILE } from '../../settings.ts';

const SERVER: Service = {
  called: 'server',
  user: 'artwork-registry-server',
  unit: 'artwork-registry-server.service',
  command: 'serve',
  settingsFile: SETTINGS_FILE.file,
  stays: 'Database, keys, backups and settings',
};
/** What only the start of a process can set: young generations of 12 MiB, and one heap of the C library for all threads. */
export const ENVIRONMENT = {
  NODE_ENV: 'production',
  MALLOC_ARENA_MAX: '1',
  NODE_OPTIONS: '--max-semi-space-size=4',
} as const;
const DATA_DIR = '/var/lib/artwork-registry-server';
const MORE_FOLDERS = ['REGISTRY_DUMP_DIR', 'REGISTRY_BACKUP_DIR'] as const;

type Options = { root?: string; dryRun?: boolean; json?: boolean };

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
  remove.action(() => {
    const options = remove.optsWithGlobals<Options>();
    const { json, text } = uninstallService(SERVER, options.dryRun);
    answer(options.json, json, text);
  });
}

async function install(options: Options, command: 'install' | 'upgrade' = 'install'): Promise<void> {
  const { root } = options;
  const { file, settings } = filesBelow(root ?? '/', SERVER);
  if (command === 'upgrade') mustBeInstalled(file);
  const dataDir = settingIn(settings, 'REGISTRY_DATA_DIR') ?? DATA_DIR;
  const more = MORE_FOLDERS.flatMap((name) => settingIn(settings, name) ?? []);
  const folders = [...new Set([dataDir, ...more])];
  const unit = systemdUnit({
    description: 'Artwork Registry',
    user: SERVER.user,
    environment: ENVIRONMENT,
    environmentFile: SERVER.settingsFile,
    node: process.execPath,
    main: mainFile(),
    command: SERVER.command,
    folders,
    restartSeconds: 1,
    stop: {
      seconds: 75,
      why: 'It finishes what it has begun, for 9 seconds at most, after REGISTRY_DRAIN_SECONDS.',
    },
  });
  const written = { file, settings_file: settings, folders, unit };
  if (options.dryRun) return answer(options.json, { ...written, written: false }, unit.trimEnd());
  const setting = { name: 'REGISTRY_DATA_DIR', folder: dataDir };
  await installService(SERVER, { command, root }, { unit, folders, setting });
  answer(
    options.json,
    { ...written, written: true },
    root === undefined
      ? `The server runs now and starts with the machine (${file}). Settings are in ${settings}; look at it with: journalctl --unit ${SERVER.unit}`
      : `Written: ${file} and ${settings}. ${leftToDo(SERVER, folders)}`,
  );
}
