// A one-time link that opens the operator console, for anyone who can run commands on the registry's machine.
import { createHash, randomBytes } from 'node:crypto';
import { OPERATOR_LINK_MS } from '../../storage/shared/waits.ts';
import type { Storage } from '../../storage/storage.ts';

export const LINK_MINUTES = OPERATOR_LINK_MS / 60_000;

/** The path with its token. Only the token's hash is stored. */
export async function makeOperatorLink(
  storage: Pick<Storage, 'insertOperatorLink'>,
  nowMs: number,
): Promise<{ path: string; expiresAtMs: number }> {
  const token = `opl_${randomBytes(32).toString('base64url')}`;
  const expiresAtMs = nowMs + OPERATOR_LINK_MS;
  await storage.insertOperatorLink({ hash: hashOf(token), expiresAt: expiresAtMs * 1000 });
  return { path: `/operator/open?token=${token}`, expiresAtMs };
}

/** True the first time a valid token is used. An unknown token causes no write. */
export async function useOperatorLink(
  storage: Pick<Storage, 'hasOperatorLink' | 'takeOperatorLink'>,
  token: unknown,
): Promise<boolean> {
  if (typeof token !== 'string' || !/^opl_[\w-]{43}$/.test(token)) return false;
  const hash = hashOf(token);
  return (await storage.hasOperatorLink(hash)) && storage.takeOperatorLink(hash);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
