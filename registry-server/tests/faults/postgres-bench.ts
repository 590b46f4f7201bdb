import { openPostgresStorage } from '../../src/storage/postgres/open.ts';
import { ISSUING_WRITES, OTHER_WRITES, POINT_READS, READS } from '../../src/storage/postgres/operations.ts';
import { freshRegistry, PUBLIC_URL } from '../support/engines.ts';
import type { TestClock } from '../support/test-clock.ts';
import { benchOf } from './bench.ts';
import type { Bench } from './bench.ts';
import { endsSession, failuresOf, PostgresFailures } from './postgres-failures.ts';
import type { PostgresFailure } from './postgres-failures.ts';
import { openTables, restoreUnder } from './postgres-tables.ts';
import type { KeptTables } from './postgres-tables.ts';

/** `jobs`: gets the names of all operations that were asked for, by whatever way. */
export async function postgresBench(
  clock: TestClock,
  jobs: Set<string>,
): Promise<Bench<PostgresFailure, KeptTables>> {
  const { url, drop } = await freshRegistry('postgres-15');
  const tables = await openTables(url);
  const failures = new PostgresFailures(decodeURIComponent(new URL(url).pathname.slice(1)));
  const unwatch = noteJobs(jobs);
  return benchOf({
    failures,
    failuresOf,
    rest: () => failures.rest(),
    // What was sent behind the statement in the same round trip may have been done as well.
    isAfterwards: (how) => how === 'lost after',
    putUnder: async (storage, kept, last) => {
      if (last !== undefined && endsSession(last)) return false;
      failures.rest();
      await restoreUnder(storage, tables, kept);
      return true;
    },
    putBack: (kept) => (kept === undefined ? undefined : tables.restore(kept)),
    keep: () => tables.keep(),
    read: () => tables.read(),
    openStorage: () =>
      openPostgresStorage({
        url,
        clock,
        listenUrl: () => PUBLIC_URL,
        mustExist: true,
        stalledMs: 20_000,
      }),
    end: async () => {
      unwatch();
      await tables.close();
      await drop();
    },
  });
}

type Named = Record<string, (...args: never[]) => unknown>;

function noteJobs(jobs: Set<string>): () => void {
  const found = [ISSUING_WRITES, OTHER_WRITES, READS, POINT_READS].map((table) => ({
    table: table as unknown as Named,
    before: { ...(table as unknown as Named) },
  }));
  for (const { table, before } of found) {
    for (const [name, run] of Object.entries(before)) {
      table[name] = (...args) => {
        jobs.add(name);
        return run(...args);
      };
    }
  }
  return () => {
    for (const { table, before } of found) Object.assign(table, before);
  };
}
