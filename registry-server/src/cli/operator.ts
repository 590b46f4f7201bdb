// operator: the ways into the console. open prints a link that is good once; password makes the hash of a password, which
// itself is never an argument.
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { read } from 'read';
import { publicUrlOf } from '../config.ts';
import type { Config } from '../config.ts';
import { hashPassword, MIN_PASSWORD } from '../domain/operator-password.ts';
import { makeOperatorLink, LINK_MINUTES } from '../domain/operator-link.ts';
import { action, plainAction, UsageError } from './run.ts';

export function addOperatorCommands(program: Command): void {
  const operator = program.command('operator').description('the operator console at /operator');
  action(
    operator.command('open').description('print a link that opens the console once, within ten minutes'),
    async ({ storage, config }) => {
      const { path, expiresAtMs } = await makeOperatorLink(storage, storage.clock.nowMs());
      const url = `${consoleOrigin(config, storage.settings.publicUrl)}${path}`;
      return {
        json: { url, expires_at: new Date(expiresAtMs).toISOString() },
        text: `${url}\nOpens the console once, within ${LINK_MINUTES} minutes, over HTTPS or on this machine.`,
      };
    },
  );
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

/** Where a browser may use the link: the public address over HTTPS, else this machine. */
function consoleOrigin(config: Config, publicUrl: string | null): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host;
  return publicUrlOf({ ...config, host, publicUrl: undefined });
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
