// `config check` and `config example`: what the service is told, and where each value comes from, before it is started with it.
import { settingsOfFile, unknownNames } from '#kit/settings-file';
import { exampleFile, shownSettings } from '#kit/shown-settings';
import { complaintsOfHost } from '../host/host-settings.ts';
import { readEnvironment } from '../config.ts';
import { Environment, SETTINGS, SETTINGS_FILE } from '../settings.ts';
import { answer } from './output.ts';

/** Shown as "set": they open something. */
const SECRET = ['DAEMON_REGISTRY_KEYS', 'DAEMON_CONSOLE_PASSWORD_HASH'];

export function checkConfig(options: { file?: string; json?: boolean }): void {
  const env = { ...process.env, ...(options.file !== undefined && { DAEMON_CONFIG: options.file }) };
  const { file, settings } = settingsOfFile(
    env,
    SETTINGS_FILE,
    options.file === undefined ? undefined : '--file',
  );
  const ours = Object.keys(process.env).filter((name) => /^DAEMON_(?!CONFIG$)/.test(name));
  const strays = unknownNames(ours, SETTINGS_FILE).map(
    (name) => `The environment has ${name}, which does not exist.`,
  );
  readEnvironment(env, (given) => [
    ...strays,
    ...(given['DAEMON_REGISTRIES'] === undefined ? [] : complaintsOfHost(given)),
  ]);
  const shown = shownSettings(Environment, { file: settings, environment: process.env }, SECRET);
  const width = Math.max(...SETTINGS.map((name) => name.length));
  answer(options.json, { file, settings: shown }, [
    `Settings file: ${file ?? `none (${SETTINGS_FILE.file} does not exist)`}`,
    ...shown.map(({ name, value, source }) => `${name.padEnd(width)}  ${value ?? '(unset)'}  ${source}`),
    'All settings are valid.',
  ]);
}

export function exampleConfig(options: { json?: boolean }): void {
  const head = [
    `The settings of the sync service: ${SETTINGS_FILE.file}, which "install" lets only root and the service read.`,
    'Each line is NAME=value; what is commented out has the value shown, or none. The environment wins over this file.',
    'After a change: artwork-registry-daemon config check, then start the service again.',
  ];
  const text = exampleFile(Environment, head);
  answer(options.json, { example: text }, [text.trimEnd()]);
}
