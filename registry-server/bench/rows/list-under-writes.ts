// Lists of 25 with one filter and the exact total, while 20 writes a second continue: new works and changed ones in turn.
import { artistName, ARTISTS, AVAILABILITIES, GALLERIES, workOf } from '../dataset.ts';
import type { Figure } from '../figure.ts';
import { median, round } from '../figure.ts';
import { cpuFigure, drive, interleaved } from '../load.ts';
import { headersOf } from '../world.ts';
import { ADDRESSES, getJson, repeatShare, zipfPaths } from './bench.ts';
import type { Bench } from './bench.ts';

const WRITES_PER_SECOND = 20;
const SLOWDOWN = 1.5;

export async function listUnderWrites(bench: Bench): Promise<Figure> {
  const { world, server, floor, rounds, seconds } = bench;
  const paths = zipfPaths(filters(), 20_000, 11);
  const load = { headers: headersOf(world), paths };
  const quiet = await drive(server, load, seconds);
  const writer = startWriter(bench, await ownWorks(bench));
  const measured = await interleaved(
    rounds,
    () => drive(server, load, seconds),
    () => drive(floor, { paths: ['/'] }, seconds),
  ).finally(writer.end);
  const writes = await writer.whenEnded;
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

const PAGES = 5;

/** Art IDs of the key's own gallery, from all over its list. */
export async function ownWorks(bench: Bench): Promise<string[]> {
  const ids: string[] = [];
  const share = Math.floor(bench.world.works / GALLERIES / PAGES);
  for (let page = 0; page < PAGES; page += 1) {
    const path = `/api/v1/artworks?gallery=gallery-0&limit=100&offset=${page * share}`;
    const { data } = (await getJson(bench, path)) as { data: { registry_id: string }[] };
    ids.push(...data.map(({ registry_id: id }) => id));
  }
  return ids;
}

/** `whenEnded` tells how many writes there were, or fails with the first that was refused. */
function startWriter(bench: Bench, ids: string[]): { end: () => void; whenEnded: Promise<number> } {
  const { world, server } = bench;
  let isEnded = false;
  const headers = headersOf(world);
  const write = async (serial: number): Promise<void> => {
    const { artistName: artist_name, fields } = workOf(5_000_000 + serial);
    const isNew = serial % 2 === 0;
    const path = isNew ? '/artworks' : `/artworks/${ids[serial % ids.length]}`;
    const body = isNew ? { ...fields, artist_name } : { medium: `Oil on slate, state ${serial}` };
    const response = await fetch(`${server.url}/api/v1${path}`, {
      method: isNew ? 'POST' : 'PATCH',
      headers,
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`a write was refused: ${await response.text()}`);
    await response.arrayBuffer();
  };
  const loop = async (): Promise<number> => {
    let serial = 0;
    while (!isEnded) {
      const started = performance.now();
      await write((serial += 1));
      const rest = 1000 / WRITES_PER_SECOND - (performance.now() - started);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, rest)));
    }
    return serial;
  };
  const whenEnded = loop();
  // It is awaited at the end of the row only; a write that is refused before must not end the whole bench.
  whenEnded.catch(() => undefined);
  return { whenEnded, end: () => (isEnded = true) };
}
