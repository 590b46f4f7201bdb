import { expect, it } from 'vitest';
import { localeOf } from './words.ts';

it.each([
  [12.5, 'EUR', '€12.50', '12,50\u00a0€'],
  [1200, 'EUR', '€1,200', '1.200\u00a0€'],
  [3.4, 'CHF', 'CHF\u00a03.40', '3,40\u00a0CHF'],
  [0.1 + 0.2, 'EUR', '€0.30', '0,30\u00a0€'],
  [1500, 'JPY', '¥1,500', '1.500\u00a0¥'],
])(
  'writes %d %s with the digits of its currency, and without them where it is whole',
  (amount, currency, en, de) => {
    expect(localeOf('en').money(amount, currency)).toBe(en);
    expect(localeOf('de').money(amount, currency)).toBe(de);
  },
);
