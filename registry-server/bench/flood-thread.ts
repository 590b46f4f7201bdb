// Sends batches of unknown fields over two connections until it is told to stop: a thread of its own, so that the reads beside it are
// not timed by a loop that is busy with sending.
import { parentPort, workerData } from 'node:worker_threads';

export type FloodData = { url: string; headers: Record<string, string>; installationId: string };

const ITEMS = 50;
const FIELDS = 6_000;
const CONNECTIONS = 2;
/** A key at the default limit sends 120 a minute. */
const PAUSE_MS = (60_000 / 120) * CONNECTIONS;

const { url, headers, installationId } = workerData as FloodData;
const artwork = Object.fromEntries(Array.from({ length: FIELDS }, (_, index) => [`f${index}`, 1]));
const items = Array.from({ length: ITEMS }, (_, index) => ({ idempotency_key: `k${index}`, artwork }));
const body = JSON.stringify({ installation_id: installationId, items });
let isRunning = true;
parentPort?.once('message', () => (isRunning = false));

let sent = 0;
await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => {
    while (isRunning) {
      const answer = await fetch(`${url}/api/v1/integrations/sync`, { method: 'POST', headers, body });
      await answer.arrayBuffer();
      sent += 1;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }),
);
parentPort?.postMessage(sent);
