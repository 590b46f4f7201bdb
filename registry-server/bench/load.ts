// Drives one server with many connections for some seconds; tells requests per second and what one cost the server.
import autocannon from 'autocannon';
import { median, round, spread } from './figure.ts';
import type { Figure } from './figure.ts';
import type { Measured } from './processes.ts';

export type Load = {
  headers?: Record<string, string>;
  paths: string[];
  method?: 'GET' | 'POST';
  /** Body of the n-th request; every request gets another. */
  bodyOf?: (serial: number) => string;
};

export type Sample = { perSecond: number; cpuMicros: number };

const CONNECTIONS = 32;

export async function drive(target: Measured, load: Load, seconds: number): Promise<Sample> {
  const before = await target.vitals();
  let serial = 0;
  const { paths, bodyOf } = load;
  const result = await autocannon({
    url: target.url,
    connections: CONNECTIONS,
    duration: seconds,
    method: load.method ?? 'GET',
    ...(load.headers && { headers: load.headers }),
    requests: [
      {
        setupRequest: (request) => {
          serial += 1;
          const path = paths[serial % paths.length] ?? '/';
          return { ...request, path, ...(bodyOf && { body: bodyOf(serial) }) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${load.paths[0]}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  }
  const after = await target.vitals();
  const count = result.requests.total;
  return { perSecond: count / result.duration, cpuMicros: (after.cpuMicros - before.cpuMicros) / count };
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
      spread: spread(cpu(rounds.own)),
      ...detail,
    },
  };
}
