// What every statement gets: the connection, the time of the call, and what the group of writes has given out.
import type { Portable, Value } from '../../tables/portable.ts';
import type { Connection } from './connection.ts';

/** What was given out last: the number of an Art ID, and an updated_at. Only a group that has locked them may raise them. */
export type Issued = { registryNumber: number; clock: number };

/** Of one unit, read or group. */
type Moment = {
  nowMs: number;
  /** Origin of the public pages. */
  publicUrl: string;
  idPrefix: string;
  /** Moves when a unit of work begins and when it ends; a Tx is good for one value only. */
  unit: number;
  /** Undefined in reads and in groups that give out nothing. */
  issued: Issued | undefined;
  /** Set by what makes a delivery due; read after COMMIT. */
  hasNewDeliveries: boolean;
  /** Of the job that runs; written with its events. */
  trace: string | undefined;
  /** This instance, as the owner of lanes. */
  instanceId: string;
  /** Takes writes that need not be awaited one unit after the other; undefined: they are awaited. */
  awaitLater?: ((sent: Promise<unknown>[]) => void) | undefined;
};

export type PostgresContext = Portable & Moment & { connection: Connection };

export function makeContext(connection: Connection, moment: Moment): PostgresContext {
  const context: PostgresContext = {
    ...moment,
    connection,
    engine: 'postgres',
    all: (text, values) => connection.query(text, values),
    first: async <Row>(text: string, values?: Value[]) => (await connection.query<Row>(text, values))[0],
    run: (text, values) => connection.run(text, values),
    overwriting: (erase) => erase(),
    tick: () => tick(context),
  };
  return context;
}

/**
 * Waits for writes that were sent together, or leaves that to the group, which does not commit without their answers. For
 * writes that answer nothing the unit needs: so the next unit's first query shares their round trip.
 */
export async function written({ awaitLater }: PostgresContext, sent: Promise<unknown>[]): Promise<void> {
  if (awaitLater === undefined) await Promise.all(sent);
  else awaitLater(sent);
}

/** The next updated_at: now, but at least one microsecond after the last one given out. */
export function tick(context: PostgresContext): number {
  const issued = issuedOf(context);
  issued.clock = Math.max(issued.clock + 1, context.nowMs * 1000);
  return issued.clock;
}

/** The number of the next Art ID; a number that was given out is never given out again. */
export function nextRegistryNumber(context: PostgresContext): number {
  const issued = issuedOf(context);
  issued.registryNumber += 1;
  return issued.registryNumber;
}

function issuedOf({ issued }: PostgresContext): Issued {
  if (issued === undefined)
    throw new Error('this write is listed among those that give out no time and no number');
  return issued;
}
