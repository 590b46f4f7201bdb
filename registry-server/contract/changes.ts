// The additive feature `changes`: every change of the public projection in the order it was committed, removals
// included, without gaps.
import { z } from 'zod';
import { count, timestamp } from './response-fields.ts';

export const Change = z.object({
  seq: count(),
  op: z.enum(['upsert', 'remove']),
  registry_id: z.string(),
  updated_at: timestamp(),
});
export type Change = z.infer<typeof Change>;

/** `next_after` is what to send as `after` next; it repeats the question's own value when nothing is new. */
export const ChangeList = z.object({
  object: z.literal('change_list'),
  data: z.array(Change),
  next_after: count(),
  has_more: z.boolean(),
});
export type ChangeList = z.infer<typeof ChangeList>;
