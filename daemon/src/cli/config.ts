// `config check` and `config example`: what the service is told, and where each value comes from, before it is started with it.
import { complaintsOfHost } from '../host/host-settings.ts';
import { settingsOfFile, unknownNames } from '../config-file.ts';
import { readEnvironment } from '../config.ts';
import { Environment, SETTINGS } from '../settings.ts';
import { CONFIG_FILE } from '../system-paths.ts';
import { answer } from './output.ts';

/** Shown as "set": they open something. */
const SECRET = ['DAEMON_REGISTRY_KEYS', 'DAEMON_CONSOLE_PASSWORD_HASH', 'HTTPS_PROXY'];
const EXAMPLE_WIDTH = 100;

export function checkConfig(options: { file?: string; json?: boolean }): void {
  const env = { ...process.env, ...(options.file !== undefined && { DAEMON_CONFIG: options.file }) };
  const { file, settings } = settingsOfFile(env, options.file === undefined ? undefined : '--file');
  const ours = Object.keys(process.env).filter((name) => /^DAEMON_(?!CONFIG$)/.test(name));
  const strays = unknownNames(ours).map((name) => `The environment has ${name}, which does not exist.`);
  readEnvironment(env, (given) => [
    ...strays,
    ...(given['DAEMON_REGISTRIES'] === undefined ? [] : complaintsOfHost(given)),
  ]);
  const shown = SETTINGS.map((name) => shownSetting(name, settings[name], process.env[name]));
  const width = Math.max(...SETTINGS.map((name) => name.length));
  answer(options.json, { file, settings: shown }, [
    `Settings file: ${file ?? `none (${CONFIG_FILE} does not exist)`}`,
    ...shown.map(({ name, value, source }) => `${name.padEnd(width)}  ${value ?? '(unset)'}  ${source}`),
    'All settings are valid.',
  ]);
}

export function exampleConfig(options: { json?: boolean }): void {
  const head = [
    `The settings of the sync service: ${CONFIG_FILE}, which "install" lets only root and the service read.`,
    'Each line is NAME=value; what is commented out has the value shown, or none. The environment wins over this file.',
    'After a change: artwork-registry-daemon config check, then start the service again.',
  ];
  const settings = SETTINGS.map((name) => {
    const { description } = Environment.shape[name as keyof Environment];
    return [...comment(description ?? ''), `#${name}=${defaultOf(name) ?? ''}`].join('\n');
  });
  const text = [head.flatMap(comment).join('\n'), ...settings].join('\n\n');
  answer(options.json, { example: `${text}\n` }, [text]);
}

function shownSetting(name: string, inFile = '', inEnvironment = '') {
  const given = inEnvironment === '' ? inFile : inEnvironment;
  if (given === '') return { name, value: defaultOf(name), source: 'default' };
  return {
    name,
    value: SECRET.includes(name) ? 'set' : given,
    source: inEnvironment === '' ? 'file' : 'environment',
  };
}

/** As it would stand in the file; null: unset, and the setting's own sentence says what that means. */
function defaultOf(name: string): string | null {
  const { data } = Environment.shape[name as keyof Environment].safeParse(undefined);
  return data === undefined ? null : String(data);
}

/** Lines of a comment, broken between words. */
function comment(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < EXAMPLE_WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`# ${word}`);
  }
  return lines;
}
