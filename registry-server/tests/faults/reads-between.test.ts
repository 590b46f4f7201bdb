// Runs each read of several statements on SQLite with another process between any two of its statements. What it answers is what it
// answers before, or after: never a mixture.
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SQLITE_OPERATIONS } from '../../src/storage/operations.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/open.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { PUBLIC_URL } from '../support/engines.ts';
import { START_MS, testClock } from '../support/test-clock.ts';
import { memoryFolder } from './memory-folder.ts';
import { SECOND } from './second-session.ts';
import type { Task } from './second-session-thread.ts';
import type { Every } from './storage-operations.ts';
import { fill } from './world.ts';
import type { Facts } from './world.ts';

const isLong = process.env['ARTWORK_REGISTRY_LONG'] === '1';
const STRIDE = isLong ? 1 : 40;
/** With them each statement is one of a snapshot; without, a read of two could answer a mixture. */
const OF_A_SNAPSHOT = new Set(['BEGIN', 'COMMIT']);
const RUNNERS = ['get', 'all', 'run', 'iterate'] as const;
const READS = Object.entries(SQLITE_OPERATIONS).filter(([, kind]) => kind === 'read' || kind === 'point');

const clock = testClock();
const folder = mkdtempSync(join(memoryFolder(), 'registry-reads-'));
const [base, file] = [join(folder, 'base.db'), join(folder, 'registry.db')];
const shared = new SharedArrayBuffer(1024);
const state = new Int32Array(shared, 0, 1);
let other: Worker;
let facts: Facts;
let stop: () => void;
let texts: string[] | undefined;
let gap: { before: number; between: () => void } | undefined;
const counted = { reads: 0, pairs: 0, gaps: 0 };

const open = () => openSqliteStorage({ file, clock, listenUrl: () => PUBLIC_URL, readers: 0 });

beforeAll(async () => {
  stop = watch();
  const storage = open();
  // Some of these reads are of what these works and events made.
  facts = await fill(storage);
  await storage.close();
  copyFileSync(file, base);
  other = new Worker(new URL('./second-session-thread.ts', import.meta.url), { workerData: shared });
});

afterAll(async () => {
  stop();
  await other.terminate();
  rmSync(folder, { recursive: true, force: true });
  console.log(
    `SQLite, reads: ${counted.reads} of several statements, ${counted.pairs} pairs of operations at ${counted.gaps} gaps`,
  );
});

it('a read of several statements answers what was true at one moment', { timeout: 600_000 }, async () => {
  const mixed: string[] = [];
  let tried = 0;
  for (const [name] of READS) {
    for (const args of (facts.samples as unknown as Record<string, unknown[][]>)[name] ?? []) {
      const read = (storage: Storage) => (storage as unknown as Every)[name]!(...(args as never[]));
      const alone = await once(read);
      const statements = alone.texts.length;
      if (alone.texts.filter((text) => !OF_A_SNAPSHOT.has(text)).length < 2) continue;
      counted.reads += 1;
      for (const second of Object.keys(SECOND)) {
        tried += 1;
        const gaps = Array.from({ length: statements - 1 }, (_, index) => index + 1);
        const chosen = gaps.filter((before) => (before + tried) % STRIDE === 0);
        if (chosen.length === 0) continue;
        counted.pairs += 1;
        const answers = [alone.answer, (await once(read, () => act(second))).answer];
        for (const before of chosen) {
          counted.gaps += 1;
          const { answer } = await once(read, undefined, { before, between: () => act(second) });
          if (!answers.includes(answer))
            mixed.push(
              `${name} ${JSON.stringify(args)}, ${second} before ${before}: ${answer.slice(0, 300)}`,
            );
        }
      }
    }
  }
  expect(mixed.slice(0, 10)).toEqual([]);
  expect(counted.reads).toBeGreaterThan(20);
});

/** The read on a fresh copy, after `earlier`. */
async function once(
  read: (storage: Storage) => Promise<unknown>,
  earlier?: () => void,
  planned?: typeof gap,
): Promise<{ answer: string; texts: string[] }> {
  for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true });
  copyFileSync(base, file);
  earlier?.();
  const storage = open();
  const sent: string[] = [];
  [texts, gap] = [sent, planned];
  const answer = await read(storage).then(
    (value) => JSON.stringify(value, plain) ?? 'undefined',
    (error: unknown) => `threw ${String(error)}`,
  );
  texts = gap = undefined;
  await storage.close();
  return { answer: answer.replaceAll(UUID, '#'), texts: sent };
}

/** Those that the other process makes differ each time. */
const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

const plain = (_name: string, value: unknown) =>
  value instanceof Uint8Array ? new TextDecoder().decode(value) : value;

/** The other process does it while this one stands still. */
function act(name: string): void {
  Atomics.store(state, 0, 0);
  other.postMessage({
    file,
    name,
    named: { ...facts, samples: undefined },
    nowMs: START_MS + 1000,
  } as unknown as Task);
  Atomics.wait(state, 0, 0, 20_000);
  if (Atomics.load(state, 0) === 1) return;
  const [reason = ''] = new TextDecoder().decode(new Uint8Array(shared.slice(state.byteLength))).split('\0');
  throw new Error(`the other process could not ${name}: ${reason || 'it has not ended in time'}`);
}

function watch(): () => void {
  type Prepared = { source: string; database: BetterSqlite.Database };
  type Send = (this: Prepared, ...values: unknown[]) => unknown;
  const memory = new BetterSqlite(':memory:');
  const prepared = Object.getPrototypeOf(memory.prepare('SELECT 1')) as Record<
    (typeof RUNNERS)[number],
    Send
  >;
  memory.close();
  const spies = RUNNERS.map((name) => {
    const send = prepared[name];
    return vi.spyOn(prepared, name).mockImplementation(function (this: Prepared, ...values) {
      if (texts !== undefined && this.database.name === file && texts.push(this.source) - 1 === gap?.before)
        gap.between();
      return send.apply(this, values);
    });
  });
  return () => spies.forEach((spy) => spy.mockRestore());
}
