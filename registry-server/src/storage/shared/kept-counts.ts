// How many works lists have, and where pages far into them begin, where no counter tells (list-blocks.ts). What was counted once
// is kept, and brought up to date: works that were added since are counted alone, and of the others only those in blocks in which
// a stored work has changed since, which list_blocks.content_version tells. Written once for both engines: what has to be read
// is asked for, inside one snapshot.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { BLOCK_SIZE } from './list-blocks.ts';

/** A page for which more works than this would be passed is far away: it is worth finding out where it begins. */
export const FAR = 2 * BLOCK_SIZE;

const MAX_TOTALS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
const ENTRY_BYTES = 300;
// A work costs about so many times as much where a block is counted again as where the list is counted whole in an index.
const AGAIN = 16;
// So many are counted again in any list.
const FEW_BLOCKS = 2;

/** `version` moves when a stored work changes, `restored_at` with a restore, `newest` is the number of the newest work. */
export type ListsState = { version: number; restored_at: number; newest: number };

/** What is read, each answered by rows of a block and a number. */
export type Question =
  /** How many works of the list have a greater number; the block says nothing. */
  | { ask: 'newer'; above: number }
  /** The blocks in which a stored work has changed after this content version; their number says nothing. */
  | { ask: 'changed'; after: number }
  /** How many works of the list are in each of these blocks; none of a block without any. */
  | { ask: 'count'; blocks: number[] }
  /** The works of the list with a smaller number, newest first and no more than `most`, by block, newest first. */
  | { ask: 'pass'; below: number; most: number };
export type Answer = readonly (readonly [block: number, count: number])[];
type Asking<Result> = Generator<Question, Result, Answer>;

/** The page begins `offset` works after the newest whose number is less than `below`. */
export type Start = { below: number; offset: number };

/** All blocks from `from` on up to the one of `state.newest`, newest first, but for those without a work of the list. */
type Counted = { state: ListsState; from: number; blocks: Uint32Array; counts: Uint16Array };

/** `list` identifies a list; renaming an artist or a gallery does not change what it identifies. */
export class KeptCounts {
  readonly #totals = new LRUCache<string, { state: ListsState; total: number }>({ max: MAX_TOTALS });
  readonly #blocks = new LRUCache<string, Counted>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ blocks, counts }) => ENTRY_BYTES + blocks.byteLength + counts.byteLength,
  });

  /** How the lists are kept. */
  get keys(): string[] {
    return [...this.#totals.keys(), ...this.#blocks.keys()];
  }

  /** How many works a list has; `passed` are passed to count it whole, where it is known that they are more than it has. */
  *total(list: string, state: ListsState, passed = 0): Asking<number> {
    const key = keyOf(list);
    const kept = this.#totals.get(key);
    let total: number | undefined;
    if (kept !== undefined && isBefore(kept.state, state)) {
      const { version, newest } = kept.state;
      if (version === state.version) {
        total = kept.total + (newest === state.newest ? 0 : sumOf(yield { ask: 'newer', above: newest }));
      } else if (yield* fewChanged(version, Math.max(kept.total, passed))) {
        total = sumOf(rowsOf(yield* this.#upTo(Infinity, key, state)));
      }
    }
    total ??= sumOf(yield { ask: 'newer', above: 0 });
    this.#totals.set(key, { state, total });
    return total;
  }

  /** Where the page at `offset` of a list begins. */
  *start(list: string, state: ListsState, offset: number): Asking<Start> {
    const key = keyOf(list);
    return startIn(yield* this.#upTo(offset, key, state), offset);
  }

  /** All blocks up to the work at `offset`. */
  *#upTo(offset: number, key: string, state: ListsState): Asking<Counted> {
    const kept = this.#blocks.get(key);
    const known = (kept && (yield* renewed(kept, state))) ?? countedOf(state, blockOf(state.newest) + 1, []);
    const sum = sumOf(rowsOf(known));
    const isEnough = sum > offset || known.from === 0;
    const counted = isEnough ? known : yield* extended(known, offset - sum + 1);
    if (counted !== kept) this.#blocks.set(key, counted);
    return counted;
  }
}

/** A list is kept as its hash: it may name every artist there is. */
function keyOf(list: string): string {
  return createHash('sha256').update(list).digest('base64');
}

/** Else what was counted may be of writes that a restore has undone. */
const isBefore = (kept: ListsState, state: ListsState) =>
  kept.restored_at === state.restored_at && kept.version <= state.version && kept.newest <= state.newest;

function* fewChanged(after: number, passed: number): Asking<boolean> {
  if (passed < BLOCK_SIZE * AGAIN) return false;
  const changed = yield { ask: 'changed', after };
  return changed.length * BLOCK_SIZE * AGAIN <= passed;
}

const sumOf = (rows: Answer): number => rows.reduce((sum, [, count]) => sum + count, 0);

const blockOf = (number: number) => Math.floor(number / BLOCK_SIZE);

const countedOf = (state: ListsState, from: number, rows: Answer): Counted => ({
  state,
  from,
  blocks: Uint32Array.from(rows, ([block]) => block),
  counts: Uint16Array.from(rows, ([, count]) => count),
});

const rowsOf = ({ blocks, counts }: Counted): Answer =>
  Array.from(blocks, (block, index) => [block, counts[index] ?? 0] as const);

/** Undefined where it is quicker to begin afresh. */
function* renewed(kept: Counted, state: ListsState): Asking<Counted | undefined> {
  if (!isBefore(kept.state, state)) return undefined;
  const { version, newest } = kept.state;
  if (version === state.version && newest === state.newest) return kept;
  const [top, newTop] = [blockOf(newest), blockOf(state.newest)];
  const stale = new Set<number>();
  if (version < state.version) {
    for (const [block] of yield { ask: 'changed', after: version }) {
      if (block >= kept.from && block <= top) stale.add(block);
    }
  }
  if (newest < state.newest) {
    for (let block = Math.max(kept.from, top); block <= newTop; block += 1) stale.add(block);
  }
  if (stale.size === 0) return { ...kept, state };
  // To pass the list again costs twice as much as to count it.
  if (stale.size > Math.max(FEW_BLOCKS, (2 * kept.blocks.length) / AGAIN)) return undefined;
  const now = yield { ask: 'count', blocks: [...stale] };
  const rows = [...rowsOf(kept).filter(([block]) => !stale.has(block)), ...now];
  return countedOf(
    state,
    kept.from,
    rows.toSorted(([a], [b]) => b - a),
  );
}

/** By `most` works or more, to the end of a block. */
function* extended(counted: Counted, most: number): Asking<Counted> {
  const passed = yield { ask: 'pass', below: counted.from * BLOCK_SIZE, most };
  const rows = [...rowsOf(counted), ...passed];
  const [last] = passed.at(-1) ?? [0];
  if (sumOf(passed) < most) return countedOf(counted.state, 0, rows);
  // Passed in part only; to pass so many works more would take very long where they are rare.
  const whole = yield { ask: 'count', blocks: [last] };
  return countedOf(counted.state, last, [...rows.slice(0, -1), ...whole]);
}

function startIn({ from, blocks, counts }: Counted, offset: number): Start {
  let newer = 0;
  for (const [index, count] of counts.entries()) {
    if (newer + count > offset)
      return { below: ((blocks[index] ?? 0) + 1) * BLOCK_SIZE, offset: offset - newer };
    newer += count;
  }
  return { below: from * BLOCK_SIZE, offset: offset - newer };
}
