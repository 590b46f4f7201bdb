// config: what the server is told, and where each value comes from, before it is started with it.
import type { Command } from 'commander';
import { CONFIG_FILE, settingsOfFile, unknownNames } from '../config-file.ts';
import { mergeConfig } from '../config.ts';
import { Settings, SETTINGS } from '../settings.ts';
import { table } from './run.ts';

type Source = 'file' | 'environment' | 'default';
type Shown = { name: string; value: string | null; source: Source };

/** Shown as "set": they open something. */
const SECRET = ['REGISTRY_SECRET_KEY', 'REGISTRY_OPERATOR_PASSWORD_HASH'];
const EXAMPLE_WIDTH = 100;

export function addConfigCommands(program: Command): void {
  const config = program.command('config').description('the settings of the server');
  const check = config
    .command('check')
    .description('check all settings of the file and the environment, and show where each value comes from')
    .option('--file <file>', `the settings file; default: REGISTRY_CONFIG, else ${CONFIG_FILE}`);
  check.action(() => {
    const options = check.optsWithGlobals<{ file?: string; json?: boolean }>();
    const env = { ...process.env, ...(options.file !== undefined && { REGISTRY_CONFIG: options.file }) };
    const fromFile = settingsOfFile(env);
    const { file, settings } = fromFile;
    const shown = SETTINGS.map((name) => shownSetting(name, settings[name], process.env[name]));
    const ours = Object.keys(process.env).filter((name) => /^REGISTRY_(?!CONFIG$)/.test(name));
    const strays = unknownNames(ours).map((name) => `the environment has ${name}, which does not exist`);
    mergeConfig({ settings, complaints: [...fromFile.complaints, ...strays] }, process.env);
    const text = [
      `Settings file: ${file ?? `none (${CONFIG_FILE} does not exist)`}`,
      table(
        shown.map(({ name, value, source }) => [name, value ?? '(unset)', source]),
        '',
      ),
      'All settings are valid. The command doctor tries what they lead to.',
    ].join('\n');
    say(options.json, { file, settings: shown }, text);
  });
  const example = config
    .command('example')
    .description('print a settings file with every setting, its meaning and its default');
  example.action(() => {
    const text = exampleFile();
    say(example.optsWithGlobals<{ json?: boolean }>().json, { example: text }, text.trimEnd());
  });
}

const say = (isJson: boolean | undefined, json: object, text: string) =>
  void process.stdout.write(`${isJson ? JSON.stringify(json) : text}\n`);

function shownSetting(name: string, inFile = '', inEnvironment = ''): Shown {
  const given = inEnvironment === '' ? inFile : inEnvironment;
  if (given === '') return { name, value: defaultOf(name), source: 'default' };
  const source = inEnvironment === '' ? 'file' : 'environment';
  return { name, value: SECRET.includes(name) ? 'set' : withoutPassword(given), source };
}

/** PostgreSQL takes a password behind the question mark too. */
function withoutPassword(text: string): string {
  const url = URL.parse(text);
  const inQuery = [...(url?.searchParams.keys() ?? [])].filter((name) => /password/i.test(name));
  if (url === null || (url.password === '' && inQuery.length === 0)) return text;
  if (url.password !== '') url.password = 'hidden';
  for (const name of inQuery) url.searchParams.set(name, 'hidden');
  return url.href;
}

/** As it would stand in the file; null: unset, and the setting's own sentence says what that means. */
function defaultOf(name: string): string | null {
  const { data } = Settings.shape[name as keyof typeof Settings.shape].safeParse(undefined);
  if (data === undefined || (Array.isArray(data) && data.length === 0)) return null;
  return String(data);
}

function exampleFile(): string {
  const head = [
    `The settings of the registry: ${CONFIG_FILE}, which "install" lets only root and the server read.`,
    'Each line is NAME=value; what is commented out has the value shown, or none. The environment wins over this file.',
    'After a change: artwork-registry-server config check, then start the server again.',
  ];
  const settings = SETTINGS.map((name) => {
    const { description } = Settings.shape[name as keyof typeof Settings.shape];
    return [...comment(description ?? ''), `#${name}=${defaultOf(name) ?? ''}`].join('\n');
  });
  return `${[head.flatMap(comment).join('\n'), ...settings].join('\n\n')}\n`;
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
