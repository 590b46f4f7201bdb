// Drives one server with many connections for some seconds; tells requests per second and what one cost the server.
import autocannon from 'autocannon';
import type { Result } from 'autocannon';
import { median, round, spread } from './figure.ts';
import type { Figure } from './figure.ts';
import type { Measured } from './processes.ts';
import type { Vitals } from './processes.ts';

export type Load = {
  headers?: Record<string, string>;
  paths: string[];
  method?: 'GET' | 'POST' | 'PATCH';
  /** Default: the paths in turn, from the first one at each call. */
  nextPath?: () => string;
  /** Body of the n-th request; every request gets another. */
  bodyOf?: (serial: number) => string;
  /** Default: any 2xx. */
  isExpected?: (status: number) => boolean;
  /** How many requests are open at a time. Default: 32. */
  connections?: number;
  /**
   * So many requests, however long they take, in the place of some seconds. Where one takes long: those that are under way when
   * the time is over would have cost their time and CPU, and not be counted.
   */
  amount?: number;
};

/** `cpuMicros` and the part `databaseMicros` of it are of one request. */
export type Sample = {
  perSecond: number;
  cpuMicros: number;
  databaseMicros: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
};

const CONNECTIONS = 32;

export async function drive(target: Measured, load: Load, seconds: number): Promise<Sample> {
  const before = await target.vitals();
  let serial = 0;
  let unexpected = 0;
  const { paths, bodyOf, isExpected = (status) => status >= 200 && status < 300 } = load;
  const took: number[] = [];
  const began = performance.now();
  let last = began;
  const result = await new Promise<Result>((resolve, reject) => {
    const run = autocannon(
      {
        // A list is taken as well; the types do not know it.
        url: target.urls as unknown as string,
        connections: load.connections ?? CONNECTIONS,
        ...(load.amount === undefined ? { duration: seconds } : { amount: load.amount }),
        method: load.method ?? 'GET',
        ...(load.headers && { headers: load.headers }),
        requests: [
          {
            setupRequest: (request) => {
              serial += 1;
              const path = load.nextPath?.() ?? paths[serial % paths.length] ?? '/';
              return { ...request, path, ...(bodyOf && { body: bodyOf(serial) }) };
            },
          },
        ],
      },
      (error: Error | null, ended) => (error ? reject(error) : resolve(ended)),
    );
    run.on('response', (_client, status, _bytes, ms) => {
      took.push(ms);
      last = performance.now();
      if (!isExpected(status)) unexpected += 1;
    });
  });
  if (unexpected > 0 || result.errors > 0) {
    throw new Error(`${load.paths[0]}: ${unexpected} answers were not as expected, ${result.errors} failed`);
  }
  const after = await target.vitals();
  const count = result.requests.total;
  took.sort((a, b) => a - b);
  const at = (part: number) => took[Math.floor(took.length * part)] ?? 0;
  // Without a duration autocannon looks once a second whether it is at its end.
  const lasted = load.amount === undefined ? result.duration : (last - began) / 1000;
  return {
    perSecond: count / lasted,
    ...costOf(before, after, count),
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
  };
}

/** What each of the requests between two looks at the vitals cost. */
export function costOf(
  before: Vitals,
  after: Vitals,
  requests: number,
): Pick<Sample, 'cpuMicros' | 'databaseMicros'> {
  const each = (name: 'cpuMicros' | 'databaseMicros') => (after[name] - before[name]) / requests;
  return { cpuMicros: each('cpuMicros'), databaseMicros: each('databaseMicros') };
}

export type Rounds = { own: Sample[]; floor: Sample[] };

/** Interleaved, so that what else the machine does hits both alike. */
export async function interleaved(
  rounds: number,
  own: () => Promise<Sample>,
  floor: () => Promise<Sample>,
): Promise<Rounds> {
  const result: Rounds = { own: [], floor: [] };
  for (let count = 0; count < rounds; count += 1) {
    result.floor.push(await floor());
    result.own.push(await own());
  }
  return result;
}

/** CPU per request against the floor's; throughput stands beside it. */
export function cpuFigure(
  id: string,
  rounds: Rounds,
  maxRatio: number,
  detail: Record<string, number | string> = {},
  minThroughput = 0,
): Figure {
  const cpu = (samples: Sample[]) => samples.map((sample) => sample.cpuMicros);
  const speed = (samples: Sample[]) => median(samples.map((sample) => sample.perSecond));
  const database = median(rounds.own.map((sample) => sample.databaseMicros));
  const ratio = median(cpu(rounds.own)) / median(cpu(rounds.floor));
  const throughput = speed(rounds.own) / speed(rounds.floor);
  return {
    id,
    value: round(median(cpu(rounds.own))),
    unit: 'µs CPU/request',
    floor: round(median(cpu(rounds.floor))),
    ratio: round(ratio),
    goal: `≤ ${maxRatio} × raw CPU${minThroughput > 0 ? `, ≥ ${minThroughput} × raw requests/s` : ''}`,
    met: ratio <= maxRatio && throughput >= minThroughput,
    detail: {
      'requests/s': round(speed(rounds.own)),
      'raw requests/s': round(speed(rounds.floor)),
      'throughput ratio': round(throughput),
      'p95 ms': round(median(rounds.own.map((sample) => sample.p95Ms))),
      ...(database > 0 && { 'of it in PostgreSQL': round(database) }),
      spread: spread(cpu(rounds.own)),
      ...detail,
    },
  };
}
