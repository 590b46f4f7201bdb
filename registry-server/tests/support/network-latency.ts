// A link between an instance and PostgreSQL that is slow or broken on purpose: it adds latency, and can be cut, frozen, opened again and
// led to another server. It runs in a thread of its own (network-latency-thread.ts), so that a busy test delays nothing.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Latency, LinkAnswer, LinkEnd, LinkOrder, LinkStart } from './network-latency-thread.ts';

export type Link = {
  /** Where instances connect: the port on 127.0.0.1. */
  readonly port: number;
  /** For the user `registry`, as an instance's DATABASE_URL. */
  url(database: string): string;
  /** Ends every connection and refuses new ones. */
  cut(): Promise<void>;
  /** Passes nothing on and ends nothing, as a network does that drops packets. */
  freeze(): Promise<void>;
  /** Passes on again, what waited included. */
  reopen(): Promise<void>;
  /** Where new connections lead from now on; the present ones are ended. */
  leadTo(to: LinkEnd): Promise<void>;
  /** Connections that are open now. */
  connections(): Promise<number>;
  latency(): Promise<Latency>;
  close(): Promise<void>;
};

/** Opens a link to `to`. `roundTripMs` is what it adds to a round trip, half of it each way; 0 adds nothing. */
export async function openLink({
  to,
  roundTripMs = 0,
}: {
  to: LinkEnd;
  roundTripMs?: number;
}): Promise<Link> {
  const workerData: LinkStart = { to, roundTripMs };
  const thread = new Worker(new URL('./network-latency-thread.ts', import.meta.url), { workerData });
  const [{ port }] = (await once(thread, 'message')) as [{ port: number }];
  let serial = 0;
  const waiting = new Map<number, (answer: LinkAnswer) => void>();
  thread.on('message', (answer: LinkAnswer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  const order = (what: LinkOrder['what'], end?: LinkEnd): Promise<LinkAnswer> =>
    new Promise((resolve) => {
      const id = ++serial;
      waiting.set(id, resolve);
      thread.postMessage({ id, what, ...(end && { to: end }) } satisfies LinkOrder);
    });
  return {
    port,
    url: (database) => `postgres://registry@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    cut: async () => void (await order('cut')),
    freeze: async () => void (await order('freeze')),
    reopen: async () => void (await order('reopen')),
    leadTo: async (end) => void (await order('lead', end)),
    connections: async () => (await order('report')).connections,
    latency: async () => (await order('report')).latency,
    close: async () => void (await thread.terminate()),
  };
}
