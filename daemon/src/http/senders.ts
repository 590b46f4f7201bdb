// How much of a server one sender may use at the same time, before anybody has proved who sends.
import type { FastifyInstance } from 'fastify';
import type { Socket } from 'node:net';

/** Hundreds of galleries share an address of their hosting; each has one turn under way at a time. */
const MOST_REQUESTS = 256;
/** Connections of one address, whether or not they ask anything. */
const MOST_CONNECTIONS = 512;

/** Refuses what one sender does beyond its share. `isBehindProxy`: its connections are those of all senders. */
export function limitSenders(server: FastifyInstance, { isBehindProxy }: { isBehindProxy: boolean }): void {
  const requests = createCounter();
  const connections = createCounter();

  server.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    // Without an address it is a socket of this machine, or gone already.
    if (address === undefined || isBehindProxy) return;
    if (connections.add(address) > MOST_CONNECTIONS) socket.destroy();
    socket.once('close', () => connections.remove(address));
  });

  server.addHook('onRequest', (request, reply, done) => {
    const sender = request.ip;
    if (!sender) return done();
    const isTooMany = requests.add(sender) > MOST_REQUESTS;
    reply.raw.once('close', () => requests.remove(sender));
    if (!isTooMany) return done();
    void reply
      .code(429)
      .headers({ 'retry-after': '1', connection: 'close' })
      .send({
        error: { code: 'too_many_requests', message: 'Too many requests of this address are under way.' },
      });
  });
}

function createCounter() {
  const counts = new Map<string, number>();
  return {
    add(name: string): number {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return count;
    },
    remove(name: string): void {
      const count = (counts.get(name) ?? 0) - 1;
      if (count > 0) counts.set(name, count);
      else counts.delete(name);
    },
  };
}
