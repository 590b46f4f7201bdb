// Gives a command the action of the operator that has its name. The options are the input; `show` makes the output.
import type { Command } from 'commander';
import type { z } from 'zod';
import { refusalOf } from '../delivery/address-guard.ts';
import type { OnProgress } from '../on-progress.ts';
import { perform } from '../operator/actions/action.ts';
import type { Action, ActionContext } from '../operator/actions/action.ts';
import { loadSecretKeys } from '../secret-key.ts';
import { withProgress } from './progress.ts';
import { action, actionOf, nameOf, toldOf } from './run.ts';
import type { CliDeps, Output } from './run.ts';

/** `read` makes the input from the options; without it the options are the input. Throws where the two names differ. */
export function operatorAction<Options extends object, Input extends z.ZodType, Result>(
  command: Command,
  operation: Action<Input, Result>,
  show: (result: Result, options: Options, deps: CliDeps, args: string[]) => Output | Promise<Output>,
  read: (options: Options) => unknown = (options) => options,
): Command {
  if (nameOf(command) !== operation.name)
    throw new Error(`the command "${nameOf(command)}" does "${operation.name}"`);
  return action<Options>(command, (deps, options, args) =>
    withProgress((onProgress) => {
      const caller = { ...actionOf(command, toldOf(options, args)), role: 'administer' as const };
      // Shown inside the entry: an export whose file cannot be written counts as refused.
      const shown = {
        ...operation,
        run: async (context: ActionContext, input: z.output<Input>) =>
          show(await operation.run(context, input), options, deps, args),
      };
      return perform(shown, contextOf(deps, onProgress), caller, () => read(options));
    }),
  );
}

const contextOf = ({ storage, config }: CliDeps, onProgress: OnProgress): ActionContext => ({
  storage,
  secretKeys: () => loadSecretKeys(config),
  webhookRefusal: (url) => refusalOf(url, config.webhookAllowHosts),
  onProgress,
});
