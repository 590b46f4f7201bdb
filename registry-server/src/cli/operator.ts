// operator: the ways into the console. open prints a link that is good once; password makes the hash of a password, which
// itself is never an argument.
import type { Command } from 'commander';
import { publicUrlOf } from '../config.ts';
import type { Config } from '../config.ts';
import { hashPassword } from '#kit/password';
import { isEveryAddress } from '#kit/web-host';
import { makeOperatorLink, LINK_MINUTES } from '../domain/access/operator-link.ts';
import { readPassword } from './operator-password.ts';
import { addOperatorNames } from './operators.ts';
import { plainAction, recordedAction } from './run.ts';

export function addOperatorCommands(program: Command): void {
  const operator = program.command('operator').description('the operator console at /operator');
  recordedAction(
    operator.command('open').description('print a link that opens the console once, within ten minutes'),
    async ({ storage, config }) => {
      const { path, expiresAtMs } = await makeOperatorLink(storage, storage.clock.now());
      const url = `${consoleOrigin(config, storage.identity.publicUrl)}${path}`;
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
  addOperatorNames(operator);
}

/** Where a browser may use the link: the public address over HTTPS, else this machine. */
function consoleOrigin(config: Config, publicUrl: string | null): string {
  if (publicUrl?.startsWith('https:')) return publicUrl;
  const host = isEveryAddress(config.host) ? '127.0.0.1' : config.host;
  return publicUrlOf({ ...config, host, publicUrl: undefined });
}
