// Is this still the site that was paired? A staging copy has the same secret and another address; a restored backup another
// generation. Either is recognised by what the poll says, and nothing is read from it or sent for it until the owner pairs again.
import type { Journal } from './journal/journal.ts';

type Identity = { siteUrl: string; generation: number };

/**
 * Remembers what the site said of itself first. Returns what is wrong with what it says now, in words for its owner; null: it
 * is the same site.
 */
export function checkIdentity(journal: Journal, siteId: string, now: Identity): string | null {
  const known = journal.meta.find<Identity>(siteId, 'identity');
  if (known === undefined) {
    journal.meta.save(siteId, 'identity', { siteUrl: now.siteUrl, generation: now.generation });
    return null;
  }
  const again = 'Pair it again if it shall go on here; until then nothing is sent.';
  if (addressOf(known.siteUrl) !== addressOf(now.siteUrl)) {
    return `This site says it is ${now.siteUrl}, but ${known.siteUrl} was paired: it looks like a copy. ${again}`;
  }
  if (known.generation !== now.generation) {
    return `${now.siteUrl} was restored or copied since it was paired. ${again}`;
  }
  return null;
}

/** A move to https, or a slash at the end, makes no other site. */
const addressOf = (url: string) =>
  url
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '');
