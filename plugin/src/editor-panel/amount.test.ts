import { expect, test } from 'vitest';
import texts from '../../tests/amounts.json';
import { amountOf } from './amount.ts';

test.each(texts)('shows how the site understands the price %s', (text, price) => {
  expect(amountOf(String(text))).toBe(price === null ? null : Number(price));
});
