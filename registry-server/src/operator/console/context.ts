// What every page of the console gets, and the error for something that does not exist.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '#kit/clock';
import type { SecretKeys } from '../../secret-key.ts';
import type { OperatorRole } from '../../storage/operator-records.ts';
import type { Organization } from '../../storage/records.ts';
import type { Storage } from '../../storage/storage.ts';
import type { Html } from '#kit/html';
import type { SignedInAs, Who } from './operator-identity.ts';

export type View = { title: string; section: string; main: Html };

export type ConsoleContext = {
  scope: FastifyInstance;
  storage: Storage;
  clock: Clock;
  secretKeys: SecretKeys;
  passwordHash: string | undefined;
  /** Why no webhook may be sent to this address, as the end of a sentence; undefined: it may. */
  webhookRefusal(url: string): string | undefined;
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

/** Throws Missing for a short name that no organisation has. */
export async function getOrganization(
  storage: Pick<Storage, 'findOrganization'>,
  slug: string,
): Promise<Organization> {
  const found = await storage.findOrganization(slug);
  if (found === undefined) throw new Missing('There is no such organisation');
  return found;
}
