// The additive feature `changes`: every change of the public projection in the order it was committed, removals
// included, without gaps.
import { z } from 'zod';
import { count, timestamp } from './response-fields.ts';

/** `upsert`: the work shows something else, its source included. `remove`: it left the public projection. */
export const ArtworkChange = z.object({
  seq: count(),
  op: z.enum(['upsert', 'remove']),
  registry_id: z.string(),
  updated_at: timestamp(),
});
export type ArtworkChange = z.infer<typeof ArtworkChange>;

/** What a profile shows now, beside every one of its works; the works themselves have no step for it. */
export const ProfileChange = z.object({
  seq: count(),
  op: z.literal('profile'),
  profile: z.object({
    id: z.string(),
    type: z.string(),
    slug: z.string(),
    former_slug: z.string().nullable(),
    name: z.string(),
    city: z.string().nullable(),
    country: z.string().nullable(),
  }),
  updated_at: timestamp(),
});
export type ProfileChange = z.infer<typeof ProfileChange>;

/** A connected site has another address. Its works show it, and have no step of their own. */
export const InstallationChange = z.object({
  seq: count(),
  op: z.literal('installation'),
  installation: z.object({ id: z.string(), site_url: z.string() }),
  updated_at: timestamp(),
});
export type InstallationChange = z.infer<typeof InstallationChange>;

/** Skip a step whose `op` you do not know. */
export const Change = z.discriminatedUnion('op', [ArtworkChange, ProfileChange, InstallationChange]);
export type Change = z.infer<typeof Change>;

/** `next_after` is what to send as `after` next; it repeats the question's own value when nothing is new. */
export const ChangeList = z.object({
  object: z.literal('change_list'),
  data: z.array(Change),
  next_after: count(),
  has_more: z.boolean(),
});
export type ChangeList = z.infer<typeof ChangeList>;
