// Batch publish. The call itself is checked here; each item's artwork stays unknown until it is that item's turn,
// so that a malformed item fails alone.
import { z } from 'zod';
import { ArtworkWriteResult } from './artwork.ts';
import { ErrorBody } from './errors.ts';
import { LIMITS } from './limits.ts';
import { count, httpStatus } from './response-fields.ts';
import { requiredText } from './text.ts';

/** 1 to 200 visible ASCII characters: header value and item field alike. */
export const IdempotencyKey = z
  .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be text') })
  .regex(/^[\x21-\x7e]{1,200}$/, { error: 'must be 1 to 200 visible ASCII characters' });
export type IdempotencyKey = z.infer<typeof IdempotencyKey>;

/** A body that is read later with a schema of its own: not copied, and its names are not looked at. */
export const innerBody = () =>
  z.custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    { error: 'must be an object' },
  );

export const SyncItem = z.strictObject({ idempotency_key: IdempotencyKey, artwork: innerBody() });
export type SyncItem = z.infer<typeof SyncItem>;

export const batchItems = () =>
  z
    .array(z.unknown(), { error: (issue) => (issue.input === undefined ? 'is required' : 'must be a list') })
    .min(1, { error: 'must have at least one item' })
    .max(LIMITS.batch, { error: `must have at most ${LIMITS.batch} items` });

/** The shape of the call alone; items are read one by one with `SyncItem`. */
export const SyncRequest = z.strictObject({
  installation_id: requiredText(LIMITS.installationIdMax),
  items: batchItems(),
});
export type SyncRequest = z.infer<typeof SyncRequest>;

export const SyncResultItem = z.object({
  index: count(),
  idempotency_key: z.string().nullable(),
  status: httpStatus(),
  replayed: z.boolean(),
  result: ArtworkWriteResult.nullable(),
  error: ErrorBody.nullable(),
});
export type SyncResultItem = z.infer<typeof SyncResultItem>;

export const SyncResult = z.object({
  object: z.literal('sync_result'),
  installation_id: z.string(),
  summary: z.object({
    total: count(),
    created: count(),
    duplicates: count(),
    replayed: count(),
    failed: count(),
  }),
  data: z.array(SyncResultItem),
});
export type SyncResult = z.infer<typeof SyncResult>;
