// The settings file, which the server, every command and systemd read alike. The environment wins over it.
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { parseEnv } from 'node:util';
import { complaintsOfLines } from './settings-lines.ts';
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
  /** What is wrong with its lines and names, in one sentence; none: nothing. */
  complaints: string[];
};

/** A file that was named must be there. Throws ConfigError where it cannot be read. */
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
    if (code === 'ENOENT' || code === 'ENOTDIR') return { file: null, settings: {}, complaints: [] };
    // With other settings than the server, the command would work on a database that the server does not use.
    throw new ConfigError(`${file} has the settings of the server and cannot be read: run this with sudo`);
  }
  const settings = parseEnv(text);
  const complaints = [
    ...unknownNames(Object.keys(settings).filter((name) => !OF_THE_PROCESS.test(name))).map(
      (name) => `${name} does not exist`,
    ),
    ...complaintsOfLines(text),
    ...FOLDERS.filter((name) => settings[name] && !isAbsolute(settings[name])).map(
      (name) => `${name} must begin at the root, but is "${settings[name]}"`,
    ),
  ];
  if (complaints.length === 0) return { file, settings, complaints };
  const sentence = `${file}: ${complaints.join('; ')}. "config example" shows every setting`;
  return { file, settings, complaints: [sentence] };
}

/** Those that no setting has. */
export function unknownNames(names: string[]): string[] {
  return names.filter((name) => !SETTINGS.includes(name));
}
