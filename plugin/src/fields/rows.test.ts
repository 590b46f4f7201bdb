import { expect, test } from 'vitest';
import { standardChain, standardStep, type Field } from './chains.ts';
import { areSizesTogether, filledOf, rowOf, rowsOf } from './rows.ts';

const field = (name: string): Field => ({
  field: name,
  name,
  help: '',
  standard: `place of ${name}`,
  chain: standardChain,
});
const fields = ['title', 'height_cm', 'width_cm', 'depth_cm', 'price'].map(field);
const measures = { ...standardChain, steps: [{ ...standardStep, from: 'meta' as const, key: 'measures' }] };

test('the three sizes are one row while they come from one place', () => {
  const chains = { height_cm: measures, width_cm: measures, depth_cm: measures };
  expect(areSizesTogether(fields, chains)).toBe(true);
  expect(areSizesTogether(fields, { ...chains, depth_cm: standardChain })).toBe(false);
  const rows = rowsOf(fields, false);
  expect(rows.map(({ id }) => id)).toEqual(['title', 'size', 'price']);
  expect(rowOf(rows, 'depth_cm')?.fields).toEqual(['height_cm', 'width_cm', 'depth_cm']);
  expect(rowsOf(fields, true).map(({ id }) => id)).toEqual(fields.map((one) => one.field));
});

test('what is automatic for the three sizes is said once where it is one place', () => {
  const [, size] = rowsOf(fields, false);
  expect(size?.standard).toBe('place of height_cm; place of width_cm; place of depth_cm');
  const shop = fields.map((one) => ({ ...one, standard: 'Shipping, Dimensions' }));
  expect(rowsOf(shop, false)[1]?.standard).toBe('Shipping, Dimensions');
});

test('a size counts as given with height and width', () => {
  const [, size] = rowsOf(fields, false);
  expect(size && filledOf(size, { height_cm: 30, width_cm: 28, depth_cm: 2 })).toBe(28);
});
