// Clients that publish works and retitle them without end, each repeating a call until it is answered, on another instance where one does
// not answer. They remember every answer, because the registry promised what it says.
import { setTimeout as sleep } from 'node:timers/promises';

/** A work that was answered: its name, and how many versions of its title were. */
export type Work = { name: string; version: number };

export type Writers = {
  /** By Art ID. */
  works: Map<string, Work>;
  /** When each write was answered, in milliseconds of performance.now(). */
  answeredAt: number[];
  /** Calls that had to be repeated. */
  repeats(): number;
  /** Answers that no client should ever get. */
  surprises: string[];
  /** Resolves when the calls under way have been answered, or never will be: then that is a surprise. */
  stop(): Promise<void>;
};

export type WriterOptions = { addresses: string[]; apiKey: string; count: number; paceMs: number };

const VERSIONS = 5;
/** After that, a client tries another instance. */
const PATIENCE_MS = 5_000;
const RETRY_MS = 50;
/** Longer than anything heals by itself: a call that is not answered by then never will be. */
const ANSWERED_MS = 90_000;

export function titleOf({ name, version }: Work): string {
  return `${name}, version ${version}`;
}

export function startWriters({ addresses, apiKey, count, paceMs }: WriterOptions): Writers {
  const works = new Map<string, Work>();
  const answeredAt: number[] = [];
  const surprises: string[] = [];
  /** What the last answer to each client was that did not serve it. */
  const refusals = new Map<number, string>();
  let [isStopped, isGivenUp] = [false, false];
  let repeats = 0;

  /** Answers the body, and whether a call before the answered one is still unknown. */
  async function call(
    writer: number,
    method: string,
    path: string,
    body: object,
    key?: string,
  ): Promise<{ data: { registry_id: string }; duplicate?: boolean; isUnsure: boolean }> {
    for (let attempt = 0; !isGivenUp; attempt += 1) {
      const address = addresses[(writer + attempt) % addresses.length];
      try {
        const response = await fetch(`${address}/api/v1${path}`, {
          method,
          headers: {
            authorization: `Bearer ${apiKey}`,
            'content-type': 'application/json',
            ...(key !== undefined && { 'idempotency-key': key }),
          },
          body: JSON.stringify(body),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
        const answer = (await response.json()) as { data: { registry_id: string }; duplicate?: boolean };
        if (response.ok) {
          answeredAt.push(performance.now());
          refusals.delete(writer);
          return { ...answer, isUnsure: attempt > 0 };
        }
        refusals.set(writer, `${method} ${path} on ${address}: ${response.status} ${JSON.stringify(answer)}`);
        if (response.status < 500 && response.status !== 409 && response.status !== 429) {
          surprises.push(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
          await sleep(1_000);
        }
      } catch {
        // The instance is gone, frozen, or ended while it answered.
      }
      repeats += 1;
      await sleep(RETRY_MS);
    }
    throw new Error(`never answered: ${refusals.get(writer) ?? `${method} ${path}`}`);
  }

  async function write(writer: number): Promise<void> {
    for (let serial = 1; !isStopped; serial += 1) {
      const work = { name: `Work ${writer}-${serial}`, version: 1 };
      const created = await call(
        writer,
        'POST',
        '/artworks',
        { title: titleOf(work), artist_name: 'Ana' },
        `${writer}-${serial}`,
      );
      const id = created.data.registry_id;
      if (created.duplicate === true) surprises.push(`${work.name} was answered as ${id}, a duplicate`);
      const other = works.get(id);
      if (other !== undefined)
        surprises.push(`${id} was issued twice: for ${other.name} and for ${work.name}`);
      works.set(id, work);
      // A call that was given up may still be carried out, later than the next version: so that work gets none.
      let isUnsure = false;
      while (!isStopped && !isUnsure && work.version < VERSIONS) {
        await sleep(paceMs);
        const next = { name: work.name, version: work.version + 1 };
        ({ isUnsure } = await call(writer, 'PATCH', `/artworks/${id}`, { title: titleOf(next) }));
        work.version = next.version;
      }
      await sleep(paceMs);
    }
  }

  const finished = Promise.all(
    Array.from({ length: count }, (_, writer) =>
      write(writer).catch((error: Error) => surprises.push(error.message)),
    ),
  );
  return {
    works,
    answeredAt,
    surprises,
    repeats: () => repeats,
    stop: async () => {
      isStopped = true;
      const giveUp = setTimeout(() => (isGivenUp = true), ANSWERED_MS);
      await finished;
      clearTimeout(giveUp);
    },
  };
}
