// Sets a service up as a systemd unit that starts with the machine, and removes it. What the service has stored stays either way.
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CliError } from '../cli-error.ts';
import { replaceFile } from '../replace-file.ts';
import { makeFolder, makeUser, mustBeRoot, mustRunAs, run, startUnit, UNIT_DIR } from './machine.ts';
import type { UserIds } from './machine.ts';
import type { Service } from './service.ts';
import { writeSetting } from './settings-line.ts';
import type { SettingLine } from './settings-line.ts';

export type Installation = {
  /** Text of the unit. */
  unit: string;
  /** Those of the service; made where they are missing. */
  folders: readonly string[];
  /** The line that the settings file must have. */
  setting: SettingLine;
  /** What else the program does as root, once the user is there. */
  prepare?: (user: UserIds) => void;
};

/** Where both files are below `root`: "/", or the folder of an image. */
export const filesBelow = (root: string, { unit, settingsFile }: Service) => ({
  file: join(root, UNIT_DIR, unit),
  settings: join(root, settingsFile),
});

/** The first file of this program, which the unit starts. */
export const mainFile = (): string => realpathSync(process.argv[1] ?? '');

/** Without `root`, everything is done on this machine, and the service is started, again where it runs already. */
export async function installService(
  service: Service,
  { command, root }: { command: string; root: string | undefined },
  { unit, folders, setting, prepare }: Installation,
): Promise<void> {
  const { file, settings } = filesBelow(root ?? '/', service);
  const isHere = root === undefined;
  if (isHere) mustBeRoot(service, command);
  // Root's own may be stricter, and the service must reach what is made here.
  process.umask(0o022);
  const user = isHere ? makeUser(service) : undefined;
  if (user) {
    mustRunAs(service, user, mainFile());
    for (const folder of folders) makeFolder(folder, user);
    prepare?.(user);
  }
  writeSetting(settings, setting, user);
  mkdirSync(dirname(file), { recursive: true });
  replaceFile(file, unit, { mode: 0o644 });
  if (isHere) await startUnit(service);
}

/** What is left to do for an image, after both files were written below its folder. */
export const leftToDo = ({ user, settingsFile, unit }: Service, folders: readonly string[]): string =>
  `Still to do there: the user ${user}, its folders ${folders.join(', ')}, ` +
  `"chown root:${user} ${settingsFile}", and "systemctl enable ${unit}".`;

/** Stops the service and removes its unit. */
export function uninstallService(
  service: Service,
  isDryRun = false,
): { json: { file: string; removed: boolean }; text: string } {
  const { called, unit, stays } = service;
  const file = join(UNIT_DIR, unit);
  if (isDryRun) {
    const text = existsSync(file) ? `Would stop the ${called} and remove ${file}.` : `There is no ${file}.`;
    return { json: { file, removed: false }, text };
  }
  mustBeInstalled(file);
  mustBeRoot(service, 'uninstall');
  run('systemctl', 'disable', '--now', unit);
  rmSync(file);
  run('systemctl', 'daemon-reload');
  const text = `The ${called} is stopped and no longer starts. ${stays} stay as they are.`;
  return { json: { file, removed: true }, text };
}

export function mustBeInstalled(file: string): void {
  if (!existsSync(file)) throw new CliError('not_installed', `there is no ${file}; "install" makes it`);
}
