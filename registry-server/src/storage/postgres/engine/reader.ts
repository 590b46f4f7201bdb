// A connection for reads that may take long: one after the other, so that a transaction has it alone.
import type { Job, Settled } from '../../shared/job.ts';
import type { Reader } from '../../shared/read-line.ts';
import { Refused } from '../../tx.ts';
import type { Connection } from './connection.ts';
import type { PostgresContext } from './context.ts';

export class PostgresReader implements Reader {
  readonly #read: (job: Job) => Promise<unknown>;
  #last: Promise<unknown> = Promise.resolve();
  openJobs = 0;

  constructor(read: (job: Job) => Promise<unknown>) {
    this.#read = read;
  }

  async ask(jobs: Job[]): Promise<Settled[]> {
    this.openJobs += jobs.length;
    const answers = jobs.map((job) => {
      const answer = this.#last.then(() => settled(this.#read(job)));
      this.#last = answer;
      return answer;
    });
    try {
      return await Promise.all(answers);
    } finally {
      this.openJobs -= jobs.length;
    }
  }
}

async function settled(answer: Promise<unknown>): Promise<Settled> {
  try {
    return { ok: true, value: await answer };
  } catch (error) {
    return { ok: false, error };
  }
}

// Statements of many forms are planned for their values.
const BEGIN = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL plan_cache_mode = auto';

/**
 * Runs a read of several statements, all of which see the database at one moment. The connection must be the read's alone
 * meanwhile. BEGIN shares the round trip of the first statement.
 */
export function inSnapshot<Value>(connection: Connection, read: () => Promise<Value>): Promise<Value> {
  return connection.inTransaction(async () => {
    const begun = connection.command(BEGIN);
    try {
      const [value] = await Promise.all([read(), begun]);
      return value;
    } finally {
      // A connection that stays in this transaction would read no other moment any more.
      await connection.command('COMMIT').catch(() => connection.drop());
    }
  });
}

/** What a read answers; a Refused is an answer. */
export async function performRead(
  context: PostgresContext,
  run: (context: PostgresContext) => Promise<unknown>,
): Promise<unknown> {
  try {
    return await run(context);
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
}
