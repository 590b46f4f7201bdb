// The settings file of a service, which the service, each of its commands and systemd read alike. The environment wins over it.
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { parseEnv } from 'node:util';
import { ConfigError } from './config-error.ts';
import { complaintsOfLines } from './settings-lines.ts';

/** systemd reads the file too and hands these on to the process. */
const OF_THE_PROCESS = /^(NODE_|MALLOC_|UV_|SSL_CERT_|HTTP_PROXY$|TZ$)/;

export type Environment = { [name: string]: string | undefined };

/** Without those that have no value, such as `NAME=` of a compose file, or only spaces: such a one must not win over the file. */
export const withoutEmpty = (values: Environment): Environment =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );

/** What one program's file is and may have. */
export type FileRules = {
  /** Where the file is unless `variable` names another one. */
  file: string;
  /** The name of that variable. */
  variable: string;
  /** Whose settings they are, for an error: "the server". */
  owner: string;
  /** Every setting. */
  names: readonly string[];
  /** Those that name a folder, which must begin at the root: systemd starts the service in another folder than a person does. */
  folders: readonly string[];
};

export type FileSettings = {
  /** Null: there is none. */
  file: string | null;
  settings: Environment;
  /** What is wrong with its lines and names, in one sentence; none: nothing. */
  complaints: string[];
};

/**
 * A file that was named must be there; `namedBy`: where it was, unless in the variable. Throws ConfigError where it cannot be read.
 */
export function settingsOfFile(env: Environment, rules: FileRules, namedBy = rules.variable): FileSettings {
  const named = env[rules.variable] === '' ? undefined : env[rules.variable];
  const file = named ?? rules.file;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (named !== undefined)
      throw new ConfigError(`${namedBy} names ${file}, which cannot be read: ${message}`);
    if (code === 'ENOENT' || code === 'ENOTDIR') return { file: null, settings: {}, complaints: [] };
    // With other settings than the service, a command would work on data that the service does not use.
    throw new ConfigError(
      `${file} has the settings of ${rules.owner} and cannot be read: run this with sudo`,
    );
  }
  const settings = parseEnv(text);
  const complaints = [
    ...unknownNames(Object.keys(settings), rules).map((name) => `${name} does not exist`),
    ...complaintsOfLines(text),
    ...rules.folders
      .filter((name) => settings[name] && !isAbsolute(settings[name]))
      .map((name) => `${name} must begin at the root, but is "${settings[name]}"`),
  ];
  if (complaints.length === 0) return { file, settings, complaints };
  const sentence = `${file}: ${complaints.join('; ')}. "config example" shows every setting`;
  return { file, settings, complaints: [sentence] };
}

/** Those that no setting has, and that systemd would not hand on to the process. */
export function unknownNames(names: string[], rules: Pick<FileRules, 'names'>): string[] {
  return names.filter((name) => !rules.names.includes(name) && !OF_THE_PROCESS.test(name));
}
