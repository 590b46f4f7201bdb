import { afterEach, beforeEach, expect, it } from 'vitest';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWriter } from './connection.ts';
import { makeContext } from './context.ts';
import type { SqliteContext } from './context.ts';
import { migrate } from './migrate.ts';
import { SWEEP_STEPS, sweepPiece } from './sweep.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.parse('2026-11-22T12:00:00Z');
const AGES = { idempotencyHours: 24, deliveryDays: 30 };
const YOUNG = 300_000;

let folder: string;
let context: SqliteContext;
/** Rows that the statements of a sweep have handed over. */
let rowsRead = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-sweep-'));
  const db = openWriter(join(folder, 'registry.db'));
  migrate(db);
  context = makeContext(db, 'AREG');
  context.nowMs = NOW_MS;
  // Counts each row that a statement looks at by its time.
  db.function('seen', (at: number) => {
    rowsRead += 1;
    return at;
  });
});
afterEach(() => {
  context.db.close();
  rmSync(folder, { recursive: true, force: true });
});

it('a database file is for its owner only, whatever the folder allows', () => {
  expect(statSync(join(folder, 'registry.db')).mode & 0o777).toBe(0o600);
});

it('a sweep of a month of young events looks at one piece of them', () => {
  fillEvents(0, YOUNG);
  const watched = watchReads();
  for (let step = 0; step < SWEEP_STEPS; step += 1) expect(sweepPiece(watched, step, AGES).removed).toBe(0);
  expect(rowsRead).toBeLessThanOrEqual(500);
});

it('old events go, young ones stay', () => {
  fillEvents(40, 700);
  fillEvents(0, 100);
  for (let step = 0; step < SWEEP_STEPS; step += 1) while (sweepPiece(context, step, AGES).hasMore);
  expect(context.sql<{ n: number }>('SELECT count(*) AS n FROM events').get()?.n).toBe(100);
});

/** The same context, with statements on events and changes that count the rows whose time they look at. */
function watchReads(): SqliteContext {
  return {
    ...context,
    sql: ((text: string) =>
      context.db.prepare(
        /^SELECT seq.* FROM (events|changes)\b/s.test(text)
          ? text.replace(/\b(created_at|updated_at)\b/, 'seen($1)')
          : text,
      )) as SqliteContext['sql'],
  };
}

function fillEvents(daysOld: number, count: number): void {
  context.db.exec(
    `INSERT OR IGNORE INTO organizations (id, slug, name, status, created_at) VALUES ('o', 'o', 'O', 'active', 0)`,
  );
  context.db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO events (id, type, organization_id, payload, created_at)
       SELECT hex(randomblob(16)), 'artwork.updated', 'o', '{}', ? FROM n`,
    )
    .run(count, (NOW_MS - daysOld * DAY_MS) * 1000);
}
