// The thread behind network-latency.ts: accepts connections and passes their data on after a delay. A timer of Node waits a whole
// millisecond at least; so while data wait, this thread sleeps in pieces of a tenth and looks at its sockets in between.
import { createServer, connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';

/** A Unix socket by its path, or a port on 127.0.0.1. */
export type LinkEnd = { path: string } | { port: number };

export type Latency = {
  /** Pieces of data that were delayed. */
  pieces: number;
  /** What was really added to a round trip, in milliseconds: twice what one piece waited. */
  meanMs: number;
  worstMs: number;
};

export type LinkStart = { to: LinkEnd; roundTripMs: number };
export type LinkOrder = { id: number; what: 'cut' | 'freeze' | 'reopen' | 'lead' | 'report'; to?: LinkEnd };
export type LinkAnswer = { id: number; connections: number; latency: Latency };

const NAP_MS = 0.1;
/** How much later than asked for a nap ends: the rest of a delay is waited for awake. */
const LATE_MS = 0.08;

type Piece = { data: Buffer | 'end'; from: Socket; to: Socket; arrivedAt: number };

const { to: firstTarget, roundTripMs } = workerData as LinkStart;
const oneWayMs = roundTripMs / 2;
const sleeper = new Int32Array(new SharedArrayBuffer(4));
const sockets = new Set<Socket>();
/** In order of arrival, which is the order in which they are due. */
const queue: Piece[] = [];
const measured = { pieces: 0, sumMs: 0, worstMs: 0 };
let target = firstTarget;
let state: 'open' | 'cut' | 'frozen' = 'open';
let isPumping = false;
let clients = 0;

const server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => {
  if (state === 'cut') {
    client.destroy();
    return;
  }
  const upstream = connect({
    ...('path' in target ? target : { ...target, host: '127.0.0.1' }),
    allowHalfOpen: true,
  });
  clients += 1;
  client.once('close', () => (clients -= 1));
  join(client, upstream);
  join(upstream, client);
  client.resume();
});
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage({ port: (server.address() as AddressInfo).port });
});

parentPort?.on('message', ({ id, what, to }: LinkOrder) => {
  if (to !== undefined) target = to;
  if (what === 'cut' || what === 'lead') endAll();
  if (what === 'cut') state = 'cut';
  if (what === 'freeze') state = 'frozen';
  if (what === 'reopen' || what === 'lead') {
    state = 'open';
    pump();
  }
  const { pieces, sumMs, worstMs } = measured;
  const latency = { pieces, meanMs: pieces === 0 ? 0 : (2 * sumMs) / pieces, worstMs: 2 * worstMs };
  parentPort?.postMessage({ id, connections: clients, latency } satisfies LinkAnswer);
});

function endAll(): void {
  queue.length = 0;
  for (const socket of sockets) socket.destroy();
}

/** Passes on from one side to the other. */
function join(from: Socket, to: Socket): void {
  from.setNoDelay(true);
  sockets.add(from);
  from.on('data', (data) => take({ data, from, to, arrivedAt: performance.now() }));
  from.once('end', () => take({ data: 'end', from, to, arrivedAt: performance.now() }));
  from.once('error', () => to.destroy());
  from.once('close', (hadError) => {
    sockets.delete(from);
    if (hadError) to.destroy();
  });
}

function take(piece: Piece): void {
  if (state === 'open' && oneWayMs === 0 && queue.length === 0) return pass(piece);
  queue.push(piece);
  if (!isPumping && state === 'open') pump();
}

function pump(): void {
  isPumping = false;
  if (state !== 'open') return;
  for (let piece = queue[0]; piece !== undefined; piece = queue[0]) {
    const waitedMs = performance.now() - piece.arrivedAt;
    if (waitedMs < oneWayMs) {
      const napMs = Math.min(NAP_MS, oneWayMs - waitedMs - LATE_MS);
      if (napMs > 0) Atomics.wait(sleeper, 0, 0, napMs);
      isPumping = true;
      setImmediate(pump);
      return;
    }
    queue.shift();
    measured.pieces += 1;
    measured.sumMs += waitedMs;
    measured.worstMs = Math.max(measured.worstMs, waitedMs);
    pass(piece);
  }
}

function pass({ data, from, to }: Piece): void {
  if (to.destroyed) return;
  if (data === 'end') to.end();
  else if (!to.write(data)) {
    // The other side is slow: read no more until it has taken this.
    from.pause();
    to.once('drain', () => from.resume());
  }
}
