// What the registry should show of a work, and how that differs from what it confirmed last. Pure.
import { fingerprint, normaliseName, requestHash, type FingerprintInput } from '@artwork-registry/contract';
import { SOLD_OVER_UNKNOWN } from '../../types/work.ts';
import type { ArtworkContent, OnLeave, SourceStatus, Work } from '../../types/work.ts';

/** Hash of a work's content; equal hashes are never sent twice. */
export const contentHash = (content: ArtworkContent): string => requestHash(content);

/**
 * The fingerprint while the work counts in the check for possible duplicates. One that the registry knows continues to count after it left
 * the shop: its entry there would still be taken for the new work's. A body without the needed texts has none. `before`: the stored row,
 * whose fingerprint is that of its content.
 */
export function fingerprintOf(work: Work, before?: Work): string | null {
  const counts = work.siteState === 'shared' || work.registryId !== null;
  const { title, artist_name: artist, year_created: year }: Partial<ArtworkContent> = work.content ?? {};
  if (!counts || typeof title !== 'string' || typeof artist !== 'string') return null;
  if (year != null && typeof year !== 'string') return null;
  if (before?.content === work.content && before.fingerprint !== null) return before.fingerprint;
  return fingerprint(work.content as unknown as FingerprintInput);
}

/** The source status that the shop's state asks for. */
export function wantedSource(work: Work): SourceStatus {
  if (work.siteState === 'shared') return 'active';
  return work.siteState === 'gone' ? 'removed' : 'unpublished';
}

/**
 * A former installation lists the work, and the shop has never mentioned it: the journal was lost, or another site lives at the former address
 * by now, and the work is that one's.
 */
export const mayBeOfAnotherSite = (work: Work): boolean =>
  work.registryId !== null &&
  work.siteState === 'shared' &&
  work.content === null &&
  work.confirmedSource === null;

/** The fields to change so that the registry says what the shop says; a field that went is null. Empty: none. */
export function changedFields(work: Work, onLeave: OnLeave): { [field: string]: unknown } {
  const confirmed = work.confirmed ?? { external_id: work.externalId };
  if (work.siteState !== 'shared') return leavingChanges(confirmed['availability'], onLeave);
  const content = work.content ?? confirmed;
  const changes: { [field: string]: unknown } = {};
  for (const field of new Set([...Object.keys(content), ...Object.keys(confirmed)])) {
    if (!isSameValue(content[field], confirmed[field])) changes[field] = content[field] ?? null;
  }
  if (
    work.soldOver === SOLD_OVER_UNKNOWN ||
    (work.soldOver !== null && work.soldOver === content['availability'])
  )
    delete changes['availability'];
  return changes;
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other || (one ?? null) === (other ?? null)) return true;
  // Most fields are words and numbers; only a price or a list has an order that does not matter.
  const isNested = typeof one === 'object' && typeof other === 'object';
  return isNested && requestHash(one ?? null) === requestHash(other ?? null);
}

/**
 * True where title and artist both differ from what the registry has under this Art ID: a corrected work keeps one of them,
 * an import that gave its number to another work keeps neither. An Art ID must never pass to another work unnoticed.
 */
export function isAnotherWork(work: Work): boolean {
  const differs = (field: string) => {
    const [before, now] = [work.confirmed?.[field], work.content?.[field]];
    if (typeof before !== 'string' || typeof now !== 'string') return false;
    return normaliseName(before) !== normaliseName(now);
  };
  return differs('title') && differs('artist_name');
}

/** Sold stays sold, and a hidden work is not made public by leaving. */
function leavingChanges(availability: unknown, onLeave: OnLeave): { [field: string]: unknown } {
  if (onLeave === 'nothing' || availability === onLeave) return {};
  if (availability === 'fully_private') return {};
  if (onLeave === 'not_for_sale' && availability === 'sold') return {};
  return { availability: onLeave };
}

/** Names the outcome that the shop asks for, so that a refused one is not tried again until it changes. */
export function targetOf(work: Work, onLeave: OnLeave): string {
  return work.siteState === 'shared' ? `shared ${work.contentHash}` : `${work.siteState} ${onLeave}`;
}
