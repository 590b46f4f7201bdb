// Publishing with 32 clients, each answer on disk before it is given, beside the same statements in the same groups
// without HTTP and threads.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workOf } from '../dataset.ts';
import { median, round, spread } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { drive } from '../load.ts';
import { buildWorld, headersOf, openStorage } from '../world.ts';
import type { Bench } from './bench.ts';

const MIN_RATIO = 0.5;
const CLIENTS = 32;

export async function publishDurable({ world, server, rounds, seconds }: Bench): Promise<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'artwork-registry-floor-'));
  const twin = await buildWorld(folder, world.works);
  const storage = openStorage(folder);
  const gallery = twin.galleries[0];
  if (gallery === undefined) throw new Error('there is no gallery');
  let serial = 8_000_000;

  const inProcess = async (): Promise<number> => {
    const until = performance.now() + seconds * 1000;
    let made = 0;
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (performance.now() < until) {
          const input = { ...workOf(serial++), ...gallery, source: null, idempotency: null };
          const [outcome] = await storage.publishArtworks([input]);
          if (outcome?.ok) made += 1;
        }
      }),
    );
    return made / seconds;
  };
  const headers = headersOf(world);
  const bodyOf = () => {
    const { artistName: artist_name, fields } = workOf(serial++);
    return JSON.stringify({ ...fields, artist_name });
  };
  const [own, floor, cpu]: [number[], number[], number[]] = [[], [], []];
  for (let count = 0; count < rounds; count += 1) {
    floor.push(await inProcess());
    const sample = await drive(
      server,
      { headers, method: 'POST', paths: ['/api/v1/artworks'], bodyOf },
      seconds,
    );
    own.push(sample.perSecond);
    cpu.push(sample.cpuMicros);
  }
  await storage.close();
  rmSync(folder, { recursive: true, force: true });
  const ratio = median(own) / median(floor);
  return {
    id: 'server.publish_durable',
    value: round(median(own)),
    unit: 'works/s',
    floor: round(median(floor)),
    ratio: round(ratio),
    goal: `≥ ${MIN_RATIO} × in-process`,
    met: ratio >= MIN_RATIO,
    detail: { 'µs CPU/work': round(median(cpu)), spread: spread(own) },
  };
}
