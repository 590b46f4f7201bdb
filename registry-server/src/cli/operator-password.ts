// A password, asked for twice at a terminal, or read from a pipe.
import { text } from 'node:stream/consumers';
import { read } from 'read';
import { UsageError } from '#kit/cli-error';
import { newPassword } from '#kit/password';

export async function readPassword(): Promise<string> {
  return newPassword(process.stdin.isTTY ? await ask() : await text(process.stdin));
}

async function ask(): Promise<string> {
  const options = { silent: true, output: process.stderr };
  const password = await read({ prompt: 'Password: ', ...options });
  const again = await read({ prompt: 'Again: ', ...options });
  process.stderr.write('\n');
  if (password !== again) throw new UsageError('the two passwords are not the same');
  return password;
}
