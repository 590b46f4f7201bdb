// The settings file, which the server, every command and systemd read alike. The environment wins over it.
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { parseEnv } from 'node:util';
import { SETTINGS } from './settings.ts';

/** Where the file is unless REGISTRY_CONFIG names another one. */
export const CONFIG_FILE = '/etc/artwork-registry/registry.env';

/** systemd reads the file too and hands these on to the process. */
const OF_THE_PROCESS = /^(NODE_|MALLOC_|UV_|SSL_CERT_|HTTP_PROXY$|TZ$)/;
const FOLDERS = ['REGISTRY_DATA_DIR', 'REGISTRY_DUMP_DIR', 'REGISTRY_BACKUP_DIR'];

/** Names the settings and what they may be. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

export type FileSettings = {
  /** Null: there is none. */
  file: string | null;
  settings: Record<string, string | undefined>;
};

/** A file that was named must be there. Throws ConfigError for an unknown name. */
export function settingsOfFile(env: Record<string, string | undefined>): FileSettings {
  const named = env['REGISTRY_CONFIG'] === '' ? undefined : env['REGISTRY_CONFIG'];
  const file = named ?? CONFIG_FILE;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (named !== undefined)
      throw new ConfigError(`REGISTRY_CONFIG names ${file}, which cannot be read: ${message}`);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { file: null, settings: {} };
    // With other settings than the server, the command would work on a database that the server does not use.
    throw new ConfigError(`${file} has the settings of the server and cannot be read: run this with sudo`);
  }
  const settings = parseEnv(text);
  const complaints = [
    ...unknownNames(Object.keys(settings).filter((name) => !OF_THE_PROCESS.test(name))).map(
      (name) => `${name} does not exist`,
    ),
    ...linesWithoutName(text).map((number) => `line ${number} is not NAME=value`),
    ...FOLDERS.filter((name) => settings[name] && !isAbsolute(settings[name])).map(
      (name) => `${name} must begin at the root, but is "${settings[name]}"`,
    ),
  ];
  if (complaints.length > 0)
    throw new ConfigError(`${file}: ${complaints.join('; ')}. "config example" shows every setting`);
  return { file, settings };
}

/** Their numbers: the text may be a secret. parseEnv passes over them, so a missing "=" would silently mean the default. */
function linesWithoutName(text: string): number[] {
  // A quoted value may have several lines.
  const plain = text.replaceAll(
    /=[ \t]*(["'`])[^]*?\1/g,
    (value) => `=${value.replaceAll(/[^\n]/g, '').replaceAll('\n', '\n#')}`,
  );
  return plain
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' || /^\s*#|=/.test(line) ? [] : [index + 1]));
}

/** Those that no setting has. */
export function unknownNames(names: string[]): string[] {
  return names.filter((name) => !SETTINGS.includes(name));
}
