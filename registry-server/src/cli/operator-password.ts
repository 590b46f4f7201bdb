// A password, asked for twice at a terminal, or read from a pipe.
import { text } from 'node:stream/consumers';
import { read } from 'read';
import { UsageError } from '#kit/cli-error';
import { MIN_PASSWORD } from '#kit/password';

export async function readPassword(): Promise<string> {
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
