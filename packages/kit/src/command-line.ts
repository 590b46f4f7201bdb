// How each program runs a command: answers on standard output, errors on standard error, and what the exit code means.
import type { Command } from 'commander';
import { CommanderError } from 'commander';
import { CliError, UsageError } from './cli-error.ts';
import { ConfigError } from './config-error.ts';

export type CommandLine = {
  /** All commands; nothing runs yet. */
  build: () => Command;
  /** Errors of the program's own, which are neither a CliError nor a ConfigError; undefined: not one of them. */
  explain?: (error: unknown) => { code: string; message: string } | undefined;
  /** An error as people read it. Default: its message. */
  show?: (message: string) => string;
};

/**
 * Runs one command; the exit code: 0 done, 1 failed, 2 wrong usage. Errors go to standard error; with --json as
 * {"error":{"code","message"}}.
 */
export async function runCommandLine(
  args: string[],
  { build, explain = () => undefined, show = (message) => message }: CommandLine,
): Promise<number> {
  // Once, although a test runs many commands in one process.
  process.stdout.off('error', reportLostAnswer).on('error', reportLostAnswer);
  // Nowhere is left to complain to; the exit code says the rest.
  process.stderr.off('error', ignore).on('error', ignore);
  const isJson = args.includes('--json');
  const complain = (code: string, message: string) =>
    process.stderr.write(`${isJson ? JSON.stringify({ error: { code, message } }) : show(message)}\n`);
  const program = build();
  everyCommand(program, (command) => {
    command.exitOverride();
    if (isJson) command.configureOutput({ writeErr: () => undefined });
  });
  try {
    await program.parseAsync(args, { from: 'user' });
    // A command whose answer is a failure, such as a check, sets it.
    return Number(process.exitCode ?? 0);
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0;
      // Commander has already written its own message for people.
      if (isJson) complain('usage', error.message.replace(/^error: /, ''));
      return 2;
    }
    const { code, message } = explain(error) ?? explained(error);
    complain(code, message);
    return error instanceof UsageError ? 2 : 1;
  }
}

/** Writes what a command answers: one JSON object for programs, or text for people. */
export function answer(isJson: boolean | undefined, value: object, text: string): void {
  process.stdout.write(`${isJson ? JSON.stringify(value) : text}\n`);
}

function explained(error: unknown): { code: string; message: string } {
  if (error instanceof CliError) return error;
  if (error instanceof ConfigError) return { code: 'config', message: error.message };
  return { code: 'failed', message: error instanceof Error ? error.message : String(error) };
}

let isAnswerLost = false;

/** The reader of `logs | head` has enough after some lines, and the exit code stays what it is. A full disk is a failure of the command. */
function reportLostAnswer(error: NodeJS.ErrnoException): void {
  // Each further write fails as well.
  if (error.code === 'EPIPE' || isAnswerLost) return;
  isAnswerLost = true;
  process.stderr.write(`the answer could not be written: ${error.message}\n`);
  // When the process ends: the command that is still running sets its own code before.
  process.once('exit', () => {
    process.exitCode = 1;
  });
}

function ignore(): void {}

function everyCommand(command: Command, change: (command: Command) => unknown): void {
  change(command);
  for (const child of command.commands) everyCommand(child, change);
}
