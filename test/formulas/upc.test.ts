/** UPC codes in `MARKET_STOCK`: answers do not repeat them, so each is a question of its own. */
import { expect, test } from 'vitest';
import { evaluate } from '../../src/formulas/evaluate.ts';
import type { Answers } from '../../src/formulas/formula.ts';
import { findFormula } from '../../src/formulas/registry.ts';

const STOCK: Readonly<Record<string, number>> = { '012345678905': 3, '817971859922': 0 };

/** Knows items by code alone and never says the code, as the marketplace does. */
function shop(asked: unknown[]): Answers {
  return {
    orderVersion: () => 314,
    timeZone: () => 'America/New_York',
    ask: (_, params) => {
      const codes = params.values as string[];
      asked.push(codes);
      return codes
        .filter((code) => code in STOCK)
        .map((code) => ({
          itemNumber: `9SI${code}`,
          sellerPartNumber: `P${code}`,
          inventoryAllocation: [{ availableQuantity: STOCK[code]! }],
        }));
    },
  };
}

test.each([['2'], [2], ['UPC code']])('a range of codes keeps its shape (type %s)', (type) => {
  const asked: unknown[] = [];
  const range = [['817971859922'], ['012345678905'], ['999'], [''], ['012345678905']];
  const formula = findFormula('MARKET_STOCK');
  expect(evaluate(formula, [range, '', type], shop(asked))).toEqual([[0], [3], [''], [''], [3]]);
  expect(asked).toEqual([['817971859922'], ['012345678905'], ['999']]);
});

test('more codes than a formula can wait for are refused with a way out', () => {
  const range = Array.from({ length: 31 }, (_, index) => [`code${index}`]);
  expect(() => evaluate(findFormula('MARKET_STOCK'), [range, '', '2'], shop([]))).toThrow(/at most 30/);
});

test.each([['0'], ['Item number'], ['']])('item numbers are one question (type %s)', (type) => {
  const asked: unknown[] = [];
  evaluate(findFormula('MARKET_STOCK'), [[['9SI1'], ['9SI2']], '', type], shop(asked));
  expect(asked).toEqual([['9SI1', '9SI2']]);
});
