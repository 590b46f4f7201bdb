// Short names for addresses and commands: small letters, digits and single hyphens.
import { foldText } from '@artwork-registry/contract';
import { isUuid } from '../../uuid.ts';

export const MAX_SLUG = 100;
export const SLUG_RULE = 'small letters, digits and single hyphens, and not in the form of an id';

/** Addresses and filters take a slug or an id, so no slug may be the id of another record. */
export function isSlug(text: string): boolean {
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) && text.length <= MAX_SLUG && !isUuid(text);
}

/** Of a name in any script; empty where nothing of it has an ASCII form. */
export function slugOf(name: string, maxLength = MAX_SLUG): string {
  const slug = foldText(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '');
  return isUuid(slug) ? `name-${slug}` : slug;
}
