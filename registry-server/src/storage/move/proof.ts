// The proof of a move: of each table, how many rows, and a hash over all of them in one order, taken from each side.
import { createHash } from 'node:crypto';
import type { Row, Table } from './tables.ts';

export type TableProof = { table: string; rows: number; hash: string };

export class Proof {
  readonly #hash = createHash('sha256');
  readonly #skipped: number;
  #rows = 0;

  /** Sealed secrets differ by nature; whether they open to the same is proven apart. */
  constructor(table: Table) {
    this.#skipped = table.columns.indexOf(table.sealed ?? '');
  }

  add(row: Row): void {
    this.#rows += 1;
    this.#hash.update(JSON.stringify(this.#skipped === -1 ? row : row.toSpliced(this.#skipped, 1)));
  }

  finish({ name }: Table): TableProof {
    return { table: name, rows: this.#rows, hash: this.#hash.digest('hex') };
  }
}

/** What is not the same on both sides, as a sentence for each table. */
export function differences(from: TableProof[], to: TableProof[]): string[] {
  return from.flatMap((own, index) => {
    const other = to[index];
    if (other?.rows === own.rows && other.hash === own.hash) return [];
    return [`${own.table} has ${own.rows} rows there and ${other?.rows ?? 0} here, or rows that differ`];
  });
}
