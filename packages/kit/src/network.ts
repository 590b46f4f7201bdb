// How a program is called and calls others, as a parameter of both services: sockets, unless a simulation runs several of them in one
// process.
import type { FastifyInstance } from 'fastify';
import type { Dispatcher } from 'undici';

export type Network = {
  /** What takes the place of an agent: to any address, or to the one socket of this machine. Its owner closes it like one. */
  connect: (socketPath?: string) => Dispatcher;
  /** What takes the place of a port or a socket of this machine. Returns the address. */
  listen: (server: FastifyInstance, at: { host: string; port: number } | { path: string }) => Promise<string>;
};
