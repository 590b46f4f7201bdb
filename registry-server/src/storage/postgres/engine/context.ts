// What every statement gets: the connection, the time of the call, and what the group of writes has given out.
import type {
  ArtworkWrite,
  NewAnswer,
  PublishQuery,
  StoredArtwork,
  UpdateQuery,
} from '../../artwork-facts.ts';
import type { Portable, Value } from '../../tables/portable.ts';
import type { Connection } from './connection.ts';

/** What a statement needs of a connection. */
export type Session = Pick<Connection, 'query' | 'queryOnce' | 'run' | 'command'>;

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
  /** What the units of a group leave to be done for all of them; undefined in reads. */
  together?: Together | undefined;
  /** Leaves the facts of a unit to be gathered with those of others; undefined where it is too late for that. */
  ask?: ((question: Question) => Promise<unknown> | undefined) | undefined;
};

export type PostgresContext = Portable & Moment & { connection: Session };

export type Question = { publish: PublishQuery } | { update: UpdateQuery };

/** A unit that waits for its facts. */
export type Asking = { question: Question; resolve(facts: unknown): void; reject(error: unknown): void };

/**
 * What the units of one group do in common: their facts are gathered in one statement, and what they write is sent in one statement for
 * each table. A group is still a row of units: each sees what those before it have written.
 */
export interface Together {
  /** Sees to it that the first may be given its facts: it gathers them, and those of others with them. */
  gather(asking: [Asking, ...Asking[]]): Promise<void>;
  /** Gives the facts that were gathered. */
  answer(asking: Asking): void;
  /** A unit begins to write. */
  beginUnit(): void;
  /** Leaves out what the unit has written and what was not sent. */
  dropUnit(): void;
  /** Keeps it until it must be sent. */
  write(context: PostgresContext, written: { artwork: ArtworkWrite } | { answer: NewAnswer }): void;
  /** A work that was read with the facts, if nothing has been written to it since. */
  findRead(number: number): StoredArtwork | undefined;
  /** Sends what the units before this one have written. */
  sendEarlier(): void;
  /** Sends all that was written. */
  send(): void;
}

export function makeContext(connection: Session, moment: Moment): PostgresContext {
  const context: PostgresContext = {
    ...moment,
    connection,
    engine: 'postgres',
    all: (text, values) => connection.query(text, values),
    first: async <Row>(text: string, values?: Value[]) => (await connection.query<Row>(text, values))[0],
    run: (text, values) => connection.run(text, values),
    noteErasure: () => undefined,
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

export function togetherOf({ together }: PostgresContext): Together {
  if (together === undefined) throw new Error('works are written in groups');
  return together;
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
