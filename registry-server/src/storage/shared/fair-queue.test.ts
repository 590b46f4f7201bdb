import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const items = (taken: { item: string }[]) => taken.map(({ item }) => item).join(' ');

function filled(max: number, ...pushed: string[]): FairQueue<string> {
  const queue = new FairQueue<string>(max);
  for (const item of pushed) queue.push(item[0] ?? '', item);
  return queue;
}

describe('a fair queue', () => {
  it('serves its owners in turn, each in order', () => {
    const queue = filled(9, 'a1', 'a2', 'a3', 'b1', 'b2', 'c1');
    expect(items(queue.take(4))).toBe('a1 b1 c1 a2');
    // The turn continues where it was.
    queue.push('c', 'c2');
    expect(items(queue.take(9))).toBe('b2 a3 c2');
    expect([queue.size, queue.take(1)]).toEqual([0, []]);
  });
  it('gives everything to an owner that is alone', () => {
    expect(items(filled(9, 'a1', 'a2', 'a3').take(9))).toBe('a1 a2 a3');
  });
  it('takes back what could not be served, in front of its owner, without passing the others', () => {
    const queue = filled(9, 'a1', 'a2', 'a3', 'a4');
    const taken = queue.take(3);
    queue.push('b', 'b1');
    queue.putBack(taken.slice(1));
    expect(queue.size).toBe(4);
    expect(items(queue.take(9))).toBe('a2 b1 a3 a4');
  });
  it('takes back several owners in the turn they had, before those that came since', () => {
    const queue = filled(9, 'a1', 'b1', 'c1', 'a2');
    const taken = queue.take(3);
    queue.push('d', 'd1');
    queue.push('b', 'b2');
    queue.putBack(taken);
    expect(items(queue.take(9))).toBe('a1 b1 c1 d1 a2 b2');
  });
  it('above its bound, too, names what had to make room for what it has taken', () => {
    const queue = filled(4, 'a1', 'a2', 'a3', 'a4');
    const taken = queue.take(3);
    for (const item of ['a5', 'a6', 'a7']) queue.push('a', item);
    queue.putBack(taken);
    expect([queue.size, queue.push('b', 'b1'), queue.size]).toEqual([7, { isTaken: true, refused: 'a7' }, 7]);
    expect(queue.push('a', 'a8')).toEqual({ isTaken: false });
    expect(items(queue.take(9))).toBe('a1 b1 a2 a3 a4 a5 a6');
  });
  it('when it is full, takes from the owner that has the most what another one has too little of', () => {
    const queue = filled(4, 'a1', 'a2', 'a3', 'a4');
    expect(queue.push('a', 'a5')).toEqual({ isTaken: false });
    expect(queue.push('b', 'b1')).toEqual({ isTaken: true, refused: 'a4' });
    expect(queue.push('b', 'b2')).toEqual({ isTaken: true, refused: 'a3' });
    // Both have the same now.
    expect(queue.push('b', 'b3')).toEqual({ isTaken: false });
    expect(queue.push('a', 'a6')).toEqual({ isTaken: false });
    expect(queue.push('c', 'c1')).toMatchObject({ isTaken: true, refused: expect.stringMatching(/^[ab]2$/) });
    expect(queue.size).toBe(4);
  });
});
