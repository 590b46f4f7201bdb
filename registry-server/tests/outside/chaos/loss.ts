// What a run with an asynchronous standby remembers: every answered registration with its moment, so that afterwards each loss is
// either one that only the lost primary had, or a broken promise; and which work each Art ID was answered for.
import { setTimeout as sleep } from 'node:timers/promises';

/** `isUnknown`: the registry says that it does not know whether it was done. */
type Answer = { status: number; id: string | undefined; isUnknown?: boolean };

export type LossLedger = {
  /** Publishes a work of a name of its own. A 201 is remembered, and an Art ID that another work had is a complaint. */
  publish(address: string): Promise<Answer>;
  /** Writes on these instances without end. A refused write is a work that is given up. */
  startWriting(addresses: string[], count: number): { stop(): Promise<void> };
  /** Reads every answered work. Those that are gone count as lost; one answered before `safeUntilMs` is a complaint. */
  compare(address: string, safeUntilMs: number): Promise<void>;
  readonly counts: { answered: number; lost: number; twice: number };
  readonly complaints: string[];
};

const PATIENCE_MS = 5_000;
const PACE_MS = 20;
const READERS = 8;

export function openLedger(apiKey: string): LossLedger {
  const names = new Map<string, string>();
  const kept = new Map<string, { title: string; atMs: number }>();
  const counts = { answered: 0, lost: 0, twice: 0 };
  const complaints: string[] = [];
  let serial = 0;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };

  async function publish(address: string): Promise<Answer> {
    const title = `Work ${(serial += 1)}`;
    const response = await fetch(`${address}/api/v1/artworks`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ title, artist_name: 'Ana' }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { registry_id: id } = (await response.json()) as { registry_id?: string };
    const { status } = response;
    if (status !== 201 || id === undefined)
      return { status, id: undefined, isUnknown: status === 500 && response.headers.has('retry-after') };
    const former = names.get(id);
    if (former !== undefined) {
      counts.twice += 1;
      complaints.push(`${id} was issued for "${former}" and for "${title}"`);
    }
    names.set(id, title);
    kept.set(id, { title, atMs: performance.now() });
    counts.answered += 1;
    return { status: 201, id };
  }

  return {
    publish,
    counts,
    complaints,
    startWriting: (addresses, count) => {
      let isStopped = false;
      const write = async (writer: number) => {
        while (!isStopped) {
          // An instance that is down, or whose primary was lost, answers nothing or 503: both are part of the run.
          await publish(addresses[writer % addresses.length] ?? '').catch(() => undefined);
          await sleep(PACE_MS);
        }
      };
      const finished = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)));
      return {
        stop: async () => {
          isStopped = true;
          await finished;
        },
      };
    },
    compare: async (address, safeUntilMs) => {
      const left = kept.entries();
      const read = async () => {
        for (const [id, { title, atMs }] of left) {
          const response = await fetch(`${address}/api/v1/artworks/${id}`, { headers });
          const { data } = (await response.json()) as { data?: { title: string } };
          if (response.status === 200 && data?.title === title) continue;
          counts.lost += 1;
          if (response.status !== 404)
            complaints.push(`${id}: ${response.status} "${data?.title}", not "${title}"`);
          else if (atMs < safeUntilMs) complaints.push(`${id} "${title}" was on the standby, and is gone`);
          kept.delete(id);
        }
      };
      await Promise.all(Array.from({ length: READERS }, read));
    },
  };
}
