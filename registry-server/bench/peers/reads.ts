// The reads that ours and Directus are asked for: each question once in the words of either. No address comes twice in a round where answers
// could be kept, or the row would measure a cache.
import { seededRandom } from '../dataset.ts';
import type { Facts } from './facts.ts';
import type { ApiRowName } from './options.ts';

/** The same question to ours and to Directus. */
export type Question = { ours: string; directus: string };

const PAGE = 25;
/** All fields, the artist as an object, newest first, and how many there are in all. */
const ALL_OF_IT = 'fields=*,artist.*&sort=-id&meta=filter_count';
/** More addresses than our cache of answers holds. */
const PAGE_SIZES = [25, 24, 23, 22, 21, 20];
const NARROW_WORDS = 10_000;
const LISTS = 10_000;
const DEEP_PART = 0.8;
const DEEP_MOST = 40_000;
const BROAD_WORDS = 77;
/** A broad word is in this part of the works at least. */
const BROAD_PART = 0.006;

type ReadName = Exclude<ApiRowName, 'create' | 'batch_50' | 'update'>;

export function readsOf(facts: Facts): Record<ReadName, Question[]> {
  const shuffle = shuffler(11);
  return {
    one_work: shuffle(Array.from({ length: facts.works }, (_, index) => oneWork(facts, index))),
    list: shuffle(lists(facts)).slice(0, LISTS),
    search_broad: PAGE_SIZES.flatMap((size) => shuffle(broad(facts, size))),
    search_narrow: PAGE_SIZES.flatMap((size) => shuffle(narrow(facts)).map((word) => search(word, 0, size))),
    offset_deep: shuffle(deep(facts)),
  };
}

export const deepOffset = ({ works }: Facts): number => Math.min(DEEP_MOST, Math.floor(works * DEEP_PART));

const oneWork = ({ first }: Facts, index: number): Question => ({
  ours: `/api/v1/artworks/AREG-${first + index}`,
  directus: `/items/artworks/${index + 1}?fields=*,artist.*`,
});

const page = (filter: string, directusFilter: string, offset: number, size = PAGE): Question => ({
  ours: `/api/v1/artworks?${filter}&limit=${size}&offset=${offset}`,
  directus: `/items/artworks?${ALL_OF_IT}&limit=${size}&offset=${offset}${directusFilter}`,
});

/** Pages of one filter, as many as there are works for, at most `most`. */
const pages = (works: number, most: number, pageAt: (offset: number) => Question): Question[] =>
  Array.from({ length: Math.min(most, Math.ceil(works / PAGE)) }, (_, index) => pageAt(index * PAGE));

function lists(facts: Facts): Question[] {
  return [
    ...facts.artists.flatMap(({ slug, serial, works }) =>
      pages(works, 4, (offset) => page(`artist=${slug}`, `&filter[artist][_eq]=${serial}`, offset)),
    ),
    ...facts.years.flatMap(({ year, works }) => {
      const value = encodeURIComponent(year);
      return pages(works, 3, (offset) =>
        page(`year=${value}`, `&filter[year_created][_eq]=${value}`, offset),
      );
    }),
    ...facts.availabilities.flatMap(({ availability, works }) =>
      pages(works, 160, (offset) =>
        page(`availability=${availability}`, `&filter[availability][_eq]=${availability}`, offset),
      ),
    ),
    ...facts.mediumWords
      .slice(0, 10)
      .flatMap(({ word, works }) =>
        pages(works, 50, (offset) => page(`medium=${word}`, `&filter[medium][_icontains]=${word}`, offset)),
      ),
  ];
}

const search = (word: string, offset: number, size = PAGE): Question =>
  page(`q=${word}`, `&search=${word}`, offset, size);

/** Single words, because Directus looks for a phrase; pages in turn, so that none is asked for often. */
function broad({ titleWords, mediumWords, works: all }: Facts, size: number): Question[] {
  const words = [...titleWords.slice(0, BROAD_WORDS - 4), ...mediumWords.slice(0, 4)];
  return words
    .filter(({ works }) => works >= all * BROAD_PART)
    .flatMap(({ word, works }) => pages(works, 60, (offset) => search(word, offset, size)));
}

const narrow = ({ titleWords }: Facts): string[] =>
  titleWords
    .filter(({ works }) => works <= 2)
    .map(({ word }) => word)
    .slice(0, NARROW_WORDS);

function deep(facts: Facts): Question[] {
  const from = deepOffset(facts);
  return Array.from({ length: facts.works - from - PAGE }, (_, index) => {
    const offset = from + index;
    return {
      ours: `/api/v1/artworks?limit=${PAGE}&offset=${offset}`,
      directus: `/items/artworks?${ALL_OF_IT}&limit=${PAGE}&offset=${offset}`,
    };
  });
}

function shuffler(seed: number): <Value>(list: readonly Value[]) => Value[] {
  const random = seededRandom(seed);
  return (list) =>
    list
      .map((value) => ({ value, rank: random() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ value }) => value);
}
