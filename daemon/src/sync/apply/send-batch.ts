// One call for many works: what becomes of each, whether the call as a whole was refused or each item answered for itself.
import { z } from 'zod';
import type { ApplyContext } from '../../types/registry.ts';
import type { Action, Outcome, Work } from '../../types/work.ts';
import { isolateItem, outcomesOfRefusedCall, refusalIn } from './outcome-of-refusal.ts';

const Answer = z.object({ data: z.array(z.unknown()) });

type Batch<Item> = {
  path: string;
  /** One for each action, in their order. */
  items: object[];
  /** Reads the answer to one item. */
  schema: z.ZodType<Item>;
  outcomeOf: (action: Action, work: Work, item: Item) => Promise<Outcome>;
};

/** Outcomes in the order of the actions. Throws what `send` throws, and InstallationUnknown. */
export async function sendBatch<Item>(
  context: ApplyContext,
  actions: Action[],
  works: Work[],
  { path, items, schema, outcomeOf }: Batch<Item>,
): Promise<Outcome[]> {
  const body = { installation_id: context.installationId, items };
  const answer = await context.send({ method: 'POST', path, body });
  const refusal = refusalIn(answer);
  if (refusal !== null) return outcomesOfRefusedCall(context, actions, works, refusal);
  const results = Answer.safeParse(answer.body);
  return Promise.all(
    actions.map((action, index) => {
      const item = schema.safeParse(results.data?.data[index]);
      if (!item.success) return { result: 'later' as const, delayMs: 5000, isSuspect: true };
      return isolateItem(context, () => outcomeOf(action, works[index]!, item.data));
    }),
  );
}
