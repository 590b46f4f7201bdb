// `config check` and `config example`: what a service is told, and where each value comes from, before it is started with it.
import type { z } from 'zod';
import { answer } from './command-line.ts';
import { settingsOfFile, unknownNames } from './settings-file.ts';
import type { Environment, FileRules } from './settings-file.ts';
import { exampleFile, shownSettings } from './shown-settings.ts';
import { table } from './table.ts';

export type ConfigRules = {
  /** Name of the program. */
  program: string;
  schema: z.ZodObject;
  file: FileRules;
  /** Shown as "set": they open something. */
  secrets: readonly string[];
  /** Throws ConfigError with these complaints and everything else that is wrong with the file and the environment. */
  check: (env: Environment, complaints: string[]) => unknown;
};

/** `options.file`: another settings file than the variable names. */
export function checkConfig(rules: ConfigRules, options: { file?: string; json?: boolean }): void {
  const { variable, file: usual } = rules.file;
  const env = { ...process.env, ...(options.file !== undefined && { [variable]: options.file }) };
  const namedBy = options.file === undefined ? undefined : '--file';
  const { file, settings } = settingsOfFile(env, rules.file, namedBy);
  const prefix = variable.replace(/CONFIG$/, '');
  const ours = Object.keys(process.env).filter((name) => name.startsWith(prefix) && name !== variable);
  rules.check(
    env,
    unknownNames(ours, rules.file).map((name) => `the environment has ${name}, which does not exist`),
  );
  const shown = shownSettings(rules.schema, { file: settings, environment: process.env }, rules.secrets);
  const text = [
    `Settings file: ${file ?? `none (${usual} does not exist)`}`,
    table(
      shown.map(({ name, value, source }) => [name, value ?? '(unset)', source]),
      '',
    ),
    'All settings are valid. The command doctor tries what they lead to.',
  ];
  answer(options.json, { file, settings: shown }, text.join('\n'));
}

export function exampleConfig(
  { program, schema, file: { file, owner } }: ConfigRules,
  options: { json?: boolean },
): void {
  const text = exampleFile(schema, [
    `The settings of ${owner}: ${file}, which "install" lets only root and ${owner} read.`,
    'Each line is NAME=value; what is commented out has the value shown, or none. The environment wins over this file.',
    `After a change: ${program} config check, then start ${owner} again.`,
  ]);
  answer(options.json, { example: text }, text.trimEnd());
}
