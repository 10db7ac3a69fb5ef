/** Responses don't repeat UPC codes, so `MARKET_STOCK` needs one call per code. */
import { expect, test } from 'vitest';
import { findFormula } from '../../src/formulas/functions/registry.ts';
import { identifierOf } from '../../src/formulas/query.ts';
import { answers, evaluateWith, NOW, type NotedAnswers } from '../support/noted-answers.ts';

const STOCK: Readonly<Record<string, number>> = { '012345678905': 3, '817971859922': 0 };

/** Like the marketplace, finds items by code and omits the code from its response. */
function shop(asked: unknown[]): NotedAnswers {
  return answers([], {
    answer: (queries) =>
      queries.map((query) => {
        const code = identifierOf(query);
        asked.push(code);
        const records =
          code in STOCK
            ? [
                {
                  itemNumber: `9SI${code}`,
                  sellerPartNumber: `P${code}`,
                  inventoryAllocation: [{ availableQuantity: STOCK[code]! }],
                },
              ]
            : [];
        return { at: NOW, records };
      }),
  });
}

test.each([['2'], [2], ['UPC code']])('a range of codes keeps its shape (type %s)', (type) => {
  const asked: unknown[] = [];
  const range = [['817971859922'], ['012345678905'], ['999'], [''], ['012345678905']];
  const formula = findFormula('MARKET_STOCK');
  expect(evaluateWith(formula, [range, '', type], shop(asked))).toEqual([[0], [3], [''], [''], [3]]);
  expect(asked).toEqual(['817971859922', '012345678905', '999']);
});

test('more codes than a formula can wait for are refused with the limit', () => {
  const range = Array.from({ length: 31 }, (_, index) => [`code${index}`]);
  expect(() => evaluateWith(findFormula('MARKET_STOCK'), [range, '', '2'], shop([]))).toThrow(/up to 30/);
});

test.each([['0'], ['Item number'], ['']])('item numbers are sent as typed (type %s)', (type) => {
  const asked: unknown[] = [];
  evaluateWith(findFormula('MARKET_STOCK'), [[['9SI1'], ['9SI2']], '', type], shop(asked));
  expect(asked).toEqual(['9SI1', '9SI2']);
});
