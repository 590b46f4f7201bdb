// Batches of 50 through sync, beside the same items in one transaction each without HTTP and threads.
import { readCreate } from '../../src/http/artwork-bodies.ts';
import { workOf } from '../dataset.ts';
import { median, round, spread } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { costOf } from '../load.ts';
import { makeTwin } from '../twin.ts';
import type { Twin } from '../twin.ts';
import { headersOf } from '../world.ts';
import type { Bench } from './bench.ts';

const MIN_RATIO = 0.6;
export const BATCH = 50;
const CLIENTS = 2;

type Item = { idempotency_key: string; artwork: Record<string, unknown> };

export async function sync({ world, server, rounds, seconds }: Bench): Promise<Figure> {
  const twin = await makeTwin(world);
  let serial = 9_000_000;
  const nextItems = () => itemsFrom((serial += BATCH));

  const inProcess = async ({ storage, gallery, installationId }: Twin): Promise<number> => {
    let [made, spent] = [0, 0];
    while (spent < seconds * 1000) {
      // Reading the bodies is not part of the inserts.
      const inputs = nextItems().map(({ idempotency_key, artwork }) =>
        readCreate(
          { ...artwork, integration: { installation_id: installationId } },
          gallery.organizationId,
          idempotency_key,
        ),
      );
      const started = performance.now();
      const outcomes = await storage.publishArtworks(inputs);
      spent += performance.now() - started;
      made += outcomes.filter((outcome) => outcome.ok).length;
    }
    return made / (spent / 1000);
  };
  const costs: ReturnType<typeof costOf>[] = [];
  const overHttp = async (): Promise<number> => {
    const before = await server.vitals();
    const until = performance.now() + seconds * 1000;
    const started = performance.now();
    let made = 0;
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (performance.now() < until) {
          const created = await syncBatch({ world, server }, nextItems());
          made += created;
        }
      }),
    );
    const perSecond = made / ((performance.now() - started) / 1000);
    costs.push(costOf(before, await server.vitals(), made));
    return perSecond;
  };
  const [own, floor]: [number[], number[]] = [[], []];
  for (let count = 0; count < rounds; count += 1) {
    if (twin) floor.push(await inProcess(twin));
    own.push(await overHttp());
  }
  await twin?.close();
  const ratio = median(own) / median(floor);
  return {
    id: 'server.sync',
    value: round(median(own)),
    unit: 'items/s',
    floor: round(median(floor)),
    ratio: round(ratio),
    goal: `≥ ${MIN_RATIO} × in-process`,
    met: ratio >= MIN_RATIO,
    detail: {
      'µs CPU/item': round(median(costs.map(({ cpuMicros }) => cpuMicros))),
      'of it in PostgreSQL': round(median(costs.map(({ databaseMicros }) => databaseMicros))),
      spread: spread(own),
    },
  };
}

/** One call; how many works it made. */
export async function syncBatch(
  { world, server }: Pick<Bench, 'world' | 'server'>,
  items: Item[],
): Promise<number> {
  const response = await fetch(`${server.url}/api/v1/integrations/sync`, {
    method: 'POST',
    headers: headersOf(world),
    body: JSON.stringify({ installation_id: world.installationId, items }),
  });
  if (!response.ok) throw new Error(`sync answered ${response.status}: ${await response.text()}`);
  const answer = (await response.json()) as { summary: { created: number; failed: number } };
  if (answer.summary.failed > 0) throw new Error('items were refused');
  return answer.summary.created;
}

/** Fifty new works. */
export const itemsFrom = (serial: number): Item[] =>
  Array.from({ length: BATCH }, (_, index) => itemOf(serial + index));

function itemOf(serial: number): Item {
  const { artistName: artist_name, fields } = workOf(serial);
  return {
    idempotency_key: `sync-${serial}`,
    artwork: { ...fields, artist_name, external_id: String(serial) },
  };
}
