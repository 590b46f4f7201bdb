import { openPostgresStorage } from '../../src/storage/postgres/open.ts';
import { ISSUING_WRITES, OTHER_WRITES, POINT_READS, READS } from '../../src/storage/postgres/operations.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { freshRegistry, PUBLIC_URL } from '../support/engines.ts';
import type { TestClock } from '../support/test-clock.ts';
import type { Bench } from './bench.ts';
import { failuresOf, PostgresFailures } from './postgres-failures.ts';
import type { PostgresFailure } from './postgres-failures.ts';
import { openTables } from './postgres-tables.ts';
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
  let storage: Storage | undefined;
  const shut = async () => {
    await storage?.close();
    storage = undefined;
  };
  return {
    failuresOf,
    // A connection that could not be made is not tried again sooner.
    restMs: 300,
    // What was sent behind the statement in the same round trip may have been done as well.
    isAfterwards: (how) => how === 'lost after',
    open: async (kept) => {
      await shut();
      if (kept !== undefined) await tables.restore(kept);
      storage = await openPostgresStorage({
        url,
        clock,
        listenUrl: () => PUBLIC_URL,
        mustExist: true,
        stalledMs: 20_000,
      });
      return storage;
    },
    keep: async () => {
      await shut();
      return tables.keep();
    },
    read: () => tables.read(),
    during: (run, plan) => failures.during(run, plan),
    close: async () => {
      failures.stop();
      unwatch();
      await shut();
      await tables.close();
      await drop();
    },
  };
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
