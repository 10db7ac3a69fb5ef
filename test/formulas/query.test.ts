/** How many of the latest records a formula looks at: few share those of the usual count, more are another query. */
import { expect, test } from 'vitest';
import { findFormula } from '../../src/formulas/functions/registry.ts';
import { latestOf } from '../../src/formulas/query.ts';

const latest = (name: string, count?: number) => latestOf(findFormula(name) as Parameters<typeof latestOf>[0], count);

test.each([
  [undefined, 25],
  [1, 25],
  [25, 25],
  [40, 40],
])('%s of the price history', (count, expected) => {
  expect(latest('MARKET_PRICE_HISTORY', count)?.count).toBe(expected);
});

test('a formula that shows one looks at the usual count', () => {
  expect(latest('MARKET_PRICE')?.count).toBe(25);
});

test('formulas that take all look at no latest ones', () => {
  expect(latest('MARKET_STOCK', 3)).toBeUndefined();
});
