/** A command failed as it may: a code for programs and a sentence for people. Exit code 1. */
export class CliError extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Wrong usage: the command fails in the same way until it is typed differently. Exit code 2. */
export class UsageError extends CliError {
  constructor(message: string) {
    super('usage', message);
  }
}
