// `install` and `uninstall`: the service as a systemd unit that starts with the machine. What is published stays either way.
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { openSealingKey } from '../../host/sealing-key.ts';
import { SETTINGS_FILE } from '../../settings.ts';
import { SYSTEM_DATA_DIR } from '../../types/system-paths.ts';
import { CommandFailed } from '../command-failed.ts';
import { answer } from '../output.ts';
import {
  makeDataDir,
  makeUser,
  mustBeRoot,
  mustRunAs,
  run,
  startUnit,
  UNIT,
  UNIT_DIR,
  USER,
} from './machine.ts';
import { dataDirIn, settingIn, withDataDir, writeDataDir } from '#kit/install/settings-line';
import { HOST_COMMAND, systemdUnit } from './systemd-unit.ts';

type InstallOptions = { dataDir?: string; host?: boolean; root?: string; dryRun?: boolean; json?: boolean };

/** Installs the service, or brings an installed one up to this version: it is started again. */
export async function install(options: InstallOptions): Promise<void> {
  const { root = '/' } = options;
  const file = join(root, UNIT_DIR, UNIT);
  const settings = join(root, SETTINGS_FILE.file);
  const dataDir = resolve(options.dataDir ?? dataDirIn(settings) ?? SYSTEM_DATA_DIR);
  const main = realpathSync(process.argv[1] ?? '');
  const isHost = options.host ?? (existsSync(file) && readFileSync(file, 'utf8').includes(HOST_COMMAND));
  const unit = systemdUnit({
    node: process.execPath,
    main,
    dataDir,
    environmentFile: SETTINGS_FILE.file,
    isHost,
  });
  const said = { file, unit, settings_file: settings, data_dir: dataDir };
  if (options.dryRun) {
    const lines = [unit.trimEnd(), '', `${settings}:`, withDataDir('', dataDir).trimEnd()];
    return answer(options.json, { ...said, written: false }, lines);
  }
  const isHere = options.root === undefined;
  if (isHere) mustBeRoot('install');
  // Root's own may be stricter, and the service must reach what is made here.
  process.umask(0o022);
  const user = isHere ? makeUser() : undefined;
  if (user) {
    mustRunAs(user, main);
    makeDataDir(dataDir, user);
    const sealingKey = isHost && settingIn(settings, 'DAEMON_SEALING_KEY_FILE');
    // Outside the data folder the service may read it, not make it.
    if (sealingKey) {
      mkdirSync(dirname(sealingKey), { recursive: true });
      openSealingKey(sealingKey, { mustExist: existsSync(join(dataDir, 'directory.sqlite')) });
      chownSync(sealingKey, user.uid, user.gid);
    }
  }
  writeDataDir(settings, dataDir, user);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, unit, { mode: 0o644 });
  if (isHere) await startUnit();
  answer(options.json, { ...said, written: true }, [
    isHere
      ? `The sync service runs now and starts with the machine (${file}).`
      : `Written: ${file}. Still to do there: the user ${USER}, its folder ${dataDir}, ` +
        `"chown root:${USER} ${SETTINGS_FILE.file}", and "systemctl enable ${UNIT}".`,
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
