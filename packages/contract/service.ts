// What the registry says of itself. Without a key: who runs it and where. With one, GET /: whose key this is, what it may do, and which endpoints and additive features exist here.
import { z } from 'zod';
import { absoluteUrl, count, timestamp } from './response-fields.ts';

export const SCOPES = ['artworks:read', 'artworks:write'] as const;

export const Scope = z.enum(SCOPES);
export type Scope = z.infer<typeof Scope>;

/** `/.well-known/artwork-registry`, the first thing that a shop reads. No key is needed. */
export const RegistryDescriptor = z.object({
  object: z.literal('registry'),
  name: z.string(),
  operator: z.string(),
  /** Base address of the API. */
  api: absoluteUrl(),
  /** The sync service that the operator recommends; null: a shop runs its own. */
  sync_service: absoluteUrl().nullable(),
  documentation_url: absoluteUrl(),
  terms_url: absoluteUrl().nullable(),
  privacy_url: absoluteUrl().nullable(),
  /** Records in it mean nothing; only there may sites register that are not public or not in production. */
  test: z.boolean(),
});
export type RegistryDescriptor = z.infer<typeof RegistryDescriptor>;

export const DESCRIPTOR_PATH = '/.well-known/artwork-registry';

export const ServiceDescriptor = z.object({
  object: z.literal('service'),
  name: z.string(),
  /** A test registry: its records mean nothing. Registries that do not say so are none. */
  test: z.boolean().default(false),
  api_version: z.string(),
  organization: z.object({ slug: z.string(), name: z.string(), status: z.string() }),
  key: z.object({
    prefix: z.string(),
    name: z.string().nullable(),
    scopes: z.array(z.string()),
    created_at: timestamp(),
    expires_at: timestamp().nullable(),
  }),
  scopes: z.array(z.string()),
  rate_limit: z.object({ limit: count(), window_seconds: count() }),
  features: z.array(z.string()),
  endpoints: z.array(
    z.object({ method: z.string(), path: z.string(), scope: z.string().nullable(), available: z.boolean() }),
  ),
  documentation_url: absoluteUrl(),
  time: timestamp(),
});
export type ServiceDescriptor = z.infer<typeof ServiceDescriptor>;
