// config: what the server is told, and where each value comes from, before it is started with it.
import type { Command } from 'commander';
import { settingsOfFile, unknownNames } from '#kit/settings-file';
import { exampleFile, shownSettings } from '#kit/shown-settings';
import { mergeConfig } from '../config.ts';
import { Settings, SETTINGS_FILE } from '../settings.ts';
import { table } from './run.ts';

/** Shown as "set": they open something. */
const SECRET = ['REGISTRY_SECRET_KEY', 'REGISTRY_OPERATOR_PASSWORD_HASH'];

export function addConfigCommands(program: Command): void {
  const config = program.command('config').description('the settings of the server');
  const check = config
    .command('check')
    .description('check all settings of the file and the environment, and show where each value comes from')
    .option('--file <file>', `the settings file; default: REGISTRY_CONFIG, else ${SETTINGS_FILE.file}`);
  check.action(() => {
    const options = check.optsWithGlobals<{ file?: string; json?: boolean }>();
    const env = { ...process.env, ...(options.file !== undefined && { REGISTRY_CONFIG: options.file }) };
    const fromFile = settingsOfFile(env, SETTINGS_FILE, options.file === undefined ? undefined : '--file');
    const { file, settings } = fromFile;
    const shown = shownSettings(Settings, { file: settings, environment: process.env }, SECRET);
    const ours = Object.keys(process.env).filter((name) => /^REGISTRY_(?!CONFIG$)/.test(name));
    const strays = unknownNames(ours, SETTINGS_FILE).map(
      (name) => `the environment has ${name}, which does not exist`,
    );
    mergeConfig({ settings, complaints: [...fromFile.complaints, ...strays] }, process.env);
    const text = [
      `Settings file: ${file ?? `none (${SETTINGS_FILE.file} does not exist)`}`,
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
    const text = exampleText();
    say(example.optsWithGlobals<{ json?: boolean }>().json, { example: text }, text.trimEnd());
  });
}

const say = (isJson: boolean | undefined, json: object, text: string) =>
  void process.stdout.write(`${isJson ? JSON.stringify(json) : text}\n`);

function exampleText(): string {
  return exampleFile(Settings, [
    `The settings of the registry: ${SETTINGS_FILE.file}, which "install" lets only root and the server read.`,
    'Each line is NAME=value; what is commented out has the value shown, or none. The environment wins over this file.',
    'After a change: artwork-registry-server config check, then start the server again.',
  ]);
}
