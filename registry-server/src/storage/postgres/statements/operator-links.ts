// Links that open the operator's console once.
import type { PostgresContext } from '../engine/context.ts';

export async function insertOperatorLink(
  { connection, nowMs }: PostgresContext,
  link: { hash: string; expiresAt: number },
): Promise<void> {
  await Promise.all([
    connection.run('DELETE FROM operator_links WHERE expires_at <= $1', [nowMs * 1000]),
    connection.run('INSERT INTO operator_links (hash, expires_at) VALUES ($1, $2)', [
      link.hash,
      link.expiresAt,
    ]),
  ]);
}

export async function hasOperatorLink(
  { connection, nowMs }: PostgresContext,
  hash: string,
): Promise<boolean> {
  const rows = await connection.query('SELECT 1 FROM operator_links WHERE hash = $1 AND expires_at > $2', [
    hash,
    nowMs * 1000,
  ]);
  return rows.length > 0;
}

/** True for the first use only. */
export async function takeOperatorLink(
  { connection, nowMs }: PostgresContext,
  hash: string,
): Promise<boolean> {
  const removed = await connection.run('DELETE FROM operator_links WHERE hash = $1 AND expires_at > $2', [
    hash,
    nowMs * 1000,
  ]);
  return removed > 0;
}
