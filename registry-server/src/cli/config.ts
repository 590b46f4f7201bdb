import type { Command } from 'commander';
import { checkConfig, exampleConfig } from '#kit/config-command';
import type { ConfigRules } from '#kit/config-command';
import { readServiceConfig } from '../config.ts';
import { Settings, SETTINGS_FILE } from '../settings.ts';

const RULES: ConfigRules = {
  program: 'artwork-registry-server',
  schema: Settings,
  file: SETTINGS_FILE,
  secrets: ['REGISTRY_SECRET_KEY', 'REGISTRY_OPERATOR_PASSWORD_HASH'],
  check: readServiceConfig,
};

export function addConfigCommands(program: Command): void {
  const config = program.command('config').description('the settings of the server');
  const check = config
    .command('check')
    .description('check all settings of the file and the environment, and show where each value comes from')
    .option('--file <file>', `the settings file; default: REGISTRY_CONFIG, else ${SETTINGS_FILE.file}`);
  check.action(() => checkConfig(RULES, check.optsWithGlobals()));
  const example = config
    .command('example')
    .description('print a settings file with every setting, its meaning and its default');
  example.action(() => exampleConfig(RULES, example.optsWithGlobals()));
}
