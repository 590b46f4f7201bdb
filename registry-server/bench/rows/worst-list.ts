// The slowest lists there are: every pair of filters, each with the value that most works pass, and what somebody else
// notices while one key at the default limit asks the slowest of them.
import { addApiKey } from '../../tests/support/publishers.ts';
import { artistName } from '../dataset.ts';
import type { Figure } from '../figure.ts';
import { round } from '../figure.ts';
import { headersOf } from '../world.ts';
import type { World } from '../world.ts';
import { askAtPace, askDear, beside, pause } from './bench.ts';
import type { Answers, Bench } from './bench.ts';

const MAX_MS = 300;
const MAX_SLOWDOWN = 3;
const ASKS = 3;
// The default limit of a key: 120 a minute.
const PAUSE_MS = 500;
const VICTIM_PAUSE_MS = 30;

const CONTENT: Readonly<Record<string, string[]>> = {
  q: ['o', 'on canvas', 'a b c d e f g h i j k l m n o p q r s t u v w x y z', 'portrait'],
  artist: ['painter', 'anna', 'anna-painter0'],
  gallery: ['gallery-0'],
  collection: ['gallery-1'],
  medium: ['o', 'canvas'],
  year: ['1900'],
  availability: ['for_sale', 'on_loan'],
  price_min: ['0.25', '40000'],
  price_max: ['30000'],
  updated_since: ['2020-01-01T00:00:00Z'],
};

export async function worstList(bench: Bench): Promise<Figure> {
  const { world, server, seconds } = bench;
  const storage = await world.place.open();
  const other = await addApiKey(storage, world.galleries[0]?.organizationId ?? '');
  await storage.close();

  const slow: { query: string; ms: number }[] = [];
  const times: number[] = [];
  for (const query of queries(world)) {
    for (let ask = 0; ask < ASKS; ask += 1) {
      // Another page size each time, so that no kept answer serves.
      const ms = await timed(server.url, `${query}&limit=${100 - ask}`, headersOf(world));
      times.push(ms);
      if (ask === 0) slow.push({ query, ms });
    }
  }
  const [worst] = slow.toSorted((a, b) => b.ms - a.ms);
  if (worst === undefined) throw new Error('there are no lists to ask for');

  const headers = { ...headersOf(world), authorization: `Bearer ${other.apiKey}` };
  const alone = await victim(server.url, headers, seconds * 1000);
  const answers: Answers = { whole: 0, stopped: 0 };
  const hostile = (isOver: () => boolean) =>
    askAtPace(isOver, PAUSE_MS, (count) =>
      askDear(
        `${server.url}/api/v1/artworks?${worst.query}&limit=${1 + (count % 97)}`,
        headersOf(world),
        answers,
      ),
    );
  const meanwhile = await beside(hostile, () => victim(server.url, headers, seconds * 2000));

  const value = p99(times);
  const ratio = p99(meanwhile) / p99(alone);
  return {
    id: 'server.worst_list',
    value: round(value),
    unit: 'ms (p99 of all pairs)',
    floor: round(p99(alone)),
    ratio: round(ratio),
    goal: `≤ ${MAX_MS} ms; another key's p99 ≤ ${MAX_SLOWDOWN} × alone`,
    met: value <= MAX_MS && ratio <= MAX_SLOWDOWN,
    detail: {
      lists: times.length,
      'slowest ms': round(Math.max(...times)),
      'slowest pair': worst.query,
      'another key alone, p99 ms': round(p99(alone)),
      'another key meanwhile, p99 ms': round(p99(meanwhile)),
      'lists answered meanwhile': answers.whole,
      'lists stopped meanwhile': answers.stopped,
    },
  };
}

function queries(world: World): string[] {
  const pairs = (filters: [string, string][]) =>
    filters.flatMap(([name, value], index) =>
      filters
        .slice(index + 1)
        .filter(([second]) => second !== name)
        .map(([second, secondValue]) =>
          new URLSearchParams({ [name]: value, [second]: secondValue }).toString(),
        ),
    );
  const content = Object.entries(CONTENT).flatMap(([name, values]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const possible = pairs(content).filter((query) => !/price_min=40000.*price_max=30000/.test(query));
  const provenance = pairs([
    ['installation_id', world.installationId],
    ['platform', 'woocommerce'],
    ['updated_since', '2020-01-01T00:00:00Z'],
  ]);
  return [...possible, ...provenance];
}

/** Somebody who browses: one filter each, one list after the other. */
async function victim(url: string, headers: Record<string, string>, forMs: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + forMs;
  for (let ask = 0; performance.now() < until; ask += 1) {
    const slug = artistName(ask).toLowerCase().replace('é', 'e').replace(' ', '-');
    const query = ask % 2 === 0 ? `artist=${slug}` : `year=${1850 + (ask % 170)}`;
    times.push(await timed(url, `${query}&limit=${25 + (ask % 50)}`, headers));
    await pause(VICTIM_PAUSE_MS);
  }
  return times;
}

async function timed(url: string, query: string, headers: Record<string, string>): Promise<number> {
  const began = performance.now();
  const response = await fetch(`${url}/api/v1/artworks?${query}`, { headers });
  if (!response.ok) throw new Error(`${query} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return performance.now() - began;
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}
