// What was erased lies in the write-ahead log until that is emptied, which the snapshot of a reader prevents. A counter tells of it,
// because the process that erased may be a command that ends, or be killed: the next group of any process empties the log.
import type { Database } from 'better-sqlite3';
import { ERASURES_IN_LOG } from './context.ts';
import type { SqliteContext } from './context.ts';

// How long the writer waits for readers that still need the log.
const WAIT_MS = 5;
// How long after a failed attempt the next one follows. What follows the log, as Litestream does, holds a snapshot always.
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

/** After COMMIT. Where it cannot be done now, because a snapshot is open or the disk is full, a later group tries again. */
export function emptyErasedLog(context: SqliteContext): void {
  if (context.erasures === 0 || context.elapsed() < context.emptyLogFrom) return;
  try {
    if (emptyLog(context.db)) {
      context.emptyLogPauseMs = 0;
      // Unless another process has noted one more since.
      context
        .sql(`DELETE FROM counters WHERE name = '${ERASURES_IN_LOG}' AND value = ?`)
        .run(context.erasures);
      return;
    }
  } catch {
    // The group is committed all the same.
  }
  context.emptyLogPauseMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * context.emptyLogPauseMs));
  context.emptyLogFrom = context.elapsed() + context.emptyLogPauseMs;
}

function emptyLog(db: Database): boolean {
  const timeoutMs = db.pragma('busy_timeout', { simple: true }) as number;
  db.pragma(`busy_timeout = ${Math.min(timeoutMs, WAIT_MS)}`);
  try {
    const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
    return result?.busy === 0;
  } finally {
    db.pragma(`busy_timeout = ${timeoutMs}`);
  }
}
