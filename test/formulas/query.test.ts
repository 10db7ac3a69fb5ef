/** What a query requests, and which records answer it. */
import { expect, test } from 'vitest';
import { findFormula } from '../../src/formulas/functions/registry.ts';
import { byIdentifier, latestOf, queryOf } from '../../src/formulas/query.ts';

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

test('records belong to the identifier with the same spelling or, if there is none, in any case', () => {
  const query = queryOf('inventory', 'main', { values: ['9SIA'], type: '0' }, 'values', undefined);
  const [upper, lower, other] = ['9SIA', '9sia', '9SIB'].map((itemNumber) => ({ itemNumber }));
  const find = byIdentifier(query, [upper!, lower!, other!]);
  expect(['9SIA', '9sia', '9sIa', '9sib', '9SIC'].map(find)).toEqual([[upper], [lower], [upper, lower], [other], []]);
});
