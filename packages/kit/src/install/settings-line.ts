// The settings file of an installed service. The folder of its journal is written there and nowhere else, so that the
// service and every command typed on the machine work on the same one.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { parseEnv } from 'node:util';
import { replaceFile } from '../replace-file.ts';
import { CliError } from '../cli-error.ts';
import type { UserIds } from './machine.ts';

const LINE = /^\s*(export\s+)?DAEMON_DATA_DIR\s*=.*$/m;

/** The folder that the file names; undefined where there is no file, or it names none. */
export const dataDirIn = (file: string): string | undefined => settingIn(file, 'DAEMON_DATA_DIR');

/** Undefined where there is no file, or no such line. */
export function settingIn(file: string, name: string): string | undefined {
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8'))[name] || undefined : undefined;
}

/** The text of the file with this folder in it; every other line stays as it is. */
export function withDataDir(text: string, dataDir: string): string {
  // systemd and Node both read this, and agree on no way to write these characters.
  if (!isAbsolute(dataDir) || /["'\\$`#\s]/.test(dataDir))
    throw new CliError(
      'failed',
      `--data-dir must begin at the root and have no spaces or quotes in it: ${dataDir}`,
    );
  const line = `DAEMON_DATA_DIR=${dataDir}`;
  if (LINE.test(text)) return text.replace(LINE, () => line);
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${before}# The folder of journal and keys. To change it: artwork-registry-daemon install --data-dir …\n${line}\n`;
}

/**
 * Writes the folder into the file, which is for root and the service alone: it may hold the keys of a host. systemd reads it as
 * root, but the service and the commands read it again as `user`; without its group the service could not start.
 */
export function writeDataDir(file: string, dataDir: string, user?: UserIds): void {
  const text = withDataDir(existsSync(file) ? readFileSync(file, 'utf8') : '', dataDir);
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  replaceFile(file, text, { mode: 0o640, owner: user && { uid: 0, gid: user.gid } });
}
