// The settings file, which the service, every command and systemd read alike.
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.ts';
import { complaintsOfLines } from './settings-lines.ts';
import { SETTINGS } from './settings.ts';
import { CONFIG_FILE } from './system-paths.ts';

/** The file is read by systemd as well, which hands these on to the process. */
const OF_THE_PROCESS = /^(NODE_|MALLOC_|UV_|SSL_CERT_|TZ$)/;

export type FileSettings = {
  /** Null: there is none. */
  file: string | null;
  settings: { [name: string]: string | undefined };
  /** What is wrong with its lines and names. */
  complaints: string[];
};

/** A file that was named must be there; `namedBy`: where it was. Throws ConfigError where it cannot be read. */
export function settingsOfFile(env: NodeJS.ProcessEnv, namedBy = 'DAEMON_CONFIG'): FileSettings {
  const named = env['DAEMON_CONFIG'] || undefined;
  const file = named ?? CONFIG_FILE;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (named !== undefined)
      throw new ConfigError(`${namedBy} names ${file}, which cannot be read: ${message}`);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { file: null, settings: {}, complaints: [] };
    // With other settings than the service, the command would work on a folder that the service does not use.
    throw new ConfigError(
      `${file} has the settings of the sync service and cannot be read: run this with sudo.`,
    );
  }
  const settings = parseEnv(text);
  const complaints = complaintsOfLines(text).map((complaint) => `${file}: ${complaint}.`);
  const folder = settings['DAEMON_DATA_DIR'] ?? '';
  if (folder !== '' && !isAbsolute(folder))
    complaints.push(`DAEMON_DATA_DIR in ${file} must begin at the root, but is "${folder}".`);
  const unknown = unknownNames(Object.keys(settings).filter((name) => !OF_THE_PROCESS.test(name)));
  if (unknown.length > 0) complaints.push(`${file} has ${wordsOfUnknown(unknown)}`);
  return { file, settings, complaints };
}

function wordsOfUnknown(names: string[]): string {
  const has = names.length === 1 ? 'the setting' : 'the settings';
  const does = names.length === 1 ? 'which does not exist' : 'which do not exist';
  return `${has} ${names.join(', ')}, ${does}. There are: ${SETTINGS.join(', ')}.`;
}

/** Those that no setting has. */
export function unknownNames(names: string[]): string[] {
  return names.filter((name) => !SETTINGS.includes(name));
}
