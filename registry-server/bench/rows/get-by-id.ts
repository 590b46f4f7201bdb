// One work by its Art ID: 10,000 different ones, so that no cache of answers could help.
import type { Figure } from '../figure.ts';
import { cpuFigure, drive, interleaved } from '../load.ts';
import { headersOf } from '../world.ts';
import { ADDRESSES } from './bench.ts';
import type { Bench } from './bench.ts';

export async function getById({ world, server, floor, rounds, seconds }: Bench): Promise<Figure> {
  const paths = Array.from(
    { length: ADDRESSES },
    (_, index) => `/api/v1/artworks/AREG-${100_001 + ((index * 7919) % world.works)}`,
  );
  const headers = headersOf(world);
  const measured = await interleaved(
    rounds,
    () => drive(server, { headers, paths }, seconds),
    () => drive(floor, { paths: ['/'] }, seconds),
  );
  return cpuFigure('server.get_by_id', measured, 2.7, {}, 0.4);
}
