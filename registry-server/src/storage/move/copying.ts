// What both directions of a move have in common: how rows are copied, counted and compared, and what is said at the end.
import { randomUUID } from 'node:crypto';
import { openSecret, sealSecret } from '../../domain/delivery/signing-secret.ts';
import type { OnProgress } from '../../on-progress.ts';
import type { MoveState } from '../shared/registry-identity.ts';
import { isLockedOut, isLost } from '../postgres/engine/storage-error.ts';
import { differences, Proof } from './proof.ts';
import type { TableProof } from './proof.ts';
import { TABLES } from './tables.ts';
import type { Row, Table } from './tables.ts';

const TOLD_EVERY = 1000;

export type MoveOptions = {
  file: string;
  url: string;
  /** Those that open the source's secrets, and the one that seals the target's. */
  sourceKeys: readonly Buffer[];
  targetKey: Buffer;
  nowMs: number;
  onProgress: OnProgress;
};

export type MoveReport = {
  works: number;
  rows: number;
  proofs: TableProof[];
  place: string;
  source: string;
  /** True where only the last steps of a move that broke off were left. */
  isFinish: boolean;
};

/**
 * What names a move on both sides: its own number, which its source keeps through all attempts, and that of the attempt. By the first
 * the target of an attempt that broke off is known; what was retired for one attempt is finished by the whole.
 */
export const attemptOf = (moveId: string): string => `${seriesOf(moveId)}/${randomUUID()}`;
export const seriesOf = (moveId: string): string => moveId.split('/')[0]!;

/** The move that a source has begun. What was let in keeps the number of the attempt that made it. */
export const begunMove = ({ moveId }: MoveState): string | undefined =>
  moveId !== undefined && moveId === seriesOf(moveId) ? moveId : undefined;

/**
 * Whether the copy at `place` was made by the attempt for which the source was retired. Counts say less: others have the same. One that was
 * let in may have been cloned since; one that waits may have another name.
 */
export const isCopyOf = (copy: MoveState, source: MoveState & { movedTo: string }, place: string): boolean =>
  copy.movedTo === undefined &&
  source.moveId !== undefined &&
  copy.moveId === source.moveId &&
  (copy.movingFrom !== undefined || source.movedTo === place);

/** The registry is at another place: two that are served would give out the same Art IDs. */
export const movedAway = (place: string, what: string): MoveRefused =>
  new MoveRefused('database_moved', `this registry was moved to ${place}${what}`);

/** Time of the last write, and the number of the last Art ID. */
export type GivenOut = { clock: number; number: number };
export const NOTHING_GIVEN_OUT: GivenOut = { clock: 0, number: 0 };

/** Why nothing was moved. */
export class MoveRefused extends Error {
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.name = 'MoveRefused';
    this.code = code;
  }
}

/** A move can be run again after every step, and then finishes or begins again. */
export function interruptionOf(error: unknown): unknown {
  if (isLockedOut(error))
    return new MoveRefused(
      'database_in_use',
      'another session of PostgreSQL holds rows or tables that the move needs; end it (pg_stat_activity lists the sessions), and run the same move again',
    );
  if (!isLost(error)) return error;
  return new MoveRefused(
    'move_interrupted',
    `the connection to the database was lost (${(error as Error).message}); run the same move again: it finishes what was begun`,
  );
}

/** Secrets are sealed with the key of the target. Throws where none of the source's keys opens one. */
export async function* resealed(
  table: Table,
  rows: Iterable<Row> | AsyncIterable<Row>,
  sourceKeys: readonly Buffer[],
  targetKey: Buffer,
): AsyncGenerator<Row> {
  const at = table.columns.indexOf(table.sealed ?? '');
  for await (const row of rows) {
    const secret = row[at];
    yield typeof secret !== 'string'
      ? row
      : row.with(at, sealSecret(openSecret(secret, sourceKeys), targetKey));
  }
}

/** Counts the rows that pass: each is copied once and read twice for the proof. */
export class Meter {
  #done = 0;
  readonly #total: number;
  readonly #onProgress: OnProgress;
  constructor(rows: number, onProgress: OnProgress) {
    this.#total = rows * 3;
    this.#onProgress = onProgress;
  }
  begin(what: string): void {
    this.#onProgress(what, this.#done, this.#total);
  }
  async *counted(what: string, rows: Iterable<Row> | AsyncIterable<Row>): AsyncGenerator<Row> {
    this.begin(what);
    for await (const row of rows) {
      this.#done += 1;
      if (this.#done % TOLD_EVERY === 0) this.begin(what);
      yield row;
    }
  }
}

type Read = (table: Table) => Iterable<Row> | AsyncIterable<Row>;

/** Throws MoveRefused where a table is not the same on both sides. */
export async function prove(from: Read, to: Read, meter: Meter): Promise<TableProof[]> {
  const proofOf = async (read: Read, table: Table) => {
    const proof = new Proof(table);
    for await (const row of meter.counted(`comparing ${table.name}`, read(table))) proof.add(row);
    return proof.finish(table);
  };
  const [ours, theirs]: [TableProof[], TableProof[]] = [[], []];
  for (const table of TABLES) {
    ours.push(await proofOf(from, table));
    theirs.push(await proofOf(to, table));
  }
  const found = differences(ours, theirs);
  if (found.length > 0) throw new MoveRefused('not_equal', `the copy is not the same: ${found.join('; ')}`);
  return ours;
}

export function reportOf(proofs: TableProof[], place: string, source: string): MoveReport {
  return {
    works: proofs.find(({ table }) => table === 'artworks')?.rows ?? 0,
    rows: proofs.reduce((sum, { rows }) => sum + rows, 0),
    proofs,
    place,
    source,
    isFinish: false,
  };
}

/** What was proven by the move that broke off. */
export const finishOf = (works: number, rows: number, place: string, source: string): MoveReport => ({
  works,
  rows,
  proofs: [],
  place,
  source,
  isFinish: true,
});
