// Where a page far into a list begins, for the lists whose blocks no trigger counts (list-blocks.ts): by medium, artist, year,
// price, words, and by several filters. The first page that is far away has everything before it counted by blocks, and these
// counts are kept. A later page adds them up, and counts again only the blocks in which a stored work has changed since, which
// list_blocks.content_version tells. Written once for both engines: what has to be read is asked for.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { BLOCK_SIZE } from './list-blocks.ts';
import type { ContentState } from './kept-totals.ts';

/** A page for which more works than this would be passed is far away: it is worth finding out where it begins. */
export const FAR = 2 * BLOCK_SIZE;

const MAX_BYTES = 4 * 1024 * 1024;
const ENTRY_BYTES = 300;

export type BlocksState = ContentState & { names_version: number };

/** What is read, each answered by rows of a block and a number. */
export type Question =
  /** The blocks in which a stored work has changed after this content version; their number says nothing. */
  | { ask: 'changed'; after: number }
  /** How many works of the list are in each of these blocks; none of a block without any. */
  | { ask: 'count'; blocks: number[] }
  /** The works of the list with a smaller number, newest first and no more than `most`, by block, newest first. */
  | { ask: 'pass'; below: number; most: number };
export type Answer = readonly (readonly [block: number, count: number])[];

/** The page begins `offset` works after the newest whose number is less than `below`. */
export type Start = { below: number; offset: number };

/** All blocks from `from` on up to the one of `state.newest`, newest first, but for those without a work of the list. */
type Counted = { state: BlocksState; from: number; blocks: Uint32Array; counts: Uint16Array };

export class KeptBlocks {
  readonly #kept = new LRUCache<string, Counted>({
    maxSize: MAX_BYTES,
    sizeCalculation: ({ blocks, counts }) => ENTRY_BYTES + blocks.byteLength + counts.byteLength,
  });

  /**
   * Where the page at `offset` of a list begins. `list` tells it from all others, as long as `names_version` stands. Only inside
   * one snapshot, of which `state` was read.
   */
  *find(list: string, state: BlocksState, offset: number): Generator<Question, Start, Answer> {
    const key = createHash('sha256').update(list).digest('base64');
    const kept = this.#kept.get(key);
    let counted = (kept && (yield* renewed(kept, state))) ?? countedOf(state, blockOf(state.newest) + 1, []);
    const known = counted.counts.reduce((sum, count) => sum + count, 0);
    if (known <= offset && counted.from > 0) {
      // A block more, so that the one in which the page begins is whole.
      const most = offset - known + BLOCK_SIZE;
      const below = counted.from * BLOCK_SIZE;
      counted = extended(counted, yield { ask: 'pass', below, most }, most);
    }
    if (counted !== kept) this.#kept.set(key, counted);
    return startIn(counted, offset);
  }
}

const blockOf = (number: number) => Math.floor(number / BLOCK_SIZE);

const countedOf = (state: BlocksState, from: number, rows: Answer): Counted => ({
  state,
  from,
  blocks: Uint32Array.from(rows, ([block]) => block),
  counts: Uint16Array.from(rows, ([, count]) => count),
});

const rowsOf = ({ blocks, counts }: Counted): Answer =>
  Array.from(blocks, (block, index) => [block, counts[index] ?? 0] as const);

/** Undefined: it is quicker to begin anew, or what was counted may be of writes that a restore has undone. */
function* renewed(kept: Counted, state: BlocksState): Generator<Question, Counted | undefined, Answer> {
  const { version, names_version: names, newest } = kept.state;
  if (names !== state.names_version || version > state.version || newest > state.newest) return undefined;
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
  if (stale.size > kept.blocks.length / 2) return undefined;
  const now = yield { ask: 'count', blocks: [...stale] };
  const rows = [...rowsOf(kept).filter(([block]) => !stale.has(block)), ...now];
  return countedOf(
    state,
    kept.from,
    rows.toSorted(([a], [b]) => b - a),
  );
}

/** The last block was passed in part only, unless the list ended in it. */
function extended(counted: Counted, passed: Answer, most: number): Counted {
  const isEnd = passed.reduce((sum, [, count]) => sum + count, 0) < most;
  const from = isEnd ? 0 : (passed.at(-1)?.[0] ?? 0) + 1;
  return countedOf(counted.state, from, [...rowsOf(counted), ...(isEnd ? passed : passed.slice(0, -1))]);
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
