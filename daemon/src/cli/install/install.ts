// `install` and `uninstall`: the service as a systemd unit that starts with the machine. What is published stays either way.
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { answer } from '#kit/command-line';
import { filesBelow, installService, leftToDo, mainFile, uninstallService } from '#kit/install/install';
import type { UserIds } from '#kit/install/machine';
import { settingIn, withSetting } from '#kit/install/settings-line';
import { openSealingKey } from '../../host/sealing-key.ts';
import { SYSTEM_DATA_DIR } from '../../types/system-paths.ts';
import { ownDataDir } from './data-folder.ts';
import { HOST_COMMAND, SYNC_SERVICE, syncServiceUnit } from './sync-service.ts';

type InstallOptions = { dataDir?: string; host?: boolean; root?: string; dryRun?: boolean; json?: boolean };

/** Installs the service, or brings an installed one up to this version: it is started again. */
export async function install(options: InstallOptions): Promise<void> {
  const { root } = options;
  const { file, settings } = filesBelow(root ?? '/', SYNC_SERVICE);
  const dataDir = resolve(options.dataDir ?? settingIn(settings, 'DAEMON_DATA_DIR') ?? SYSTEM_DATA_DIR);
  const isHost = options.host ?? (existsSync(file) && readFileSync(file, 'utf8').includes(HOST_COMMAND));
  const unit = syncServiceUnit({ node: process.execPath, main: mainFile(), dataDir, isHost });
  const setting = {
    name: 'DAEMON_DATA_DIR',
    folder: dataDir,
    comment: 'The folder of journal and keys. To change it: artwork-registry-daemon install --data-dir …',
  };
  const written = { file, unit, settings_file: settings, data_dir: dataDir };
  if (options.dryRun) {
    const text = [unit.trimEnd(), '', `${settings}:`, withSetting('', setting).trimEnd()].join('\n');
    return answer(options.json, { ...written, written: false }, text);
  }
  const prepare = (user: UserIds) => {
    ownDataDir(dataDir, user);
    if (isHost) makeSealingKey(settingIn(settings, 'DAEMON_SEALING_KEY_FILE'), dataDir, user);
  };
  const installation = { unit, folders: [dataDir], setting, prepare };
  await installService(SYNC_SERVICE, { command: 'install', root }, installation);
  const text = [
    root === undefined
      ? `The sync service runs now and starts with the machine (${file}).`
      : `Written: ${file}. ${leftToDo(SYNC_SERVICE, [dataDir])}`,
    `Settings go into ${settings}, one NAME=value a line; "systemctl restart ${SYNC_SERVICE.unit}" takes them up.`,
    isHost
      ? 'Look after the sites with: sudo artwork-registry-daemon host sites'
      : 'Pair a site with: sudo artwork-registry-daemon pair --site … --code …',
  ].join('\n');
  answer(options.json, { ...written, written: true }, text);
}

/** Outside the data folder, where the service may read the key but not make it. */
function makeSealingKey(file: string | undefined, dataDir: string, { uid, gid }: UserIds): void {
  if (file === undefined) return;
  mkdirSync(dirname(file), { recursive: true });
  openSealingKey(file, { mustExist: existsSync(join(dataDir, 'directory.sqlite')) });
  chownSync(file, uid, gid);
}

export function uninstall(options: { dryRun?: boolean; json?: boolean }): void {
  const { json, text } = uninstallService(SYNC_SERVICE, options.dryRun);
  answer(options.json, json, text);
}
