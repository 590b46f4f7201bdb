// Webhook receivers for the benchmark, over HTTPS in a process of their own: /quick answers at once, /distant after
// 100 ms, /hanging never. Keeps counts and how old each event was when it came, nothing else.
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { WebhookEvent } from '@artwork-registry/contract';

export type Tally = {
  quick: number;
  distant: number;
  hanging: number;
  /** The latest at /quick, oldest first: Art ID and milliseconds since 1970. */
  arrivals: [string, number][];
};

/** Milliseconds from the event's created_at, which is taken before its commit, to its arrival at /quick. */
export type Ages = { p50: number; p95: number; p99: number };

const DISTANT_MS = 100;
const counts = { quick: 0, distant: 0, hanging: 0 };
let ages: number[] = [];
let arrivals: [string, number][] = [];
const KEPT_ARRIVALS = 100;

const folder = process.env['BENCH_FOLDER'] ?? '.';
const [key, cert] = ['receiver.key', 'receiver.pem'].map((name) => readFileSync(join(folder, name)));
const server = createServer({ key, cert }, (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => take(request.url ?? '', Buffer.concat(chunks), response));
});
server.keepAliveTimeout = 60_000;

function take(url: string, body: Buffer, response: ServerResponse): void {
  const done = () => response.writeHead(204).end();
  if (url.startsWith('/hanging')) {
    counts.hanging += 1;
  } else if (url.startsWith('/distant')) {
    counts.distant += 1;
    setTimeout(done, DISTANT_MS);
  } else {
    counts.quick += 1;
    const { created_at, resource } = JSON.parse(body.toString()) as WebhookEvent;
    const nowMs = performance.timeOrigin + performance.now();
    ages.push(nowMs - Date.parse(created_at));
    arrivals.push([resource.registry_id ?? '', nowMs]);
    if (arrivals.length > KEPT_ARRIVALS) arrivals.shift();
    done();
  }
}

// The bench that started it is gone.
process.once('disconnect', () => process.exit());
process.on('message', (ask: 'tally' | 'reset' | 'ages') => {
  if (ask === 'ages') return process.send?.(agesOf(ages));
  const tally: Tally = { ...counts, arrivals };
  if (ask === 'reset') {
    Object.assign(counts, { quick: 0, distant: 0, hanging: 0 });
    ages = [];
    arrivals = [];
  }
  process.send?.(tally);
});

/** Asked once, not with each look at the tally: sorting fifty thousand of them fifty times a second is half of this process. */
function agesOf(all: readonly number[]): Ages {
  const sorted = all.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

server.listen(0, '127.0.0.1', () =>
  console.log(`listening on https://localhost:${(server.address() as AddressInfo).port}`),
);
