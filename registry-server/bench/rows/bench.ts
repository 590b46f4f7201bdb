// What every row of the benchmark gets, and the addresses that several rows ask for.
import { seededRandom, zipfRank } from '../dataset.ts';
import type { Measured } from '../processes.ts';
import type { Place } from '../place.ts';
import type { World } from '../world.ts';

export type Bench = { world: World; server: Measured; floor: Measured; rounds: number; seconds: number };

/** Rows about webhooks make their own small registry. */
export type DeliveryBench = {
  /** An empty place for one. */
  makePlace: () => Promise<Place>;
  floor: Measured;
  rounds: number;
  seconds: number;
  /** How many deliveries wait where a backlog is measured. */
  backlog: number;
  isQuick: boolean;
};

/** How many different addresses a list or a search is asked with; one repeated address measures only a cache. */
export const ADDRESSES = 10_000;

/** `ask` draws of the addresses, Zipf-distributed, in random order. */
export function zipfPaths(addresses: string[], draws: number, seed: number): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: draws }, () => addresses[zipfRank(random, addresses.length)] ?? '');
}

/** The part of the draws whose address came before: what a cache of whole answers could serve at most. */
export function repeatShare(paths: string[]): string {
  return `${Math.round((1 - new Set(paths).size / paths.length) * 100)} % of addresses repeat; kept answers serve them until the next write`;
}

export async function getJson(bench: Pick<Bench, 'world' | 'server'>, path: string): Promise<unknown> {
  const response = await fetch(`${bench.server.url}${path}`, {
    headers: { authorization: `Bearer ${bench.world.apiKey}` },
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** What `act` gives, beside a load that asks again and again until it is over. A failure of either fails the row, and not the whole bench. */
export async function beside<Result>(
  load: (isOver: () => boolean) => Promise<unknown>,
  act: () => Promise<Result>,
): Promise<Result> {
  let isOver = false;
  const acting = act().finally(() => (isOver = true));
  const loading = load(() => isOver);
  // Both end first: what is left would run beside the next row.
  await Promise.allSettled([acting, loading]);
  await loading;
  return acting;
}

/** How the dearest searches and lists were answered: one that takes long is stopped, so that it keeps no others waiting. */
export type Answers = { whole: number; stopped: number };

/** Sends one and counts its answer. Any other answer fails the row: a load that is refused is none. */
export async function askDear(url: string, headers: Record<string, string>, answers: Answers): Promise<void> {
  const answer = await fetch(url, { headers });
  const text = await answer.text();
  if (answer.ok) answers.whole += 1;
  else if (answer.status === 503 && text.includes('took too long')) answers.stopped += 1;
  else throw new Error(`${url} answered ${answer.status}: ${text}`);
}

/** Sends one each `everyMs` until it is over, however long the others take, and ends when all are answered. */
export async function askAtPace(
  isOver: (count: number) => boolean,
  everyMs: number,
  ask: (count: number, dueMs: number) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  const sent: Promise<unknown>[] = [];
  const began = performance.now();
  while (!isOver(sent.length)) {
    const dueMs = began + sent.length * everyMs;
    await pause(Math.max(0, dueMs - performance.now()));
    sent.push(ask(sent.length, dueMs).catch((error: unknown) => failures.push(error)));
  }
  await Promise.all(sent);
  if (failures.length > 0) throw failures[0];
}

/** A run continues where the one before it ended: a work that was read is quicker to read again. */
let reads = 0;

/** Milliseconds of reads of one work, each of another one, from the moment at which it was due, sorted. */
export async function readAtPace(
  bench: Pick<Bench, 'world' | 'server'>,
  perSecond: number,
  isOver: (count: number) => boolean,
): Promise<number[]> {
  const took: number[] = [];
  await askAtPace(isOver, 1000 / perSecond, async (_count, dueMs) => {
    await getJson(bench, `/api/v1/artworks/AREG-${100_001 + ((reads++ * 7919) % bench.world.works)}`);
    took.push(performance.now() - dueMs);
  });
  return took.sort((a, b) => a - b);
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Between two reads, so that p99 beside a load and alone are of about as many reads. */
const PAUSE_MS = 5;

/** Milliseconds of reads of one work that are sent one after the other, sorted. */
export async function readFor(bench: Pick<Bench, 'world' | 'server'>, seconds: number): Promise<number[]> {
  const took: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const started = performance.now();
    await getJson(bench, '/api/v1/artworks/AREG-100001');
    took.push(performance.now() - started);
    await pause(PAUSE_MS);
  }
  return took.sort((a, b) => a - b);
}
