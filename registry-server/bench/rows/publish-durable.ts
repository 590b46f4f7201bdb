// Publishing with 32 clients, each answer on disk before it is given, beside the same statements in the same groups
// without HTTP and threads.
import { workOf } from '../dataset.ts';
import { median, round, spread } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { drive } from '../load.ts';
import type { Sample } from '../load.ts';
import { makeTwin } from '../twin.ts';
import type { Twin } from '../twin.ts';
import { headersOf } from '../world.ts';
import type { Bench } from './bench.ts';

const MIN_RATIO = 0.5;
const CLIENTS = 32;

export async function publishDurable({ world, server, rounds, seconds }: Bench): Promise<Figure> {
  const twin = await makeTwin(world);
  let serial = 8_000_000;

  const inProcess = async ({ storage, gallery }: Twin): Promise<number> => {
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
  const [own, floor]: [number[], number[]] = [[], []];
  const samples: Sample[] = [];
  for (let count = 0; count < rounds; count += 1) {
    if (twin) floor.push(await inProcess(twin));
    const sample = await drive(
      server,
      { headers, method: 'POST', paths: ['/api/v1/artworks'], bodyOf },
      seconds,
    );
    own.push(sample.perSecond);
    samples.push(sample);
  }
  await twin?.close();
  const ratio = median(own) / median(floor);
  return {
    id: 'server.publish_durable',
    value: round(median(own)),
    unit: 'works/s',
    floor: round(median(floor)),
    ratio: round(ratio),
    goal: `≥ ${MIN_RATIO} × in-process`,
    met: ratio >= MIN_RATIO,
    detail: {
      'µs CPU/work': round(median(samples.map((sample) => sample.cpuMicros))),
      'of it in PostgreSQL': round(median(samples.map((sample) => sample.databaseMicros))),
      'p95 ms': round(median(samples.map((sample) => sample.p95Ms))),
      spread: spread(own),
    },
  };
}
