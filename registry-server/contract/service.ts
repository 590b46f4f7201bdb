// What GET / answers: whose key this is, what it may do, and which endpoints and additive features exist here.
import { z } from 'zod';
import { absoluteUrl, count, timestamp } from './response-fields.ts';

export const SCOPES = ['artworks:read', 'artworks:write'] as const;

export const Scope = z.enum(SCOPES);
export type Scope = z.infer<typeof Scope>;

export const ServiceDescriptor = z.object({
  object: z.literal('service'),
  name: z.string(),
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
