// Runs one command to its end and returns what it printed; a failure carries the command's own words.
import { execa, type Options } from 'execa';

export interface CommandResult {
  stdout: string;
  stderr: string;
}

/** @throws Error with the command's output when it exits with another code than 0 */
export async function runCommand(
  command: string,
  args: string[],
  options: Options = {},
): Promise<CommandResult> {
  const result = await execa(command, args, { ...options, reject: false, maxBuffer: 64 * 1024 * 1024 });
  const stdout = String(result.stdout ?? '');
  const stderr = String(result.stderr ?? '');
  if (result.exitCode !== 0) {
    const why = [stderr.trim(), stdout.trim(), result.failed ? result.message : ''].find(
      (text) => text !== '',
    );
    throw new Error(`"${command} ${args.slice(0, 6).join(' ')}" failed: ${why ?? 'no output'}`);
  }
  return { stdout, stderr };
}
