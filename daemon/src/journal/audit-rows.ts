// Rows of the table `audit_seen`: what the audit under way has listed.
import type Database from 'better-sqlite3';

export type AuditRows = ReturnType<typeof auditRows>;

export function auditRows(db: Database.Database) {
  const insert = db.prepare('INSERT INTO audit_seen VALUES (?, ?) ON CONFLICT DO NOTHING');
  const clear = db.prepare('DELETE FROM audit_seen WHERE site_id = ?');
  const move = db.prepare('UPDATE OR IGNORE audit_seen SET site_id = ? WHERE site_id = ?');
  return {
    /** False where this audit listed it before. */
    insertSeen: (siteId: string, registryId: string) => insert.run(siteId, registryId).changes === 1,
    clear: (siteId: string) => void clear.run(siteId),
    moveSite: (from: string, to: string) => void move.run(to, from),
  };
}
