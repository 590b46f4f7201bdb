// One work by its Art ID at a steady pace, alone and while another key asks the dearest searches as fast as it may: what a reader of
// one work notices of them.
import { addApiKey } from '../../tests/support/publishers.ts';
import type { Figure } from '../figure.ts';
import { round } from '../figure.ts';
import { askAtPace, askDear, beside, readAtPace } from './bench.ts';
import type { Answers, Bench } from './bench.ts';
import { getById } from './get-by-id.ts';

const MAX_RATIO = 2;
const PER_SECOND = 50;
// The default limit of a key: 120 a minute.
const SEARCH_PAUSE_MS = 500;
const SEARCHES = [
  'q=o&availability=for_sale',
  'q=o&artist=painter',
  'q=on%20canvas&price_min=0.25',
  'medium=o&artist=anna',
  'q=a%20b%20c%20d%20e%20f%20g&gallery=gallery-0',
];

export async function getByIdBesideSearches(bench: Bench): Promise<Figure> {
  const { world, server, seconds } = bench;
  const { detail, value: cpuMicros } = await getById(bench);
  const storage = await world.place.open();
  const { apiKey } = await addApiKey(storage, world.galleries[0]?.organizationId ?? '');
  await storage.close();

  const steady = () => readAtPace(bench, PER_SECOND, (count) => count >= PER_SECOND * seconds * 2);
  const alone = await steady();
  const answers: Answers = { whole: 0, stopped: 0 };
  const search = (isOver: () => boolean) =>
    askAtPace(isOver, SEARCH_PAUSE_MS, (count) =>
      askDear(
        // Another page size each time, so that no kept answer serves.
        `${server.url}/api/v1/artworks?${SEARCHES[count % SEARCHES.length]}&limit=${1 + (count % 97)}`,
        { authorization: `Bearer ${apiKey}` },
        answers,
      ),
    );
  const meanwhile = await beside(search, steady);

  const at = (sorted: number[], part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  const ratio = at(meanwhile, 0.99) / at(alone, 0.99);
  return {
    id: 'server.get_by_id',
    value: round(at(meanwhile, 0.99)),
    unit: 'ms p99 while the dearest searches run',
    floor: round(at(alone, 0.99)),
    ratio: round(ratio),
    goal: `≤ ${MAX_RATIO} × without searches`,
    met: ratio <= MAX_RATIO,
    detail: {
      'p50 alone': round(at(alone, 0.5)),
      'p50 beside searches': round(at(meanwhile, 0.5)),
      'searches answered': answers.whole,
      'searches stopped': answers.stopped,
      'µs CPU/request': cpuMicros,
      ...detail,
    },
  };
}
