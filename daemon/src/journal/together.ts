// Statements of one method that belong together: a method may be called by itself or inside a transaction of its caller.
import type Database from 'better-sqlite3';

const atWork = new WeakSet<Database.Database>();

/** All or nothing, in a transaction, or in a savepoint of the one that is open. */
export function together<Value>(db: Database.Database, steps: () => Value): Value {
  if (atWork.has(db)) return db.transaction(steps)();
  endLost(db);
  atWork.add(db);
  try {
    return db.transaction(steps).immediate();
  } finally {
    atWork.delete(db);
  }
}

/**
 * Ends a transaction whose COMMIT failed, and its ROLLBACK too: every later write would be part of it, and never be on the disk. True
 * where there was one.
 */
export function endLost(db: Database.Database): boolean {
  if (!db.inTransaction) return false;
  db.exec('ROLLBACK');
  return true;
}
