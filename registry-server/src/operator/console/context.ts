// What every page of the console gets, and the error for something that does not exist.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#kit/clock';
import type { OperatorRole } from '../../storage/operator-records.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Html } from '#kit/html';
import type { ActionContext } from '../actions/action.ts';
import type { SignedInAs, Who } from './operator-identity.ts';

export type View = { title: string; section: string; main: Html };

export type ConsoleContext = {
  scope: FastifyInstance;
  storage: Storage;
  clock: Clock;
  passwordHash: string | undefined;
  actions: ActionContext;
  /** Says that it needs another role. */
  refuseRole(reply: FastifyReply, needed: OperatorRole): FastifyReply;
  /** Token for the forms of this visitor. */
  tokenOf(request: FastifyRequest): string;
  isSignedIn(request: FastifyRequest): boolean;
  /** Starts a session under a new id, remembers the browser and writes it down. */
  signIn(request: FastifyRequest, reply: FastifyReply, as: SignedInAs): Promise<void>;
  /** The visitor, who is signed in on every page but those of the way in. */
  whoOf(request: FastifyRequest): Who | undefined;
  /** Whether the visitor's role allows it: a form that would be refused is not shown. */
  may(request: FastifyRequest, needed: OperatorRole): boolean;
  signOut(reply: FastifyReply): void;
  /** Id of a browser that has signed in before. */
  deviceOf(request: FastifyRequest): string | undefined;
  show(request: FastifyRequest, reply: FastifyReply, view: View, status?: number): FastifyReply;
};

/** Thrown by a page whose subject does not exist. */
export class Missing extends Error {}
