// Operations by name, as their callers see them: a method each, which hands a job to whatever runs it.
import { currentTrace } from '../../trace.ts';
import type { Job } from './job.ts';

/** An operation gets the engine's context before its own arguments. */
export type Operations = Record<string, (context: never, ...args: never[]) => unknown>;

export type Remote<Table extends Operations> = {
  [Name in keyof Table]: Table[Name] extends (context: never, ...args: infer Args) => infer Result
    ? (...args: Args) => Promise<Awaited<Result>>
    : never;
};

/** One method per operation of the table, which hands its job to `run`. */
export function remoteOf<Table extends Operations>(
  table: Table,
  run: (job: Job) => Promise<unknown>,
): Remote<Table> {
  return Object.fromEntries(
    Object.keys(table).map((name) => [name, (...args: unknown[]) => run(jobOf(name, args))]),
  ) as Remote<Table>;
}

/** What the job names; throws for an unknown name. */
export function operationOf(
  table: Operations,
  { name }: Job,
): (context: unknown, ...args: unknown[]) => unknown {
  const operation = Object.hasOwn(table, name) ? table[name] : undefined;
  if (operation === undefined) throw new Error(`unknown operation ${name}`);
  return operation as (context: unknown, ...args: unknown[]) => unknown;
}

function jobOf(name: string, args: unknown[]): Job {
  const trace = currentTrace();
  return trace === undefined ? { name, args } : { name, args, trace };
}
