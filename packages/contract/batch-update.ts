// The additive feature `batch_update`: up to 50 artwork updates or source patches in one call, answered like sync.
import { z } from 'zod';
import { workIdOf } from './art-id.ts';
import { ArtworkUpdateResult } from './artwork.ts';
import { ErrorBody } from './errors.ts';
import { LIMITS } from './limits.ts';
import { count, httpStatus } from './response-fields.ts';
import { batchItems, IdempotencyKey, innerBody } from './sync.ts';
import { requiredText } from './text.ts';

/** `changes` is an artwork update body, `source` a source patch body; an item has exactly one of them. */
export const BatchUpdateItem = z
  .strictObject({
    registry_id: requiredText(LIMITS.yearCreated).overwrite(workIdOf),
    idempotency_key: IdempotencyKey,
    changes: innerBody().optional(),
    source: innerBody().optional(),
  })
  .refine((item) => (item.changes === undefined) !== (item.source === undefined), {
    error: 'send either changes or source',
    path: ['changes'],
  });
export type BatchUpdateItem = z.infer<typeof BatchUpdateItem>;

export const BatchUpdateRequest = z.strictObject({
  installation_id: requiredText(LIMITS.installationIdMax),
  items: batchItems(),
});
export type BatchUpdateRequest = z.infer<typeof BatchUpdateRequest>;

export const BatchUpdateResultItem = z.object({
  index: count(),
  registry_id: z.string().nullable(),
  idempotency_key: z.string().nullable(),
  status: httpStatus(),
  replayed: z.boolean(),
  result: ArtworkUpdateResult.nullable(),
  error: ErrorBody.nullable(),
});
export type BatchUpdateResultItem = z.infer<typeof BatchUpdateResultItem>;

/** `total` = updated + replayed + failed; an update that changed nothing counts as updated. */
export const BatchUpdateResult = z.object({
  object: z.literal('batch_update_result'),
  installation_id: z.string(),
  summary: z.object({ total: count(), updated: count(), replayed: count(), failed: count() }),
  data: z.array(BatchUpdateResultItem),
});
export type BatchUpdateResult = z.infer<typeof BatchUpdateResult>;
