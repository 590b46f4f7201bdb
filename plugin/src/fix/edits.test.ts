import { expect, test } from 'vitest';
import type { FixRow } from './api.ts';
import { cellsOf, withAll, withCells, withoutSaved, withText } from './edits.ts';

const cell = (value: string, canEdit = true) => ({ value, can_edit: canEdit, issue: null });
const row = (id: string, artist = '', canEdit = true): FixRow => ({
  external_id: id,
  title: `Work ${id}`,
  image: null,
  edit_url: null,
  others: [],
  fields: { artist_name: cell(artist, canEdit), year_created: cell(''), medium: cell(''), size: cell('') },
});

test('a text that the work has already is not an edit', () => {
  const irises = row('1', 'Vincent van Gogh');
  const edits = withText({}, irises, 'artist_name', 'Van Gogh');
  expect(edits).toEqual({ 1: { artist_name: 'Van Gogh' } });
  expect(withText(edits, irises, 'artist_name', 'Vincent van Gogh')).toEqual({});
});

test('what is typed into a work while it is saved is not lost', () => {
  const sent = [
    { id: 1, fields: { artist_name: 'Anna Boch' } },
    { id: 2, fields: { artist_name: 'Anna Boch' } },
  ];
  const typed = {
    1: { artist_name: 'Anna Boch', medium: 'Oil' },
    2: { artist_name: 'Anna Boch' },
    3: { artist_name: 'Anna Boch' },
  };
  expect(withoutSaved(typed, sent, (id) => id !== '3')).toEqual({
    1: { medium: 'Oil' },
    3: { artist_name: 'Anna Boch' },
  });
  const corrected = { 1: { artist_name: 'Anna-Rosalie Boch' } };
  expect(
    withoutSaved(corrected, sent, () => true),
    'the same field, changed again',
  ).toEqual(corrected);
  expect(
    withoutSaved(typed, [{ id: 2, undo: 'sealed' }], () => true),
    'an undo saves no typed text',
  ).toEqual(typed);
});

test('one text for all leaves out works whose field comes from elsewhere', () => {
  const edits = withAll({}, [row('1'), row('2', 'fixed', false)], 'artist_name', 'Anna Boch');
  expect(edits).toEqual({ 1: { artist_name: 'Anna Boch' } });
});

test('a block from a spreadsheet fills the cells to the right and below', () => {
  const cells = cellsOf('Anna Boch\t1889\r\n"Boch, ""Anna"""\t1890\t Oil \tx\ty\r\n');
  expect(cells).toEqual([
    ['Anna Boch', '1889'],
    ['Boch, "Anna"', '1890', 'Oil', 'x', 'y'],
  ]);
  expect(
    withCells({}, [row('1'), row('2')], { row: 0, field: 'artist_name' }, cells ?? []),
    'a fifth column and a third row are not fields',
  ).toEqual({
    1: { artist_name: 'Anna Boch', year_created: '1889' },
    2: { artist_name: 'Boch, "Anna"', year_created: '1890', medium: 'Oil', size: 'x' },
  });
  expect(withCells({}, [row('1')], { row: 0, field: 'size' }, [['30 × 40 cm', 'beyond'], ['below']])).toEqual(
    {
      1: { size: '30 × 40 cm' },
    },
  );
});

test('one cell on the clipboard is ordinary text', () => {
  expect(cellsOf('Anna Boch')).toBeNull();
  expect(cellsOf('Anna Boch\n')).toBeNull();
});
