// What was erased lies in the write-ahead log until that is emptied, which the snapshot of a reader prevents. A counter tells of it,
// because the process that erased may be a command that ends, or be killed: the next group of any process empties the log.
import { ERASED_IN_LOG } from './context.ts';
import type { SqliteContext } from './context.ts';

// How long the writer waits for readers that still need the log, and for other writers.
const WAIT_MS = 5;
// How long after a failed attempt the next one follows. What follows the log, as Litestream does, holds a snapshot always.
const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

/** After COMMIT. Where it cannot be done now, because a snapshot is open or the disk is full, a later group tries again. */
export function emptyErasedLog(context: SqliteContext): void {
  const { erasedInLogAt } = context;
  if (erasedInLogAt === 0) return;
  // Another erasure, of this process or another one, waits for no pause.
  if (erasedInLogAt !== context.emptyLogFor)
    Object.assign(context, { emptyLogFor: erasedInLogAt, emptyLogFrom: -Infinity, emptyLogPauseMs: 0 });
  if (context.elapsed() < context.emptyLogFrom) return;
  try {
    if (inShortWait(context.db, () => isEmptied(context))) return;
  } catch {
    // The group is committed all the same.
  }
  context.emptyLogPauseMs = Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * context.emptyLogPauseMs));
  context.emptyLogFrom = context.elapsed() + context.emptyLogPauseMs;
}

function inShortWait<Value>(db: SqliteContext['db'], work: () => Value): Value {
  const timeoutMs = db.pragma('busy_timeout', { simple: true }) as number;
  db.pragma(`busy_timeout = ${Math.min(timeoutMs, WAIT_MS)}`);
  try {
    return work();
  } finally {
    db.pragma(`busy_timeout = ${timeoutMs}`);
  }
}

function isEmptied({ db, sql, erasedInLogAt }: SqliteContext): boolean {
  const [result] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  if (result?.busy !== 0) return false;
  // Unless another process has erased more since.
  sql('DELETE FROM counters WHERE name = ? AND value = ?').run(ERASED_IN_LOG, erasedInLogAt);
  return true;
}
