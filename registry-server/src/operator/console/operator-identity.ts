// Who uses the console: a person with a name and a role, or the holder of the shared password or of a one-time link, who may do
// everything.
import { createHash, randomBytes } from 'node:crypto';
import { hashPassword, isPassword } from '#kit/password';
import type { OperatorRole } from '../../storage/operator-records.ts';
import type { Storage } from '../../storage/storage.ts';

export type Who = { name: string; role: OperatorRole };

/** What a session keeps of it. `stamp` changes with the password; null: not a named operator. */
export type SignedInAs = { name: string; stamp: string | null };

export const BY_LINK: SignedInAs = { name: 'one-time link', stamp: null };
export const BY_PASSWORD: SignedInAs = { name: 'shared password', stamp: null };

/** A named operator's role is read again with each request, so that it is taken away at once; undefined: no longer one. */
export async function whoIs(storage: Storage, { name, stamp }: SignedInAs): Promise<Who | undefined> {
  if (stamp === null) return { name, role: 'administer' };
  const operator = await storage.findOperator(name);
  if (operator === undefined || stampOf(operator.passwordHash) !== stamp) return undefined;
  return { name, role: operator.role };
}

/** Undefined for a wrong name or password, which take the same time. `name` is empty for the shared password. */
export async function signInAs(
  storage: Storage,
  sharedHash: string | undefined,
  given: { name: string; password: string },
): Promise<SignedInAs | undefined> {
  const operator = given.name === '' ? undefined : await storage.findOperator(given.name);
  const hash = given.name === '' ? sharedHash : operator?.passwordHash;
  const isRight = await isPassword(given.password, hash ?? (await nobodysHash()));
  if (!isRight || hash === undefined) return undefined;
  return operator === undefined ? BY_PASSWORD : { name: operator.name, stamp: stampOf(hash) };
}

const stampOf = (hash: string) => createHash('sha256').update(hash).digest('base64url').slice(0, 22);

let unknown: Promise<string> | undefined;

/** Of a password that nobody has. */
function nobodysHash(): Promise<string> {
  unknown ??= hashPassword(randomBytes(32).toString('base64url'));
  return unknown;
}
