// What an action of the operator is, and how it runs. The console and the command line read the input and show the result. Name, role,
// checks, work and refusals are defined once, beside this file, one file for each kind of subject.
import type { z } from 'zod';
import { recorded } from '../../domain/access/operator-actions.ts';
import type { ToldAction } from '../../domain/access/operator-actions.ts';
import type { OnProgress } from '../../on-progress.ts';
import type { SecretKeys } from '../../secret-key.ts';
import { OPERATOR_ROLES } from '../../storage/operator-records.ts';
import type { OperatorRole } from '../../storage/operator-records.ts';
import { NameTaken } from '../../storage/storage.ts';
import type { Storage } from '../../storage/storage.ts';

export type ActionContext = {
  storage: Storage;
  /** Of the installation. A function, because the first call makes the key of a new installation. */
  secretKeys(): SecretKeys;
  /** Why no webhook may be sent to this address, as the end of a sentence; undefined: it may. */
  webhookRefusal(url: string): string | undefined;
  onProgress: OnProgress;
};

export type Action<Input extends z.ZodType = z.ZodType, Result = unknown> = {
  /** In the list of actions and on the command line: "key revoke". */
  name: string;
  /** The least role that may do it in the console. */
  role: OperatorRole;
  /** Fields have the names of the command's options. Messages of issues follow the name of their field: "must be a date". */
  input: Input;
  /** Throws ActionRefused; then nothing was changed. */
  run(context: ActionContext, input: z.output<Input>): Promise<Result>;
};

/** Returns its argument; it is there to infer the types. */
export const defineAction = <Input extends z.ZodType, Result>(action: Action<Input, Result>) => action;

/** `message` is a sentence without capital and full stop; `hint` continues it for the command line, where its commands help. */
export class ActionRefused extends Error {
  readonly code: string;
  readonly hint: string | undefined;
  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** With a field the message is what follows its name, else a whole sentence. */
export class WrongInput extends ActionRefused {
  readonly field: string | undefined;
  constructor(message: string, field?: string) {
    super('usage', message);
    this.field = field;
  }
}

export class RoleRefused extends ActionRefused {
  readonly needed: OperatorRole;
  constructor(needed: OperatorRole) {
    super('role', `this needs the role "${needed}"`);
    this.needed = needed;
  }
}

/** Who acts, and the fields or options for the list of actions, under the names that the input has. */
export type Caller = Omit<ToldAction, 'action'> & { role: OperatorRole };

/** Checks the role, then what `read` returns, then runs the action. All of that is one entry in the list of actions. */
export async function perform<Input extends z.ZodType, Result>(
  action: Action<Input, Result>,
  context: ActionContext,
  { role, ...told }: Caller,
  read: () => unknown,
): Promise<Result> {
  return recorded(context.storage, { ...told, action: action.name }, async () => {
    if (!isEnough(role, action.role)) throw new RoleRefused(action.role);
    const parsed = action.input.safeParse(await read());
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new WrongInput(issue?.message ?? 'is wrong', issue?.path[0]?.toString());
    }
    try {
      return await action.run(context, parsed.data);
    } catch (error) {
      if (!(error instanceof NameTaken)) throw error;
      throw new ActionRefused(`${error.what}_taken`, `the short name "${error.value}" is already taken`);
    }
  });
}

export function isEnough(role: OperatorRole, needed: OperatorRole): boolean {
  return OPERATOR_ROLES.indexOf(role) >= OPERATOR_ROLES.indexOf(needed);
}
