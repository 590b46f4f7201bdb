// What `npm run bench:peers` is asked for on its command line.
import { parseArgs } from 'node:util';
import { ENGINES } from '../place.ts';
import type { Engine } from '../place.ts';

export const API_ROWS = [
  'one_work',
  'list',
  'search_broad',
  'search_narrow',
  'offset_deep',
  'create',
  'batch_50',
  'update',
] as const;
export const DELIVERY_ROWS = ['full_queue', 'steady_300', 'hanging_5_of_100'] as const;
export const PEERS = ['directus', 'graphile-worker', 'pg-boss', 'bullmq'] as const;

export type ApiRowName = (typeof API_ROWS)[number];
export type DeliveryRowName = (typeof DELIVERY_ROWS)[number];
export type PeerName = (typeof PEERS)[number];

export type Pace = {
  /** How many works there are at the start. */
  works: number;
  rounds: number;
  /** Of one round of one side. */
  seconds: number;
  /** Of 50 works each, in one round of one side. */
  batches: number;
  /** Of the pace of 300 deliveries a second: p99 needs more of them than `seconds` bring. */
  steadySeconds: number;
  /** Deliveries to each endpoint that wait in a full queue: so many that opening it and the first connections do not count. */
  queued: number;
  /** The same where a part of the endpoints hang. */
  queuedBesideHanging: number;
  /** A side that needs longer is measured by what it has delivered until then. */
  mostSeconds: number;
};

const FULL: Pace = {
  works: 50_000,
  rounds: 5,
  seconds: 2.5,
  batches: 80,
  steadySeconds: 6,
  queued: 5000,
  queuedBesideHanging: 100,
  mostSeconds: 25,
};
const QUICK: Pace = {
  ...FULL,
  works: 20_000,
  rounds: 2,
  seconds: 1,
  batches: 24,
  steadySeconds: 2,
  queued: 500,
  queuedBesideHanging: 20,
  mostSeconds: 10,
};
const SMALLEST: Pace = {
  works: 1000,
  rounds: 1,
  seconds: 0.5,
  batches: 8,
  steadySeconds: 1,
  queued: 20,
  queuedBesideHanging: 2,
  mostSeconds: 10,
};

export type Options = {
  apiRows: ApiRowName[];
  deliveryRows: DeliveryRowName[];
  peers: PeerName[];
  engines: Engine[];
  pace: Pace;
  isJson: boolean;
  /** A file of real works in place of made-up ones. */
  worksFile?: string;
};

/** Throws where a word is unknown, and says which there are. */
export function readOptions(words: string[]): Options {
  const { values } = parseArgs({
    args: words,
    options: {
      only: { type: 'string', default: 'all' },
      peers: { type: 'string', default: 'all' },
      engine: { type: 'string', default: 'all' },
      works: { type: 'string' },
      count: { type: 'string' },
      quick: { type: 'boolean', default: false },
      smallest: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  });
  const rows = chosenFrom('--only', [...API_ROWS, ...DELIVERY_ROWS], values.only);
  const pace = values.smallest ? SMALLEST : values.quick ? QUICK : FULL;
  const works = Number(values.count ?? pace.works);
  if (!Number.isInteger(works) || works < 100) throw new Error('--count is a number of works, at least 100');
  return {
    apiRows: API_ROWS.filter((row) => rows.includes(row)),
    deliveryRows: DELIVERY_ROWS.filter((row) => rows.includes(row)),
    peers: chosenFrom('--peers', PEERS, values.peers),
    engines: chosenFrom('--engine', ENGINES, values.engine),
    pace: { ...pace, works },
    isJson: values.json,
    ...(values.works !== undefined && { worksFile: values.works }),
  };
}

function chosenFrom<Name extends string>(option: string, names: readonly Name[], given: string): Name[] {
  if (given === 'all') return [...names];
  if (given === 'none') return [];
  const chosen = given.split(',');
  const unknown = chosen.filter((name) => !(names as readonly string[]).includes(name));
  if (unknown.length > 0) {
    throw new Error(`${option} is all, none or some of ${names.join(',')}; not ${unknown.join(',')}`);
  }
  return names.filter((name) => chosen.includes(name));
}
