// Who sends a request, and how much of a server one sender may use at the same time, before anybody has proved who sends.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Socket } from 'node:net';
import { bareForwardedFor, senderOf } from '@artwork-registry/contract';

/** Hundreds of galleries share an address of their hosting; each has one turn under way at a time. */
const MOST_REQUESTS = 256;
/** Connections of one address, whether or not they ask anything. */
const MOST_CONNECTIONS = 512;

/** What trusted proxies say of the sender, in the one form that everything is counted by. Before anything reads `request.ip`. */
export function knowSenders(server: FastifyInstance): void {
  server.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const said = headers['x-forwarded-for'];
    if (said !== undefined) headers['x-forwarded-for'] = bareForwardedFor(String(said));
    done();
  });
}

type Limits = {
  /** Its connections are those of all senders. */
  isBehindProxy: boolean;
  /** Senders that the operator has named, of whom a whole service speaks. Default: none. */
  isKnown?: (address: string) => boolean;
  /** Answers a request beyond the share; its headers are set. */
  refuse: (reply: FastifyReply) => void;
};

/** Refuses what one sender does beyond its share. */
export function limitSenders(server: FastifyInstance, limits: Limits): void {
  const { isBehindProxy, isKnown = () => false, refuse } = limits;
  const requests = createCounter();
  const connections = createCounter();

  server.server.on('connection', (socket: Socket) => {
    // Without an address it is a socket of this machine, or gone already.
    if (socket.remoteAddress === undefined || isBehindProxy || isKnown(socket.remoteAddress)) return;
    const sender = senderOf(socket.remoteAddress);
    if (connections.add(sender) > MOST_CONNECTIONS) socket.destroy();
    socket.once('close', () => connections.remove(sender));
  });

  server.addHook('onRequest', (request, reply, done) => {
    // Some requests have no sender: those of a socket of this machine.
    if (!request.ip || isKnown(request.ip)) return done();
    const sender = senderOf(request.ip);
    const isTooMany = requests.add(sender) > MOST_REQUESTS;
    reply.raw.once('close', () => requests.remove(sender));
    if (!isTooMany) return done();
    void reply.code(429).headers({ 'retry-after': '1', connection: 'close' });
    refuse(reply);
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
