// One page of what the registry lists of an installation, or in a profile. A record that this version cannot read is counted and left alone:
// registries add values, and one odd record must not end the listing or make the rest look missing.
import { z } from 'zod';
import type { RegistryAnswer, RegistryCall } from '../types/registry.ts';
import { Artwork, ListedMarks } from '../types/registry-answers.ts';

const PAGE = 100;

const List = z.object({
  data: z.array(z.unknown()),
  pagination: z.object({ has_more: z.boolean() }).optional().catch(undefined),
});
export type ListedPage = {
  artworks: Artwork[];
  /** Art IDs of records that could not be read, as far as they have one. */
  unreadable: (string | null)[];
  /** Where the next page begins; null: this was the last. */
  next: string | null;
  /** Where works that change later begin; null: the page had none. */
  last: string | null;
};

export function listCall(installationId: string, since: string): RegistryCall {
  const query = new URLSearchParams({
    installation_id: installationId,
    updated_since: since,
    limit: String(PAGE),
  });
  return { method: 'GET', path: `/artworks?${query}` };
}

/** The public works in a profile, oldest change first. */
export function listProfileCall(profile: { type: string; slug: string }, since: string): RegistryCall {
  const query = new URLSearchParams({
    [profile.type]: profile.slug,
    updated_since: since,
    limit: String(PAGE),
  });
  return { method: 'GET', path: `/artworks?${query}` };
}

/** Throws where the answer is no list, or where it says that there is more and not how to get on. */
export function readListed(answer: RegistryAnswer, since: string): ListedPage {
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
    if (marks.success) page.last = marks.data.updated_at;
  }
  const hasMore = pagination?.has_more ?? data.length >= PAGE;
  if (!hasMore) return page;
  if (page.last === null || page.last === since)
    throw new Error('The list of works has more, but no record says where the next page begins.');
  return { ...page, next: page.last };
}
