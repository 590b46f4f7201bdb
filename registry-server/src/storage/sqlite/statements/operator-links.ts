// Links that open the operator's console once.
import type { SqliteContext } from '../engine/context.ts';

export function insertOperatorLink(context: SqliteContext, link: { hash: string; expiresAt: number }): void {
  const { sql } = context;
  sql('DELETE FROM operator_links WHERE expires_at <= ?').run(context.nowMs * 1000);
  sql('INSERT INTO operator_links (hash, expires_at) VALUES (?, ?)').run(link.hash, link.expiresAt);
}

export function hasOperatorLink(context: SqliteContext, hash: string): boolean {
  return (
    context
      .sql('SELECT 1 FROM operator_links WHERE hash = ? AND expires_at > ?')
      .get(hash, context.nowMs * 1000) !== undefined
  );
}

/** True for the one who uses it first. */
export function takeOperatorLink(context: SqliteContext, hash: string): boolean {
  return (
    context
      .sql('DELETE FROM operator_links WHERE hash = ? AND expires_at > ?')
      .run(hash, context.nowMs * 1000).changes > 0
  );
}
