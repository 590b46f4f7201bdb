import { checkConfig as check, exampleConfig as example } from '#kit/config-command';
import type { ConfigRules } from '#kit/config-command';
import { complaintsOfHost } from '../host/host-settings.ts';
import { readSettings } from '../config.ts';
import { Settings, SETTINGS_FILE } from '../settings.ts';

const RULES: ConfigRules = {
  program: 'artwork-registry-daemon',
  schema: Settings,
  file: SETTINGS_FILE,
  secrets: ['DAEMON_REGISTRY_KEYS', 'DAEMON_CONSOLE_PASSWORD_HASH'],
  check: (env, complaints) =>
    readSettings(env, (given) => [
      ...complaints,
      ...(given['DAEMON_REGISTRIES'] === undefined ? [] : complaintsOfHost(given)),
    ]),
};

export const checkConfig = (options: { file?: string; json?: boolean }): void => check(RULES, options);

export const exampleConfig = (options: { json?: boolean }): void => example(RULES, options);
