// The additive feature `changes`: every change of the public projection in the order it was committed, removals
// included, without gaps.
import { z } from 'zod';

export const Change = z.object({
  seq: z.number().meta({ type: 'integer' }),
  op: z.enum(['upsert', 'remove']),
  registry_id: z.string(),
  updated_at: z.string().meta({ format: 'date-time' }),
});
export type Change = z.infer<typeof Change>;

/** `next_after` is what to send as `after` next; it repeats the question's own value when nothing is new. */
export const ChangeList = z.object({
  object: z.literal('change_list'),
  data: z.array(Change),
  next_after: z.number().meta({ type: 'integer' }),
  has_more: z.boolean(),
});
export type ChangeList = z.infer<typeof ChangeList>;
