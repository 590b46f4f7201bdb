// The one line of the settings file that `install` writes: the folder of the data, so that the service and every command typed on the
// machine work on the same one.
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { parseEnv } from 'node:util';
import { CliError } from '../cli-error.ts';
import { replaceFile } from '../replace-file.ts';
import type { UserIds } from './machine.ts';

export type SettingLine = {
  name: string;
  folder: string;
  /** A sentence above the line where it is new. */
  comment?: string;
};

/** Open to root and the group of the service: the file may hold secrets. */
const MODE = 0o640;

/** Undefined where there is no file, or no such line. */
export const settingIn = (file: string, name: string): string | undefined =>
  parseEnv(textOf(file))[name] || undefined;

/** The text of the file with this line in it; every other line stays as it is. */
export function withSetting(text: string, { name, folder, comment }: SettingLine): string {
  if (parseEnv(text)[name] === folder) return text;
  // systemd and Node both read this, and agree on no way to write these characters.
  if (!isAbsolute(folder) || /["'\\$`#\s]/.test(folder))
    throw new CliError(
      'failed',
      `${name} must begin at the root and have no spaces or quotes in it: ${folder}`,
    );
  const line = `${name}=${folder}`;
  const former = new RegExp(`^[ \\t]*(export[ \\t]+)?${name}[ \\t]*=.*$`, 'm');
  if (former.test(text)) return text.replace(former, () => line);
  const before = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  return `${before}${comment === undefined ? '' : `# ${comment}\n`}${line}\n`;
}

/**
 * Writes the line into the file, which is for root and the service alone. systemd reads it as root, but the service and the commands
 * read it again as `user`; without its group the service could not start. Where it is a link, the file that it leads to is changed: its
 * folder belongs to root, and somebody keeps the settings there.
 */
export function writeSetting(file: string, line: SettingLine, user?: UserIds): void {
  const text = textOf(file);
  const next = withSetting(text, line);
  const owner = user && { uid: 0, gid: user.gid };
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
  if (next !== text)
    return replaceFile(existsSync(file) ? realpathSync(file) : file, next, { mode: MODE, owner });
  if (owner) chownSync(file, owner.uid, owner.gid);
  chmodSync(file, MODE);
}

const textOf = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');
