/** Formulas that need only a few recent records request the default number of records. */
import { expect, test } from 'vitest';
import { findFormula } from '../../src/formulas/functions/registry.ts';
import { latestOf } from '../../src/formulas/query.ts';

const latest = (name: string, count?: number) => latestOf(findFormula(name) as Parameters<typeof latestOf>[0], count);

test.each([
  [undefined, 25],
  [1, 25],
  [25, 25],
  [40, 40],
])('requests at least 25 rows of price history (limit %s)', (count, expected) => {
  expect(latest('MARKET_PRICE_HISTORY', count)?.count).toBe(expected);
});

test('a formula with a single value uses the default count', () => {
  expect(latest('MARKET_PRICE')?.count).toBe(25);
});

test('formulas that use all records have no count', () => {
  expect(latest('MARKET_STOCK', 3)).toBeUndefined();
});
