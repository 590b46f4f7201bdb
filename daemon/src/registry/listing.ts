// One page of what the registry lists of an installation, or in a profile. A record that this version cannot read is counted and left alone:
// registries add values, and one odd record must not end the listing or make the rest look missing.
import { LIMITS } from '@artwork-registry/contract';
import { z } from 'zod';
import type { RegistryAnswer, RegistryCall } from '../types/registry.ts';
import { Artwork, ListedMarks } from '../types/registry-answers.ts';

const PAGE = 100;

/** Where a page begins: the time of a change, and how many records with that very time are passed over. */
export type Place = { since: string; offset: number };
export const BEGINNING: Place = { since: '1970-01-01T00:00:00Z', offset: 0 };

const List = z.object({
  data: z.array(z.unknown()),
  pagination: z.object({ has_more: z.boolean() }).optional().catch(undefined),
});
export type ListedPage = {
  artworks: Artwork[];
  /** Art IDs of records that could not be read, as far as they have one. */
  unreadable: (string | null)[];
  /** Where the next page begins; null: this was the last. */
  next: Place | null;
  /** Where works that change later begin; null: the page had none. */
  last: Place | null;
};

export function listCall(installationId: string, at: Place): RegistryCall {
  return callOf({ installation_id: installationId }, at);
}

/** The public works in a profile, oldest change first. */
export function listProfileCall(profile: { type: string; slug: string }, at: Place): RegistryCall {
  return callOf({ [profile.type]: profile.slug }, at);
}

function callOf(which: { [name: string]: string }, { since, offset }: Place): RegistryCall {
  const query = new URLSearchParams({
    ...which,
    updated_since: since,
    ...(offset === 0 ? {} : { offset: String(offset) }),
    limit: String(PAGE),
  });
  return { method: 'GET', path: `/artworks?${query}` };
}

/** Throws where the answer is not a list, or where it says that there is more and not how to get on. */
export function readListed(answer: RegistryAnswer, at: Place): ListedPage {
  const parsed = List.safeParse(answer.body);
  if (answer.status !== 200 || !parsed.success)
    throw new Error(`The list of works answered ${answer.status}.`);
  const { data, pagination } = parsed.data;
  const page: ListedPage = { artworks: [], unreadable: [], next: null, last: null };
  for (const entry of data) {
    const artwork = Artwork.safeParse(entry);
    const marks = ListedMarks.safeParse(entry);
    if (artwork.success) page.artworks.push(artwork.data);
    else page.unreadable.push(marks.success ? marks.data.registry_id : null);
    if (marks.success) page.last = { since: marks.data.updated_at, offset: 0 };
  }
  const hasMore = pagination?.has_more ?? data.length >= PAGE;
  if (!hasMore) return page;
  if (page.last === null || at.offset > LIMITS.offsetMax)
    throw new Error('The list of works has more, but no record says where the next page begins.');
  // A whole page may share one time, as after a move or a rebuilt database: only an offset leads out of it.
  const isSameTime = page.last.since === at.since;
  return { ...page, next: isSameTime ? { since: at.since, offset: at.offset + data.length } : page.last };
}
