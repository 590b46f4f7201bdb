// Free text: broad terms that find a good part of all works, and narrow ones that find one.
import type { Figure } from '../figure.ts';
import { cpuFigure, drive, interleaved } from '../load.ts';
import { word } from '../dataset.ts';
import { headersOf } from '../world.ts';
import { ADDRESSES, repeatShare, zipfPaths } from './bench.ts';
import type { Bench } from './bench.ts';

const MAX_RATIO = 10;
const BROAD =
  'portrait landscape study composition still figure harbour garden winter evening oil acrylic canvas paper anna paul maria'.split(
    ' ',
  );

export function searchBroad(bench: Bench): Promise<Figure> {
  // Whole words, beginnings of words, one and two of them: every address another question.
  const stems = BROAD.flatMap((term) => [3, 4, 5, term.length].map((length) => term.slice(0, length)));
  const unique = [...new Set(stems)];
  const pairs = unique.flatMap((first) => ['', ...unique].map((second) => `${first} ${second}`.trim()));
  return search(bench, 'server.search_broad', pairs.slice(0, ADDRESSES));
}

export function searchNarrow(bench: Bench): Promise<Figure> {
  const words = Array.from({ length: ADDRESSES }, (_, index) => word(index));
  return search(bench, 'server.search_narrow', words);
}

async function search(bench: Bench, id: string, terms: string[]): Promise<Figure> {
  const { world, server, floor, rounds, seconds } = bench;
  const paths = zipfPaths(
    terms.map((term) => `/api/v1/artworks?q=${encodeURIComponent(term)}`),
    20_000,
    5,
  );
  const headers = headersOf(world);
  const measured = await interleaved(
    rounds,
    () => drive(server, { headers, paths }, seconds),
    () => drive(floor, { paths: ['/'] }, seconds),
  );
  return cpuFigure(id, measured, MAX_RATIO, { addresses: repeatShare(paths) });
}
