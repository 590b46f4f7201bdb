// Is this still the site that was paired? A staging copy has the same secret and another address; a restored backup has a lower
// count of polls than we saw. Nothing is read from such a site or sent for it until its owner decides in WordPress.
import type { Journal } from '../journal/journal.ts';

/** `pollCount`: polls that the site remembers (`beat` in the protocol). */
export type ToldIdentity = { siteUrl: string; generation: number; pollCount: number; doubt: string | null };
type Identity = { siteUrl: string; generation: number; pollCount?: number };
export type Verdict = {
  /** What is wrong, in words for the owner; null: it is the site that was paired. */
  wrong: string | null;
  /** The owner has just confirmed that it is the same site: everything has to be compared. */
  isAcceptedAnew: boolean;
};

const ASK =
  'Its owner has to say in WordPress, under Artwork Registry, which it is; until then nothing is sent.';

/** The part of the next poll from which a restored site notices that it is behind. */
export const seenOf = (journal: Journal, siteId: string): { generation: number; beat: number } => {
  const known = journal.meta.find<Identity>(siteId, 'identity');
  return { generation: known?.generation ?? 0, beat: known?.pollCount ?? 0 };
};

/**
 * Compares what the site says of itself with what it said before, and remembers it where both agree. A generation higher than any
 * seen before means that the owner confirmed a move or a restore; a copy or a backup cannot have one. `onAcceptedAnew` writes what follows
 * from that, in the same transaction: after a crash in between nothing would be compared.
 */
export function checkIdentity(
  journal: Journal,
  siteId: string,
  now: ToldIdentity,
  onAcceptedAnew: () => void,
): Verdict {
  const known = journal.meta.find<Identity>(siteId, 'identity');
  const isAcceptedAnew = known !== undefined && now.doubt === null && now.generation > known.generation;
  const wrong = known === undefined || isAcceptedAnew ? doubtOf(now) : difference(known, now);
  if (wrong === null) {
    const { siteUrl, generation, pollCount } = now;
    journal.transaction(() => {
      journal.meta.save(siteId, 'identity', { siteUrl, generation, pollCount });
      if (isAcceptedAnew) onAcceptedAnew();
    });
  }
  return { wrong, isAcceptedAnew };
}

function difference(known: Identity, now: ToldIdentity): string | null {
  if (addressOf(known.siteUrl) !== addressOf(now.siteUrl)) {
    return `This site says it is ${now.siteUrl}, but ${known.siteUrl} was paired: it looks like a copy. ${ASK}`;
  }
  if (now.generation < known.generation) {
    return `${now.siteUrl} was restored to what it was before. ${ASK}`;
  }
  return doubtOf(now);
}

const doubtOf = (now: ToldIdentity): string | null =>
  now.doubt === null ? null : `${now.siteUrl} was copied, moved or restored since it was paired. ${ASK}`;

/** The scheme and a slash at the end make no other site. */
export const addressOf = (url: string) =>
  url
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/\/+$/, '');
