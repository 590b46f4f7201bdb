// The additive feature `match`: what publishing this work would find, without publishing it.
import { z } from 'zod';
import { Artwork } from './artwork.ts';
import { ErrorBody } from './errors.ts';

/**
 * `registry_id` and `data` name the work that matched (`data` is null while it is hidden). `conflict` is the error that
 * publishing would answer instead.
 */
export const MatchResult = z.object({
  object: z.literal('match_result'),
  duplicate: z.boolean(),
  matched_on: z.string().nullable(),
  registry_id: z.string().nullable(),
  data: Artwork.nullable(),
  conflict: ErrorBody.nullable(),
});
export type MatchResult = z.infer<typeof MatchResult>;
