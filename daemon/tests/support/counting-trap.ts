// An address that a stranger names as his own, where no site is: counts who connects, and hangs up.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

export type Trap = { origin: string; connections: () => number; stop: () => void };

/** `host`: the name under which it is known; all lead to this machine. */
export async function countingTrap(host = 'localhost'): Promise<Trap> {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
    socket.destroy();
  }).listen(0);
  await once(server, 'listening');
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    connections: () => connections,
    stop: () => void server.close(),
  };
}
