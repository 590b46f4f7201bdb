// Memory of the server after everything else was measured on its million works, beside the bare node:http process.
import { round } from '../figure.ts';
import type { Figure } from '../figure.ts';
import type { Bench } from './bench.ts';

const MAX_MIB = 250;

export async function memory({ server, floor }: Bench): Promise<Figure> {
  const [own, bare] = [(await server.vitals()).anonymousMiB, (await floor.vitals()).anonymousMiB];
  return {
    id: 'server.memory_1m',
    value: round(own),
    unit: 'MiB RssAnon',
    floor: round(bare),
    ratio: round(own / bare),
    goal: `≤ ${MAX_MIB} MiB`,
    met: own <= MAX_MIB,
  };
}
