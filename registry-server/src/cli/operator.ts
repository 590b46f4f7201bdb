// operator password: makes the hash that opens the console from elsewhere. The password itself is never an argument.
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { read } from 'read';
import { hashPassword, MIN_PASSWORD } from '../domain/operator-password.ts';
import { plainAction, UsageError } from './run.ts';

export function addOperatorCommands(program: Command): void {
  const operator = program.command('operator').description('the operator console at /operator');
  plainAction(
    operator
      .command('password')
      .description(
        'make the value of REGISTRY_OPERATOR_PASSWORD_HASH; the password is asked for, or read from a pipe',
      ),
    async () => {
      const hash = await hashPassword(await readPassword());
      return {
        json: { password_hash: hash },
        text: `REGISTRY_OPERATOR_PASSWORD_HASH=${hash}`,
      };
    },
  );
}

async function readPassword(): Promise<string> {
  const password = process.stdin.isTTY ? await ask() : (await text(process.stdin)).replace(/\r?\n$/, '');
  if ([...password].length < MIN_PASSWORD)
    throw new UsageError(`the password must have at least ${MIN_PASSWORD} characters`);
  return password;
}

async function ask(): Promise<string> {
  const options = { silent: true, output: process.stderr };
  const password = await read({ prompt: 'Password: ', ...options });
  const again = await read({ prompt: 'Again: ', ...options });
  process.stderr.write('\n');
  if (password !== again) throw new UsageError('the two passwords are not the same');
  return password;
}
