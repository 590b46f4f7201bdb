import { CliError } from '#kit/cli-error';

/** A command failed; the message is for the person who typed it. */
export class CommandFailed extends CliError {
  constructor(message: string) {
    super('failed', message);
  }
}
