/** Counts the cached lookups that a cell reads up front. */
import { expect, test } from 'vitest';
import type { Input } from '../../../src/formulas/formula.ts';
import { findFormula } from '../../../src/formulas/functions/registry.ts';
import { meaningTextsOf } from '../../../src/formulas/queue/understanding.ts';

const textsOf = (name: string, ...inputs: Input[]) => meaningTextsOf(findFormula(name), inputs);

test.each<[string, readonly Input[], number]>([
  ['MARKET_PRICE', ['SSD-1'], 2],
  ['MARKET_PRICE', [[['SSD-1'], ['SSD-2'], ['SSD-1']]], 3],
  ['MARKET_PRICE', ['9SIA'], 0],
  ['MARKET_PRICE', [''], 0],
  ['MARKET_PRICE', [], 0],
  ['MARKET_ORDER', ['SSD-1'], 0],
  ['MARKET_AD_PERFORMANCE', ['2025-06-01', '2025-06-02'], 0],
  ['MARKET_FRESHNESS', ['Orders'], 0],
])('%s of %j reads %i cache values', (name, inputs, count) => {
  expect(textsOf(name, ...inputs)).toHaveLength(count);
});
