// How every command runs: storage opened and closed around it, one object on stdout with --json, errors on stderr.
import type { Command } from 'commander';
import { CliError, UsageError } from '#kit/cli-error';
import { recorded } from '../domain/access/operator-actions.ts';
import type { ToldAction } from '../domain/access/operator-actions.ts';
import { callerName } from './caller.ts';
import { readServiceConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { openStorage } from '../open-storage.ts';
import { ActionRefused, WrongInput } from '../operator/actions/action.ts';
import type { Storage } from '../storage/storage.ts';
import { readMoment } from '../storage/timestamp.ts';

export type CliDeps = { config: Config; storage: Storage };
export type Output = { json: Record<string, unknown>; text: string };

/** For commands that work on the files of the embedded database. */
export function refusePostgres(config: Config, instead: string): void {
  if (config.databaseUrl === undefined) return;
  throw new CliError(
    'embedded_only',
    `this command is for the embedded database, DATABASE_URL is set; ${instead}`,
  );
}

/** Gives a command its action; `work` gets the options and, last, the arguments. */
export function action<Options>(
  command: Command,
  work: (deps: CliDeps, options: Options, args: string[]) => Promise<Output>,
): Command {
  return plainAction<Options>(command, async (config, options, args) => {
    const storage = await openStorage(config);
    try {
      return await work({ config, storage }, options, args);
    } finally {
      await storage.close();
    }
  });
}

/** The same for a command that changes something: it is in the list of the operators' actions. */
export function recordedAction<Options extends object>(
  command: Command,
  work: (deps: CliDeps, options: Options, args: string[]) => Promise<Output>,
): Command {
  return action<Options>(command, (deps, options, args) =>
    recorded(deps.storage, actionOf(command, toldOf(options, args)), () => work(deps, options, args)),
  );
}

/** What the list of actions keeps of a command line. */
export const toldOf = (options: object, args: string[]): Record<string, unknown> => ({
  ...options,
  ...(args.length > 0 && { arguments: args }),
});

/** For the list of the operators' actions. */
export const actionOf = (command: Command, told: Record<string, unknown>): ToldAction => ({
  operator: callerName(),
  via: 'command',
  action: nameOf(command),
  told,
});

/** Without the program's own: "key create". */
export function nameOf(command: Command): string {
  return command.parent?.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();
}

/** The same for commands that must not open the storage. */
export function plainAction<Options>(
  command: Command,
  work: (config: Config, options: Options, args: string[]) => Promise<Output>,
): Command {
  return command.action(async () => {
    const options = command.optsWithGlobals() as Options & { json?: boolean };
    try {
      const output = await work(readServiceConfig(process.env), options, command.args);
      process.stdout.write(`${options.json ? JSON.stringify(output.json) : output.text}\n`);
    } catch (error) {
      throw error instanceof ActionRefused ? commandError(error) : error;
    }
  });
}

/** A refusal in the words of a command line: "--rate-limit must be …". */
function commandError(error: ActionRefused): CliError {
  const { code, message, hint } = error;
  if (!(error instanceof WrongInput))
    return new CliError(code, hint === undefined ? message : `${message}; ${hint}`);
  const option = error.field?.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return new UsageError(option === undefined ? message : `--${option} ${message}`);
}

/** ISO 8601 with offset, as microseconds. */
export function readTime(option: string, text: string): number {
  const time = readMoment(text);
  if (time === undefined)
    throw new UsageError(
      `${option} must be ISO 8601 with offset, such as 2027-01-31T00:00:00Z, from 1970 to 2254`,
    );
  return time;
}

/** A whole number within the bounds. */
export function readWhole(option: string, text: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
  if (!(number >= min && number <= max))
    throw new UsageError(`${option} must be a whole number from ${min} to ${max}`);
  return number;
}

/** One of the values, or wrong usage. */
export function readOneOf<Value extends string>(
  option: string,
  text: string,
  values: readonly Value[],
): Value {
  const known = values.find((value) => value === text);
  if (known === undefined) throw new UsageError(`${option} is one of ${values.join(', ')}; "${text}" is not`);
  return known;
}
