// What every page of the console is given, and how it says that something is not there.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../clock.ts';
import type { Storage } from '../storage/storage.ts';
import type { Html } from './html.ts';
import type { Sessions } from './sessions.ts';

export type View = { title: string; section: string; main: Html };

export type Console = {
  scope: FastifyInstance;
  storage: Storage;
  clock: Clock;
  sessions: Sessions;
  passwordHash: string | undefined;
  /** Token for the forms of this visitor. */
  tokenOf(request: FastifyRequest): string;
  /** Id of this visitor's cookie. */
  idOf(request: FastifyRequest): string;
  /** Under a new id; the browser is known from then on. */
  signIn(request: FastifyRequest, reply: FastifyReply): void;
  /** Id of a browser that has signed in before. */
  deviceOf(request: FastifyRequest): string | undefined;
  show(request: FastifyRequest, reply: FastifyReply, view: View, status?: number): FastifyReply;
};

/** Thrown by a page: what was asked for is not there. */
export class Missing extends Error {}
