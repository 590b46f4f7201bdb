// Statements of one method that belong together: a method may be called by itself or inside a transaction of its caller.
import type Database from 'better-sqlite3';

/** All or nothing, in a transaction, or in a savepoint of the one that is open. */
export const together = <Value>(db: Database.Database, steps: () => Value): Value =>
  db.transaction(steps).immediate();
