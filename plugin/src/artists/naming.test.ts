import { expect, test } from 'vitest';
import type { Artist } from './api.ts';
import { changedBy, namesOf, offeredName } from './naming.ts';

const artist = (name: string, works: number, there: string | null = null): Artist => ({
  key: name,
  name,
  works,
  registered: there === null ? 0 : works,
  kind: 'one',
  similar: [],
  there: there === null ? null : { name: there, id: null },
});

test('the registry’s spelling is offered first, else the commonest name', () => {
  expect(offeredName([artist('Monet, Claude', 9), artist('Claude Monet', 2, 'Claude Monet')])).toBe(
    'Claude Monet',
  );
  expect(offeredName([artist('C. Monet', 2), artist('Claude Monet', 9)])).toBe('Claude Monet');
  expect(offeredName([])).toBe('');
});

test('each name is offered once', () => {
  expect(namesOf([artist('C. Monet', 2, 'Claude Monet'), artist('Claude Monet', 9)])).toEqual([
    'Claude Monet',
    'C. Monet',
  ]);
});

test('a name changes the artists that have another one, and an empty one none', () => {
  const both = [artist('C. Monet', 2), artist('Claude Monet', 9)];
  expect(changedBy(both, ' Claude Monet ').map(({ name }) => name)).toEqual(['C. Monet']);
  expect(changedBy(both, ' ')).toEqual([]);
});
