// Webhook events: the kinds and the payload. Payloads carry public identifiers only.
import { z } from 'zod';

export const EVENT_KINDS = [
  'artwork.created',
  'artwork.updated',
  'artwork.sold',
  'artwork.removed',
  'artwork.ownership_changed',
  'certificate.created',
  'gallery.updated',
  'webhook.test',
] as const;

export const EventKind = z.enum(EVENT_KINDS);
export type EventKind = z.infer<typeof EventKind>;

export const ResourceType = z.enum(['artwork', 'certificate', 'gallery', 'museum', 'collection']);
export type ResourceType = z.infer<typeof ResourceType>;

/** `type` is any string: receivers ignore the kinds they do not know. */
export const WebhookEvent = z.object({
  object: z.literal('event'),
  id: z.string(),
  type: z.string(),
  created_at: z.string(),
  organization: z.object({ slug: z.string() }),
  resource: z.object({ type: z.string(), id: z.string(), registry_id: z.string().nullable() }),
  changed_fields: z.array(z.string()),
});
export type WebhookEvent = z.infer<typeof WebhookEvent>;
