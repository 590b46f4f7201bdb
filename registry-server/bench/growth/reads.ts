// What callers of the API read.
import { word } from '../dataset.ts';
import { nearStart, anyWork } from './operation.ts';
import type { Context, Operation } from './operation.ts';

const OFFSET_MOST = 100_000;
const list = (query: (context: Context, serial: number) => string) => (context: Context, serial: number) => ({
  path: `/api/v1/artworks?${query(context, serial)}`,
});
const filtered = (name: string, filter: string | ((context: Context) => string)): Operation => ({
  name: `list by ${name}, first page`,
  ask: list((context, serial) => {
    const text = typeof filter === 'string' ? filter : filter(context);
    return `${text}&${nearStart(serial)}`;
  }),
});

/** `share` of all works is in the list, or more. */
const deepBy = (name: string, filter: string, share: number): Operation => ({
  name: `list by ${name}, deep offset`,
  ask: list(
    (context, serial) =>
      `${filter}&offset=${Math.max(0, Math.floor(Math.min(OFFSET_MOST, context.world.works * share)) - (serial % 80))}`,
  ),
});

/** As deep as the API goes, or as the list is long. */
const deep = ({ world }: Context, serial: number) =>
  `offset=${Math.max(0, Math.min(OFFSET_MOST, Math.floor(world.works * 0.9)) - serial)}`;

export const READS: readonly Operation[] = [
  {
    name: 'one work by id',
    ask: (context, serial) => ({ path: `/api/v1/artworks/${anyWork(context, serial)}` }),
  },
  {
    name: 'sources of one work',
    ask: (context, serial) => ({ path: `/api/v1/artworks/${anyWork(context, serial)}/source` }),
  },
  { name: 'list, first page', ask: list((_, serial) => nearStart(serial)) },
  { name: 'list, deep offset', ask: list(deep) },
  deepBy('availability', 'availability=for_sale', 0.3),
  deepBy('medium', 'medium=oil', 0.25),
  deepBy('words', 'q=portrait', 0.25),
  deepBy('least price', 'price_min=1000', 0.3),
  deepBy('two filters', 'medium=oil&availability=for_sale', 0.1),
  filtered('artist (frequent)', 'artist=anna-painter0'),
  filtered('artist (rare)', 'artist=leo-painter40'),
  filtered('a part of artists’ names', 'artist=anna'),
  filtered('gallery', 'gallery=gallery-0'),
  filtered('medium (frequent)', 'medium=oil'),
  filtered('year', 'year=1900'),
  filtered('availability', 'availability=for_sale'),
  filtered('least price', 'price_min=40000'),
  filtered('greatest price', 'price_max=30000'),
  filtered('time of change (all)', 'updated_since=2020-01-01T00:00:00Z'),
  filtered('platform', 'platform=woocommerce'),
  filtered('installation', ({ world }) => `installation_id=${world.installationId}`),
  filtered('two filters', 'medium=oil&availability=for_sale'),
  { name: 'search, broad (one word)', ask: list((_, serial) => `q=portrait&${nearStart(serial)}`) },
  { name: 'search, broad (two words)', ask: list((_, serial) => `q=portrait+oil&${nearStart(serial)}`) },
  { name: 'search, beginning of a word', ask: list((_, serial) => `q=por&${nearStart(serial)}`) },
  {
    name: 'search, narrow',
    ask: list(({ world }, serial) => `q=${word((serial * 131) % Math.min(20_000, world.works))}`),
  },
  { name: 'search, no hit', ask: list((_, serial) => `q=zzz${serial}`) },
  {
    name: 'search with a filter',
    ask: list((_, serial) => `q=portrait&availability=for_sale&${nearStart(serial)}`),
  },
  {
    name: 'one artist',
    ask: ({ artists }, serial) => ({ path: `/api/v1/artists/${artists[serial % artists.length]}` }),
  },
  { name: 'feed, first page', ask: (_, serial) => ({ path: `/api/v1/changes?after=${serial}` }) },
  {
    name: 'feed, last page',
    ask: ({ feedEnd }, serial) => ({ path: `/api/v1/changes?after=${Math.max(0, feedEnd - 100 - serial)}` }),
  },
];
