// Asking for access, and fetching the key that was approved: the calls without a key. Read keys are issued at once, publishing
// waits for the operator.
import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { timestamp, uuid } from './response-fields.ts';
import { optionalText, requiredText, webAddress } from './text.ts';

export const AccessType = z.enum(['read', 'publishing', 'both'], {
  error: 'must be read, publishing or both',
});
export type AccessType = z.infer<typeof AccessType>;

export const AccessRequest = z.strictObject({
  name: requiredText(LIMITS.accessNameMax, LIMITS.accessNameMin),
  email: requiredText(LIMITS.email)
    .refine((text) => z.email().safeParse(text).success, { error: 'must be an e-mail address', abort: true })
    .meta({ format: 'email' }),
  organization: optionalText(LIMITS.accessText),
  website: webAddress(LIMITS.website),
  access_type: AccessType,
  intended_use: requiredText(LIMITS.intendedUseMax, LIMITS.intendedUseMin),
  expected_volume: optionalText(LIMITS.accessText),
  platform: optionalText(LIMITS.platform),
});
export type AccessRequest = z.infer<typeof AccessRequest>;

/** `issued`: the key is shown this once. `queued`: the operator decides; no key. */
export const AccessRequestResult = z.object({
  object: z.literal('access_request_result'),
  request_id: uuid(),
  /** Claims the key once the operator has approved (feature `access_claim`); empty where a registry does not know that. */
  claim_token: z.string().default(''),
  status: z.enum(['issued', 'queued']),
  access_type: AccessType,
  api_key: z.string().nullable(),
  key: z
    .object({ prefix: z.string(), scopes: z.array(z.string()), expires_at: timestamp().nullable() })
    .nullable(),
  message: z.string(),
});
export type AccessRequestResult = z.infer<typeof AccessRequestResult>;

/**
 * What a sync service appends to `platform` when the site has not answered at its address yet: anybody may have named it.
 * The operator is told so.
 */
export const UNPROVEN_SITE = ' (unproven)';

export const AccessClaimRequest = z.strictObject({
  request_id: requiredText(LIMITS.requestId),
  claim_token: requiredText(LIMITS.claimToken),
});
export type AccessClaimRequest = z.infer<typeof AccessClaimRequest>;

/** `api_key` is there from the approval until the key is first used, at most 14 days. */
export const AccessClaim = z.object({
  object: z.literal('access_claim'),
  status: z.enum(['waiting', 'approved', 'rejected', 'expired']),
  api_key: z.string().nullable(),
  key: z
    .object({ prefix: z.string(), scopes: z.array(z.string()), expires_at: timestamp().nullable() })
    .nullable(),
});
export type AccessClaim = z.infer<typeof AccessClaim>;
