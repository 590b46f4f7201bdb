// Whether the database is whole and as shipped, and what the operator sees of the engine.
import type { EngineStatus, Inspection } from '../../operator-records.ts';
import { dumpSchema, shippedSchema } from '../engine/migrate.ts';
import type { SqliteContext } from '../engine/context.ts';

const MAX_DAMAGE = 20;

/** Reads the whole file once: seconds for a million works. */
export function inspect(context: SqliteContext): Inspection {
  const { db } = context;
  const found = db.pragma(`quick_check(${MAX_DAMAGE})`) as { quick_check: string }[];
  return {
    schemaVersion: db.pragma('user_version', { simple: true }) as number,
    isSchemaAsShipped: inAnyOrder(dumpSchema(db)) === inAnyOrder(shippedSchema()),
    damage: found.map((row) => row.quick_check).filter((line) => line !== 'ok'),
    clock: context.pluck<number>(`SELECT value FROM counters WHERE name = 'clock'`).get() ?? 0,
  };
}

/** A database that was moved here has its triggers in another order. */
function inAnyOrder(schema: string): string {
  return schema
    .trim()
    .replace(/^CREATE/, '')
    .split('\n\nCREATE')
    .sort()
    .join('\n\nCREATE');
}

/** One process serves the embedded database, and knows no other. */
export function readEngine({ db, pluck }: SqliteContext): EngineStatus {
  return {
    name: `SQLite ${pluck<string>('SELECT sqlite_version()').get() ?? ''}`,
    schemaVersion: db.pragma('user_version', { simple: true }) as number,
    instances: [],
    standbys: [],
    isSynchronous: false,
    connections: null,
    oldestTransaction: null,
    hints: [],
  };
}
