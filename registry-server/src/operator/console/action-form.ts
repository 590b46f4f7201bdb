// Gives a form of the console an action of the operator. The fields of the form and the names in its address are the input; the page says
// where the form leads and what it shows when the action refuses.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { OperatorRole } from '../../storage/operator-records.ts';
import { ActionRefused, perform, RoleRefused, WrongInput } from '../actions/action.ts';
import type { Action } from '../actions/action.ts';
import type { ConsoleContext } from './context.ts';
import { complain } from './responses.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the operator console: the name of the action of a form. */
    action?: string;
  }
}

export type Fields = Record<string, string | undefined>;

type FormPages<Result> = {
  /** More than the action needs, for a form that does more than others. */
  role?: OperatorRole;
  /** The input of the action; default: the fields as they are. */
  read?: (fields: Fields) => unknown;
  /** The entry in the server's log: fields and message. */
  log?: (result: Result, fields: Fields) => [object, string];
  /** The refusal that means that it was done before. A second click then gets the answer of the first. */
  settled?: { code: string; result: Result };
  /** The address that the form leads to, or an answer. */
  next: (
    result: Result,
    fields: Fields,
    request: FastifyRequest,
    reply: FastifyReply,
  ) => string | FastifyReply;
  /** Shows the form again with the complaint; or the section, for a page without the form. */
  refused:
    | string
    | ((
        request: FastifyRequest,
        reply: FastifyReply,
        fields: Fields,
        complaint: string,
      ) => Promise<FastifyReply>);
};

export function addActionForm<Input extends z.ZodType, Result>(
  context: ConsoleContext,
  path: string,
  action: Action<Input, Result>,
  { role: needed = action.role, read = (fields) => fields, log, settled, next, refused }: FormPages<Result>,
): void {
  context.scope.post(path, { config: { action: action.name } }, async (request, reply) => {
    const { name, role } = context.whoOf(request)!;
    const fields: Fields = { ...(request.body as Fields), ...(request.params as Fields) };
    const done = (result: Result) => {
      const answer = next(result, fields, request, reply);
      return typeof answer === 'string' ? reply.redirect(answer, 303) : answer;
    };
    try {
      const caller = { operator: name, via: 'console' as const, told: fields, role };
      const result = await perform({ ...action, role: needed }, context.actions, caller, () => read(fields));
      if (log !== undefined) request.log.info(...log(result, fields));
      return done(result);
    } catch (error) {
      if (error instanceof RoleRefused) return context.refuseRole(reply, error.needed);
      if (!(error instanceof ActionRefused)) throw error;
      if (error.code === settled?.code) return done(settled.result);
      if (typeof refused === 'function') return refused(request, reply, fields, sentenceOf(error));
      if (isMissing(error)) throw error;
      return complain(context, request, reply, refused, sentenceOf(error));
    }
  });
}

/** The subject of a page or a form does not exist. */
export const isMissing = (error: unknown): error is ActionRefused =>
  error instanceof ActionRefused && error.code.endsWith('_not_found');

/** "The rate limit must be …". */
export function sentenceOf(error: ActionRefused): string {
  const field = error instanceof WrongInput ? error.field : undefined;
  const words = field?.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${capitalised(words === undefined ? error.message : `the ${NAMES[words] ?? words} ${error.message}`)}.`;
}

/** Of fields that the console calls by another name than the command line. */
const NAMES: Readonly<Record<string, string>> = {
  slug: 'short name',
  'new slug': 'short name',
  org: 'organisation',
  into: 'short name of the record that stays',
};

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
