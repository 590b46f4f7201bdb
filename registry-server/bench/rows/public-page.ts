// The public page of a work, of 10,000 different ones, some asked for far more than others: in full, and where the reader has it
// already (304). Beside it what a page costs that nobody asked for before.
import { round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { cpuFigure, drive, interleaved } from '../load.ts';
import { ADDRESSES, repeatShare, zipfPaths } from './bench.ts';
import type { Bench } from './bench.ts';

export async function publicPage({ world, server, floor, rounds, seconds }: Bench): Promise<Figure[]> {
  const pages = Array.from(
    { length: 2 * ADDRESSES },
    (_, index) => `/artworks/AREG-${100_001 + ((index * 7919) % world.works)}`,
  );
  const paths = zipfPaths(pages.slice(0, ADDRESSES), 20_000, 17);
  const bare = () => drive(floor, { paths: ['/'] }, seconds);
  const headers = { 'accept-encoding': 'gzip', 'accept-language': 'en' };
  const renewed = await drive(server, { headers, paths: pages.slice(ADDRESSES) }, seconds);
  const page = await interleaved(rounds, () => drive(server, { headers, paths }, seconds), bare);

  // One page that the reader has: another one has another ETag.
  const [path = ''] = paths;
  const first = await fetch(`${server.url}${path}`, { headers });
  await first.arrayBuffer();
  const known = { ...headers, 'if-none-match': first.headers.get('etag') ?? '' };
  const unchanged = await interleaved(
    rounds,
    () => drive(server, { headers: known, paths: [path], isExpected: (status) => status === 304 }, seconds),
    bare,
  );
  const detail = {
    'µs where each page is made again': round(renewed.cpuMicros),
    addresses: repeatShare(paths),
  };
  // On PostgreSQL a round trip to ask whether the page is still true comes on top.
  const most304 = world.place.engine === 'postgres' ? 3 : 2;
  return [cpuFigure('public.page', page, 4, detail), cpuFigure('public.page_304', unchanged, most304)];
}
