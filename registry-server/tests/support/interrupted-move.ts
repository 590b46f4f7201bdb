// A process that moves a registry and is interrupted at one step. Arguments: direction, file, URL, number of the step, and
// what happens there; steps are counted from 1. Prints each step that it reaches, and at the end how the move went.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';

/** `before`: killed before the step. `sent`: killed after it, its answer unread. `cut`: the connection ends with the answer. */
export type Interruption = 'before' | 'sent' | 'cut' | 'never';
export const MOVE_KEY = Buffer.alloc(32, 7);

const STEPS =
  /^\s*(BEGIN|COMMIT|INSERT INTO registry_facts|DELETE FROM registry_facts|UPDATE schema_version|UPDATE issued|TRUNCATE|LOCK TABLE|user_version =|wal_checkpoint|journal_mode = DELETE)/;
// The answer lies in the buffer of the socket then.
const ANSWERED_MS = 30;

if (import.meta.main) {
  const [direction, file = '', url = '', at, how] = process.argv.slice(2);
  interrupt(Number(at), how as Interruption);
  const { moveToPostgres } = await import('../../src/storage/move/to-postgres.ts');
  const { moveToSqlite } = await import('../../src/storage/move/to-sqlite.ts');
  const move = direction === 'to-postgres' ? moveToPostgres : moveToSqlite;
  const options = {
    file,
    url,
    sourceKeys: [MOVE_KEY],
    targetKey: MOVE_KEY,
    nowMs: 0,
    onProgress: () => undefined,
  };
  await move(options).then(
    () => say('moved'),
    (error: { code?: string }) => say(`refused ${error.code}`),
  );
}

function say(line: string): void {
  fs.writeSync(1, `${line}\n`);
}

function interrupt(at: number, how: Interruption): void {
  let steps = 0;
  const kill = () => process.kill(process.pid, 'SIGKILL');
  const waitForAnswer = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ANSWERED_MS);
  /** Runs the step; `cut` ends the connection that it went to. */
  const step = <Value>(what: string, run: () => Value, cut?: () => void): Value => {
    steps += 1;
    const isHere = steps === at;
    say(
      `step ${steps} ${cut === undefined ? 'local' : 'remote'} ${what.slice(0, 60).replaceAll(/\s+/g, ' ')}`,
    );
    if (isHere && how === 'before') kill();
    const value = run();
    if (!isHere || how === 'before') return value;
    waitForAnswer();
    if (how === 'sent') kill();
    if (how === 'cut') cut?.();
    return value;
  };

  const client = pg.Client.prototype as unknown as { query(...given: unknown[]): unknown };
  const { query } = client;
  client.query = function (this: { connection: { stream: { destroy(): void } } }, ...given) {
    const [asked] = given as [string | { text?: string }];
    const text = typeof asked === 'string' ? asked : (asked.text ?? '');
    const send = () => query.apply(this, given);
    return STEPS.test(text) ? step(text, send, () => this.connection.stream.destroy()) : send();
  };
  const database = BetterSqlite.prototype as unknown as Record<
    'exec' | 'pragma',
    (text: string, ...more: unknown[]) => unknown
  >;
  for (const name of ['exec', 'pragma'] as const) {
    const real = database[name];
    database[name] = function (this: unknown, text, ...more) {
      const run = () => real.call(this, text, ...more);
      return STEPS.test(text) ? step(text, run) : run();
    };
  }
  const { renameSync } = fs;
  fs.renameSync = (from, to) => step('rename', () => renameSync(from, to));
  syncBuiltinESMExports();
}
