// A stranger at real sockets: a process of its own with the lowest priority, so that what it costs the server shows and not what it costs
// this machine to send. Told what to do by messages; see stranger.ts.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setPriority } from 'node:os';
import { Pool } from 'undici';

export type Ask = {
  method: 'GET' | 'POST';
  path: string;
  headers?: { [name: string]: string };
  body?: string;
};
export type Questions = {
  what: 'ask';
  url: string;
  from: string;
  /** In turn, from the beginning again after the last. */
  asks: readonly Ask[];
  most: number;
  connections: number;
  seconds: number;
};
export type Hold = {
  what: 'hold';
  url: string;
  from: string;
  connections: number;
  /** Sent at once. */
  begin: string;
  /** Sent again and again, a byte at a time; empty: nothing more comes. */
  more: string;
};
export type Release = { what: 'release' };
/** How many answers of each status there were. */
export type Answers = { [status: string]: number };
/** `closed`: by the server. */
export type Held = { open: number; closed: number };

const LOWEST = 19;
const BETWEEN_BYTES_MS = 1000;
const QUIET_MS = 500;
setPriority(LOWEST);

const held = new Set<Socket>();
let closed = 0;
let dripping: NodeJS.Timeout | undefined;

// Who started it is gone.
process.once('disconnect', () => process.exit());
process.on('message', (order: Questions | Hold | Release) => void carryOut(order));

async function carryOut(order: Questions | Hold | Release): Promise<void> {
  if (order.what === 'ask') process.send?.(await ask(order));
  else if (order.what === 'hold') process.send?.(await hold(order));
  else process.send?.(release());
}

/** Until the first refusal for having asked too much, or until the time is over. */
async function ask({ url, from, asks, most, connections, seconds }: Questions): Promise<Answers> {
  const answers: Answers = {};
  const pool = new Pool(url, { connections, pipelining: 1, localAddress: from });
  const until = performance.now() + seconds * 1000;
  let next = 0;
  const work = async () => {
    while (performance.now() < until && answers['429'] === undefined && next < most) {
      const { method, path, headers = {}, body = null } = asks[next++ % asks.length]!;
      let status: string;
      try {
        const answer = await pool.request({ method, path, headers, body });
        await answer.body.dump();
        status = String(answer.statusCode);
      } catch (error) {
        status = (error as { code?: string }).code ?? String(error);
      }
      answers[status] = (answers[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, work));
  await pool.destroy();
  return answers;
}

async function hold({ url, from, connections, begin, more }: Hold): Promise<Held> {
  const { hostname, port } = new URL(url);
  const open = Array.from(
    { length: connections },
    () =>
      new Promise<void>((resolve) => {
        const socket = connect({ host: hostname, port: Number(port), localAddress: from });
        socket.on('error', () => undefined);
        socket.once('close', () => {
          if (held.delete(socket)) closed += 1;
          resolve();
        });
        socket.once('connect', () => {
          held.add(socket);
          if (begin !== '') socket.write(begin);
          resolve();
        });
      }),
  );
  await Promise.all(open);
  let at = 0;
  if (more !== '')
    dripping ??= setInterval(() => {
      const byte = more[at++ % more.length]!;
      for (const socket of held) socket.write(byte);
    }, BETWEEN_BYTES_MS);
  // What is beyond a share is closed right after it was accepted; this process hears of it when the others let it.
  for (let heard = -1; heard !== closed;) {
    heard = closed;
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  }
  return { open: held.size, closed };
}

function release(): Held {
  const left = { open: held.size, closed };
  clearInterval(dripping);
  dripping = undefined;
  for (const socket of held) socket.destroy();
  held.clear();
  closed = 0;
  return left;
}
