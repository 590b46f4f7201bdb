// Provenance of a record: which installation of which platform reported it, and in what state it is there.
// A source never decides whether an artwork exists or is visible.
import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { timestamp } from './response-fields.ts';
import { pastTime, requiredText, webAddress } from './text.ts';

export const SourceStatus = z.enum(['active', 'unpublished', 'removed'], {
  error: 'must be active, unpublished or removed',
});
export type SourceStatus = z.infer<typeof SourceStatus>;

const installationId = requiredText(LIMITS.installationIdMax, LIMITS.installationIdMin);

export const ArtworkSourceInput = z.strictObject({
  installation_id: installationId,
  platform: requiredText(LIMITS.platform).optional(),
  external_id: requiredText(LIMITS.externalId).optional(),
  source_url: webAddress().optional(),
  status: SourceStatus.optional(),
  last_synced_at: pastTime().optional(),
});
export type ArtworkSourceInput = z.infer<typeof ArtworkSourceInput>;

const patchFields = {
  status: SourceStatus.optional(),
  last_synced_at: pastTime().optional(),
  source_url: webAddress().optional(),
  external_id: requiredText(LIMITS.externalId).optional(),
};

export const ArtworkSourcePatch = z
  .strictObject({ installation_id: requiredText(LIMITS.installationIdMax).optional(), ...patchFields })
  .superRefine((body, ctx) => {
    if (!Object.keys(patchFields).some((name) => body[name as keyof typeof body] !== undefined)) {
      ctx.addIssue({
        code: 'custom',
        path: [],
        message: 'at least one of status, last_synced_at, source_url, external_id is required',
      });
    }
  });
export type ArtworkSourcePatch = z.infer<typeof ArtworkSourcePatch>;

export const ArtworkSource = z.object({
  object: z.literal('artwork_source'),
  platform: z.string(),
  platform_label: z.string().nullable(),
  installation_id: z.string().nullable(),
  site_url: z.string().nullable(),
  external_id: z.string().nullable(),
  source_url: z.string().nullable(),
  status: SourceStatus,
  last_synced_at: timestamp(),
  registry_identity_persists: z.literal(true),
});
export type ArtworkSource = z.infer<typeof ArtworkSource>;

export const ArtworkSourceResponse = z.object({
  object: z.literal('artwork_source_response'),
  source: ArtworkSource.nullable(),
  sources: z.array(ArtworkSource),
  deletes_artwork: z.literal(false),
});
export type ArtworkSourceResponse = z.infer<typeof ArtworkSourceResponse>;
