// Lists of 25 with one filter and the exact total, while 20 writes a second go on: new works and changed ones in turn.
import { artistName, ARTISTS, AVAILABILITIES, GALLERIES, workOf } from '../dataset.ts';
import type { Figure } from '../figure.ts';
import { median, round } from '../figure.ts';
import { cpuFigure, drive, interleaved } from '../load.ts';
import { headersOf } from '../world.ts';
import { ADDRESSES, repeatShare, zipfPaths } from './bench.ts';
import type { Bench } from './bench.ts';

const WRITES_PER_SECOND = 20;
const SLOWDOWN = 1.5;

export async function listUnderWrites(bench: Bench): Promise<Figure> {
  const { world, server, floor, rounds, seconds } = bench;
  const paths = zipfPaths(filters(), 20_000, 11);
  const load = { headers: headersOf(world), paths };
  const quiet = await drive(server, load, seconds);
  const writer = startWriter(bench);
  const measured = await interleaved(
    rounds,
    () => drive(server, load, seconds),
    () => drive(floor, { paths: ['/'] }, seconds),
  );
  const writes = await writer.stop();
  const figure = cpuFigure('server.list_under_writes', measured, 10, {
    'µs without writes': round(quiet.cpuMicros),
    'writes made': writes,
    addresses: repeatShare(paths),
  });
  const slowdown = median(measured.own.map((sample) => sample.cpuMicros)) / quiet.cpuMicros;
  return {
    ...figure,
    goal: `${figure.goal}, ≤ ${SLOWDOWN} × without writes`,
    met: figure.met && slowdown <= SLOWDOWN,
  };
}

/** One filter each: artists most of all, as on the website, then galleries, years, availabilities and mediums. */
function filters(): string[] {
  const common = [
    ...Array.from({ length: GALLERIES }, (_, index) => `gallery=gallery-${index}`),
    ...AVAILABILITIES.map((availability) => `availability=${availability}`),
    ...Array.from({ length: 170 }, (_, index) => `year=${1850 + index}`),
    ...['oil', 'ink on', 'canvas', 'paper', 'bronze'].map((medium) => `medium=${encodeURIComponent(medium)}`),
  ];
  const artists = Array.from(
    { length: ARTISTS },
    (_, rank) => `artist=${artistName(rank).toLowerCase().replace('é', 'e').replace(' ', '-')}`,
  );
  // Each common filter comes once among the first artists.
  const mixed = artists.flatMap((artist, rank) =>
    rank < common.length ? [common[rank] ?? '', artist] : [artist],
  );
  return mixed.slice(0, ADDRESSES).map((query) => `/api/v1/artworks?${query}`);
}

function startWriter(bench: Bench): { stop: () => Promise<number> } {
  const { world, server } = bench;
  let serial = 0;
  let isStopped = false;
  const headers = headersOf(world);
  const loop = (async () => {
    while (!isStopped) {
      const started = performance.now();
      serial += 1;
      const { artistName: artist_name, fields } = workOf(5_000_000 + serial);
      const isNew = serial % 2 === 0;
      const path = isNew ? '/artworks' : `/artworks/AREG-${100_001 + GALLERIES * serial}`;
      const body = isNew ? { ...fields, artist_name } : { medium: `Oil on slate, state ${serial}` };
      const response = await fetch(`${server.url}/api/v1${path}`, {
        method: isNew ? 'POST' : 'PATCH',
        headers,
        body: JSON.stringify(body),
      });
      if (!response.ok) throw new Error(`a write was refused: ${await response.text()}`);
      await response.arrayBuffer();
      const rest = 1000 / WRITES_PER_SECOND - (performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, rest)));
    }
  })();
  return {
    stop: async () => {
      isStopped = true;
      await loop;
      return serial;
    },
  };
}
