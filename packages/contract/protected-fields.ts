// The names a client may never send because the registry manages them: ownership, placement, identity, review.

import { shortPath } from './errors.ts';
import { LIMITS } from './limits.ts';

export const PROTECTED_FIELDS = [
  'collection_id',
  'gallery_id',
  'organization_id',
  'owner_id',
  'claimed_by',
  'collect24_ref',
  'id',
  'source',
  'match_fingerprint',
  'registry_id',
  'slug',
  'created_at',
  'updated_at',
  'published_at',
  'public',
  'verified',
  'featured',
  'status',
] as const;

const PROTECTED_PREFIXES = ['admin_', 'review_', 'owner_'] as const;

const names: ReadonlySet<string> = new Set(PROTECTED_FIELDS);

/** The protected names among the top-level fields of an artwork body, in the order sent; at most 50 are listed. */
export function protectedFieldsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
  return Object.keys(body)
    .filter((name) => names.has(name) || PROTECTED_PREFIXES.some((prefix) => name.startsWith(prefix)))
    .slice(0, LIMITS.issues)
    .map(shortPath);
}
