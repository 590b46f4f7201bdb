// Links that open the operator's console once.
import type { Portable } from './portable.ts';

export async function insertOperatorLink(
  { run, nowMs }: Portable,
  link: { hash: string; expiresAt: number },
): Promise<void> {
  await Promise.all([
    run('DELETE FROM operator_links WHERE expires_at <= $1', [nowMs * 1000]),
    run('INSERT INTO operator_links (hash, expires_at) VALUES ($1, $2)', [link.hash, link.expiresAt]),
  ]);
}

export async function hasOperatorLink({ first, nowMs }: Portable, hash: string): Promise<boolean> {
  const text = 'SELECT 1 FROM operator_links WHERE hash = $1 AND expires_at > $2';
  return (await first(text, [hash, nowMs * 1000])) !== undefined;
}

/** True for the first use only. */
export async function takeOperatorLink({ run, nowMs }: Portable, hash: string): Promise<boolean> {
  const text = 'DELETE FROM operator_links WHERE hash = $1 AND expires_at > $2';
  return (await run(text, [hash, nowMs * 1000])) > 0;
}
