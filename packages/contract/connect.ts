// The handshake of an integration: one installation per organisation, platform and site.
import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { timestamp, uuid } from './response-fields.ts';
import { requiredText, webAddress } from './text.ts';

export const KNOWN_PLATFORMS = [
  'wordpress',
  'woocommerce',
  'shopify',
  'wix',
  'squarespace',
  'webflow',
  'magento',
  'artlogic',
  'artbutler',
  'custom',
] as const;

export const ConnectRequest = z.strictObject({
  platform: requiredText(LIMITS.platform),
  site_url: webAddress(),
  site_name: requiredText(LIMITS.siteName).nullable().optional(),
  client_version: requiredText(LIMITS.clientVersion).nullable().optional(),
});
export type ConnectRequest = z.infer<typeof ConnectRequest>;

/** The site has another address from now on. */
export const InstallationMove = z.strictObject({ site_url: webAddress() });
export type InstallationMove = z.infer<typeof InstallationMove>;

export const Profile = z.object({
  id: uuid(),
  type: z.string(),
  slug: z.string(),
  name: z.string(),
  city: z.string().nullable(),
  country: z.string().nullable(),
});
export type Profile = z.infer<typeof Profile>;

export const Installation = z.object({
  object: z.literal('installation'),
  installation_id: z.string(),
  platform: z.string(),
  platform_label: z.string().nullable(),
  site_url: z.string(),
  created: z.boolean(),
  connected_at: timestamp(),
  last_synced_at: timestamp().nullable(),
  profiles: z.array(Profile),
});
export type Installation = z.infer<typeof Installation>;
