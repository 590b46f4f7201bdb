// What the address of a list asks for. Whatever a person or a robot puts there is an answer, never a fault: unknown words are
// ignored, and a filter that cannot be is named.
import { cleanText, LIMITS, PublicAvailability } from '@artwork-registry/contract';
import { z } from 'zod';
import type { ArtworkFilter } from '../../storage/records.ts';
import { PAGE_SIZE } from './work-grid.ts';

const LAST_PAGE = Math.floor(LIMITS.offsetMax / PAGE_SIZE);

const text = (max: number) =>
  z
    .string()
    .overwrite((value) => cleanText(value).slice(0, max))
    .transform((value) => (value === '' ? undefined : value))
    .optional()
    .catch(undefined);

export const PageNumber = z.coerce.number().int().min(1).max(LAST_PAGE).catch(1);

const Search = z.object({
  q: text(200),
  artist: text(200),
  medium: text(200),
  year: text(50),
  availability: PublicAvailability.optional().catch(undefined),
  page: PageNumber.default(1),
});
export type Search = z.infer<typeof Search>;

/** Parameters that are repeated count once: their first value. */
export function readSearch(query: unknown): Search {
  const entries = Object.entries(query ?? {}).map(([name, value]) => [
    name,
    Array.isArray(value) ? (value as unknown[])[0] : value,
  ]);
  return Search.parse(Object.fromEntries(entries));
}

export function filterOf({ page, ...filter }: Search): ArtworkFilter {
  return { ...filter, limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
}

/** The address of a page of the same search. */
export function searchAddress({ page: _page, ...filter }: Search, page: number): string {
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const query = new URLSearchParams(given);
  if (page > 1) query.set('page', String(page));
  const text = query.toString();
  return text === '' ? '/search' : `/search?${text}`;
}
