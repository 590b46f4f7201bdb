// What is kept of lists: always what a list has, and little of it read again after a change.
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../../stage/fakes/random.ts';
import { KeptCounts } from './kept-counts.ts';
import type { Answer, ListsState, Question } from './kept-counts.ts';
import { BLOCK_SIZE } from './list-blocks.ts';

const FIRST = 5 * BLOCK_SIZE + 100;

/** A list of works by number; every other one is in it at first. */
function makeList(works: number) {
  const members = new Map<number, boolean>();
  const versions = new Map<number, number>();
  const state: ListsState = { version: 0, restored_at: 0, newest: FIRST };
  const add = () => members.set((state.newest += 1), state.newest % 2 === 0);
  while (members.size < works) add();
  let read = 0;
  const count = (block: number, above = 0): number => {
    let found = 0;
    for (let number = block * BLOCK_SIZE; number < (block + 1) * BLOCK_SIZE; number += 1) {
      if (number <= above || !members.has(number)) continue;
      read += 1;
      if (members.get(number) === true) found += 1;
    }
    return found;
  };
  const answer = (question: Question): Answer => {
    const top = Math.floor(state.newest / BLOCK_SIZE);
    if (question.ask === 'changed')
      return [...versions].filter(([, version]) => version > question.after).map(([block]) => [block, 0]);
    if (question.ask === 'count')
      return question.blocks.map((block) => [block, count(block)] as const).filter(([, found]) => found > 0);
    if (question.ask === 'newer') {
      let found = 0;
      for (let block = Math.floor(question.above / BLOCK_SIZE); block <= top; block += 1)
        found += count(block, question.above);
      return [[0, found]];
    }
    const rows = new Map<number, number>();
    let left = question.most;
    for (let number = Math.min(question.below - 1, state.newest); number >= FIRST && left > 0; number -= 1) {
      if (!members.has(number)) continue;
      read += 1;
      if (members.get(number) !== true) continue;
      left -= 1;
      const block = Math.floor(number / BLOCK_SIZE);
      rows.set(block, (rows.get(block) ?? 0) + 1);
    }
    return [...rows];
  };
  return {
    state,
    add,
    change(number: number) {
      state.version += 1;
      members.set(number, members.get(number) !== true);
      versions.set(Math.floor(number / BLOCK_SIZE), state.version);
    },
    /** The members, newest first. */
    whole: () =>
      [...members]
        .filter(([, is]) => is)
        .map(([number]) => number)
        .toReversed(),
    /** The answer, and how many works were read for it. */
    ask<Result>(asking: Generator<Question, Result, Answer>): { result: Result; read: number } {
      read = 0;
      let step = asking.next();
      while (step.done !== true) step = asking.next(answer(step.value));
      return { result: step.value, read };
    },
  };
}

describe('what was counted of a list', () => {
  it.each([1, 2, 3])('stays true through random changes (seed %i)', (seed) => {
    const { below, pick } = seededRandom(seed);
    const counts = new KeptCounts();
    const list = makeList(36_000);
    const { state } = list;
    for (let step = 0; step < 50; step += 1) {
      const changes = pick([0, 0, 1, 3, 500]);
      for (let change = 0; change < changes; change += 1)
        list.change(FIRST + 1 + below(state.newest - FIRST));
      for (let added = pick([0, 0, 1, 1500]); added > 0; added -= 1) list.add();
      if (below(20) === 0) state.restored_at += 1;
      const whole = list.whole();
      if (below(2) === 0) expect(list.ask(counts.total('list', { ...state })).result).toBe(whole.length);
      const offset = below(whole.length + 50);
      const start = list.ask(counts.start('list', { ...state }, offset)).result;
      const page = whole.filter((number) => number < start.below).slice(start.offset, start.offset + 10);
      expect(page).toEqual(whole.slice(offset, offset + 10));
    }
  });

  it('is read again only in the blocks that have changed', () => {
    const counts = new KeptCounts();
    const list = makeList(20 * BLOCK_SIZE);
    const total = () => list.ask(counts.total('list', { ...list.state }, 20 * BLOCK_SIZE));
    const start = () => list.ask(counts.start('list', { ...list.state }, 8 * BLOCK_SIZE));
    expect(total().read).toBe(20 * BLOCK_SIZE);
    expect(total().read).toBe(0);
    list.change(FIRST + 7);
    // By blocks now, because it is asked for between few changes.
    expect(total().read).toBe(20 * BLOCK_SIZE);
    for (let again = 0; again < 3; again += 1) {
      list.change(FIRST + 5000 * again + 9);
      list.add();
      expect(total().read).toBeLessThanOrEqual(2 * BLOCK_SIZE);
      expect(start().read).toBe(0);
    }
  });

  it.each<[what: string, change: (state: ListsState) => Partial<ListsState>]>([
    ['with later changes', ({ version }) => ({ version: version - 1 })],
    ['with later works', ({ newest }) => ({ newest: newest - 1 })],
    ['that has passed this one since', () => ({ restored_at: 5 })],
  ])('of another time line %s is not used', (_, change) => {
    const counts = new KeptCounts();
    const list = makeList(20 * BLOCK_SIZE);
    const ask = () => list.ask(counts.total('list', { ...list.state }, 20 * BLOCK_SIZE));
    for (let number = 1; number < 4; number += 1) {
      list.change(FIRST + number);
      ask();
    }
    list.ask(counts.start('list', { ...list.state }, 8 * BLOCK_SIZE));
    const other = { ...list.state, ...change(list.state) };
    expect(list.ask(counts.total('list', other, 20 * BLOCK_SIZE)).read).toBe(20 * BLOCK_SIZE);
    expect(list.ask(counts.start('list', other, 8 * BLOCK_SIZE)).read).toBeGreaterThan(8 * BLOCK_SIZE);
  });
});

// A list whose works are rare among all numbers.
const NEWEST = 1_000_000;
const EVERY = 100;
const RARE_STATE = { version: 1, restored_at: 1, newest: NEWEST };

const blocksOf = (numbers: number[]): Answer => {
  const counts = new Map<number, number>();
  for (const number of numbers) {
    const block = Math.floor(number / BLOCK_SIZE);
    counts.set(block, (counts.get(block) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => b - a);
};

/** Where the page at `offset` begins, and how many numbers were looked at before that was known. */
function startAt(kept: KeptCounts, offset: number): { newest: number; looked: number; most: number } {
  const works = Array.from({ length: NEWEST / EVERY }, (_, index) => NEWEST - index * EVERY);
  let looked = 0;
  const answerTo = (question: Question): Answer => {
    if (question.ask === 'changed' || question.ask === 'newer') return [];
    if (question.ask === 'count') {
      looked += question.blocks.length * BLOCK_SIZE;
      return blocksOf(works.filter((number) => question.blocks.includes(Math.floor(number / BLOCK_SIZE))));
    }
    const passed = works.filter((number) => number < question.below).slice(0, question.most);
    looked += question.below - (passed.at(-1) ?? 0);
    return blocksOf(passed);
  };
  const finding = kept.start('list', RARE_STATE, offset);
  let step = finding.next();
  while (step.done !== true) step = finding.next(answerTo(step.value));
  const { below, offset: rest } = step.value;
  return { newest: works.filter((number) => number < below)[rest] ?? 0, looked, most: rest };
}

it('passes hardly more than what lies before the page, however rare the works are', () => {
  for (const offset of [25, 700, 9990]) {
    const { newest, looked, most } = startAt(new KeptCounts(), offset);
    expect(newest).toBe(NEWEST - offset * EVERY);
    expect(looked).toBeLessThan(offset * EVERY + 3 * BLOCK_SIZE);
    expect(most).toBeLessThan(BLOCK_SIZE / EVERY + 1);
  }
});

it('passes nothing twice, and only the next block for the next page', () => {
  const kept = new KeptCounts();
  let all = 0;
  for (let offset = 500; offset < 1000; offset += 5) {
    const { newest, looked } = startAt(kept, offset);
    expect(newest).toBe(NEWEST - offset * EVERY);
    all += looked;
  }
  expect(all).toBeLessThan(1000 * EVERY * 2 + 10 * BLOCK_SIZE);
  expect(startAt(kept, 700)).toMatchObject({ newest: NEWEST - 700 * EVERY, looked: 0 });
});
