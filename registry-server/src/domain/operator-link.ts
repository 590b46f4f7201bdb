// A link that opens the operator's console once, for whoever can run a command on the machine of the registry.
import { createHash, randomBytes } from 'node:crypto';
import type { Storage } from '../storage/storage.ts';

export const LINK_MINUTES = 10;

/** The path with its token, which is nowhere else: stored is its hash. */
export async function makeOperatorLink(
  storage: Pick<Storage, 'insertOperatorLink'>,
  nowMs: number,
): Promise<{ path: string; expiresAtMs: number }> {
  const token = `opl_${randomBytes(32).toString('base64url')}`;
  const expiresAtMs = nowMs + LINK_MINUTES * 60_000;
  await storage.insertOperatorLink({ hash: hashOf(token), expiresAt: expiresAtMs * 1000 });
  return { path: `/operator/open?token=${token}`, expiresAtMs };
}

/** True once. A token that nobody made costs no write. */
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
