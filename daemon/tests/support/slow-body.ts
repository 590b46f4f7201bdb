// A request whose body comes slowly, over a connection of its own, as a stranger sends it who means to hold one.
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

export type SlowBody = {
  socket: Socket;
  /** What was answered so far. */
  answer: () => string;
  /** Sends one more byte. */
  drip: () => void;
  /** How long the connection has been open, or was until the other side closed it, in ms. */
  heldMs: () => number;
  isClosed: () => boolean;
};

/** Announces `length` bytes of JSON, and sends one. */
export function slowBody(origin: string, path: string, length = 100_000): SlowBody {
  const { hostname: host, port, protocol } = new URL(origin);
  const to = { host, port: Number(port) };
  // Whose certificate it is does not matter to a stranger.
  const socket = protocol === 'https:' ? connectTls({ ...to, rejectUnauthorized: false }) : connect(to);
  const beganMs = performance.now();
  let closedMs: number | null = null;
  let answer = '';
  // A connection that the other side ends is what is wanted of it.
  socket.on('error', () => {});
  socket.on('close', () => (closedMs = performance.now()));
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('utf8')));
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`,
  );
  return {
    socket,
    answer: () => answer,
    drip: () => void (socket.writable && socket.write(' ')),
    heldMs: () => (closedMs ?? performance.now()) - beganMs,
    isClosed: () => closedMs !== null,
  };
}
