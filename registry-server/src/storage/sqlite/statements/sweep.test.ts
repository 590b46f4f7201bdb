// What looking after old rows may cost: a look passes the rows that are old, never all those that are not.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { START_MS } from '../../../../tests/support/test-clock.ts';
import { openWriter } from '../engine/connection.ts';
import { listAccessRequests } from '../../tables/access-requests.ts';
import { makeContext } from '../engine/context.ts';
import type { SqliteContext } from '../engine/context.ts';
import { findBacklog } from './delivery-search.ts';
import { migrate } from '../engine/migrate.ts';
import { SWEEP_STEPS, sweepPiece } from './sweep.ts';

let folder: string;
let context: SqliteContext;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'registry-sweep-'));
  const db = openWriter(join(folder, 'registry.db'));
  migrate(db);
  context = makeContext(db, 'AREG');
  context.nowMs = START_MS;
});
afterEach(() => {
  context.db.close();
  rmSync(folder, { recursive: true, force: true });
});

const AGES = { idempotencyHours: 24, deliveryDays: 30 };
const DAY_MICROS = 86_400_000_000;

async function sweepAll(): Promise<void> {
  for (let step = 0; step < SWEEP_STEPS; step += 1) while ((await sweepPiece(context, step, AGES)).hasMore);
}

it('a sweep stops at the first row that is too young, and continues from there', async () => {
  const now = START_MS * 1000;
  const insert = context.db.prepare(
    `INSERT INTO events (id, type, organization_id, payload, created_at)
     VALUES (?, 'artwork.created', '00000000-0000-4000-8000-000000000001', '{}', ?)`,
  );
  const ages = [40, 35, 30 - 1 / 24, 40];
  for (const [index, days] of ages.entries()) insert.run(`e${index}`, now - days * DAY_MICROS);
  const left = () => context.db.prepare('SELECT id FROM events ORDER BY seq').pluck().all();
  await sweepAll();
  expect(left()).toEqual(['e2', 'e3']);
  context.nowMs += 3_600_001;
  await sweepAll();
  expect(left()).toEqual(['e2', 'e3']);
  await sweepAll();
  expect(left()).toEqual([]);
});

it('neither a sweep nor the backlog reads a whole table', async () => {
  const texts = new Set<string>();
  const { sql, pluck, all } = context;
  const note = <Prepare extends (text: string, ...values: never[]) => unknown>(prepare: Prepare): Prepare =>
    ((text: string, ...values: never[]) => {
      texts.add(text);
      return prepare(text, ...values);
    }) as Prepare;
  Object.assign(context, { sql: note(sql), pluck: note(pluck), all: note(all) });
  await sweepAll();
  findBacklog(context);
  await listAccessRequests(context, 'queued');
  for (const text of texts) {
    const plan = context.db
      .prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text.replace(/\?|[@$]\w+/g, 'NULL')}`)
      .all()
      .map((step) => step.detail);
    // A piece by number is a scan that ends with its limit.
    const scans = plan.filter(
      (step) =>
        /^SCAN (deliveries|access_requests|events|changes)\b/.test(step) && !/USING .*INDEX/.test(step),
    );
    expect(scans, text).toEqual([]);
  }
  expect(texts.size).toBeGreaterThan(8);
});
