import { expect, test } from 'vitest';
import { decidedAbove } from './groups.ts';

const held = (id: string, reason: string, group: string | null = null) => ({
  external_id: id,
  state: 'held' as const,
  held: { reason, group, size: 2 },
});

test('a group of possible duplicates is explained at the first of its works, wherever the others are', () => {
  const registered = { external_id: '3', state: 'published' as const, held: null };
  const works = [
    held('1', 'possible_duplicate', 'a'),
    held('2', 'possible_duplicate', 'b'),
    registered,
    held('4', 'possible_duplicate', 'a'),
    held('5', 'possible_duplicate', 'b'),
  ];
  expect([...decidedAbove(works)]).toEqual(['4', '5']);
});

test('a removal is explained once, and works that wait for reasons of their own each have theirs', () => {
  const works = [
    held('1', 'bulk_removal'),
    held('2', 'approval'),
    held('3', 'bulk_removal'),
    held('4', 'approval'),
  ];
  expect([...decidedAbove(works)]).toEqual(['3']);
});
