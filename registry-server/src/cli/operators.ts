// operator add, update, remove and list: who may use the console under a name of their own. Passwords are asked for, or read from a
// pipe, and are never an argument.
import type { Command } from 'commander';
import { hashPassword } from '#kit/password';
import { CliError, UsageError } from '#kit/cli-error';
import { table } from '#kit/table';
import { OPERATOR_ROLES } from '../storage/operator-records.ts';
import type { Operator } from '../storage/operator-records.ts';
import { isoOfMicros } from '../storage/timestamp.ts';
import { readPassword } from './operator-password.ts';
import { action, readOneOf, recordedAction } from './run.ts';

const ROLE = `what they may do: ${OPERATOR_ROLES.join(', ')}`;

export function addOperatorNames(operator: Command): void {
  recordedAction<{ name: string; role: string }>(
    operator
      .command('add')
      .description(
        'let a person use the console under a name of their own; the password is asked for, or read from a pipe',
      )
      .requiredOption('--name <name>', 'small letters, digits, dots and hyphens')
      .option('--role <role>', ROLE, 'operate'),
    async ({ storage }, { name, role }) => {
      const operatorRole = readOneOf('--role', role, OPERATOR_ROLES);
      if (!/^[a-z0-9][a-z0-9.-]{0,39}$/.test(name))
        throw new UsageError(`"${name}" is not a name: use 1 to 40 small letters, digits, dots and hyphens`);
      const passwordHash = await hashPassword(await readPassword());
      if (!(await storage.insertOperator({ name, role: operatorRole, passwordHash })))
        throw new CliError(
          'name_taken',
          `there is an operator "${name}" already; operator update changes it`,
        );
      return { json: { operator: { name, role } }, text: `${name} may ${role} at /operator` };
    },
  );
  recordedAction<{ name: string; role?: string; newPassword?: boolean }>(
    operator
      .command('update')
      .description('change what an operator may do, or the password; sessions under the former password end')
      .requiredOption('--name <name>', 'the operator')
      .option('--role <role>', ROLE)
      .option('--new-password', 'ask for a new password, or read it from a pipe'),
    async ({ storage }, { name, role, newPassword }) => {
      if (role === undefined && newPassword !== true)
        throw new UsageError('there is nothing to change: give --role or --new-password');
      const changes = {
        role: role === undefined ? undefined : readOneOf('--role', role, OPERATOR_ROLES),
        passwordHash: newPassword === true ? await hashPassword(await readPassword()) : undefined,
      };
      if (!(await storage.updateOperator(name, changes))) throw missing(name);
      const changed = (await storage.findOperator(name))!;
      return { json: { operator: shown(changed) }, text: `${name} may ${changed.role}` };
    },
  );
  recordedAction<{ name: string }>(
    operator
      .command('remove')
      .description(
        'take the console away from an operator, at once; what they did stays in the list of actions',
      )
      .requiredOption('--name <name>', 'the operator'),
    async ({ storage }, { name }) => {
      if (!(await storage.removeOperator(name))) throw missing(name);
      return { json: { removed: name }, text: `${name} is removed` };
    },
  );
  action(
    operator.command('list').description('list the operators and what they may do'),
    async ({ storage }) => {
      const operators = await storage.listOperators();
      return {
        json: { operators: operators.map(shown) },
        text: table(
          operators.map(({ name, role, createdAt }) => [name, role, isoOfMicros(createdAt)]),
          'no operators with a name of their own',
        ),
      };
    },
  );
}

const shown = ({ name, role, createdAt }: Operator) => ({ name, role, created_at: isoOfMicros(createdAt) });

const missing = (name: string) =>
  new CliError('operator_not_found', `there is no operator "${name}"; operator list shows them`);
