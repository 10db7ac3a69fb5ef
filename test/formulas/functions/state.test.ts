/** `MARKET_FRESHNESS` and `MARKET_QUOTA` report the add-on's state without calls. */
import { expect, test } from 'vitest';
import type { Input } from '../../../src/formulas/formula.ts';
import { findFormula } from '../../../src/formulas/functions/registry.ts';
import { faultOf } from '../../protocol/fault.ts';
import { answers, evaluateWith, NOW } from '../../support/noted-answers.ts';

const LATER = NOW + 60_000;

function stateOf(name: string, inputs: readonly Input[]) {
  const port = answers([], {
    freshness: (table) => (table === 'Orders' ? NOW - 1000 : undefined),
    quota: (operation) => ({ left: operation === 'orders' ? 990 : 0, nextAt: LATER, cap: 1000 }),
  });
  const result = evaluateWith(findFormula(name), inputs, port);
  expect(port.queries).toEqual([]);
  return result;
}

test.each([
  ['MARKET_FRESHNESS', ['Orders'], new Date(NOW - 1000)],
  ['MARKET_FRESHNESS', [' price LOG ', true], ''],
  ['MARKET_FRESHNESS', [''], ''],
  ['MARKET_QUOTA', ['orders'], 990],
  ['MARKET_QUOTA', ['Price history', 'left'], 0],
  ['MARKET_QUOTA', ['price-history', 'Next'], new Date(LATER)],
  ['MARKET_QUOTA', ['orders', 'next'], new Date(NOW)],
  ['MARKET_QUOTA', ['Orders', 'cap', 1], 1000],
  ['MARKET_QUOTA', [null, 'cap'], ''],
] as [string, Input[], unknown][])('%s returns %j', (name, inputs, expected) => {
  expect(stateOf(name, inputs)).toEqual(expected);
});

test.each([
  ['MARKET_FRESHNESS', ['Order'], '"table" takes Orders, Order lines'],
  ['MARKET_FRESHNESS', [[['Orders', 'Inventory']]], 'one value'],
  ['MARKET_QUOTA', ['Stock'], 'price-history'],
  ['MARKET_QUOTA', ['Stock'], '"operation" takes orders'],
  ['MARKET_QUOTA', ['orders', 'used'], '"what" takes left, next, cap'],
  ['MARKET_QUOTA', ['orders', 'left', 1, 2, 3], 'at most 4'],
] as [string, Input[], string][])('%s refuses %j and lists the valid values', (name, inputs, hint) => {
  const error = faultOf(() => stateOf(name, inputs));
  expect(error.code).toBe('MARKET_ARGUMENT');
  expect(error.message).toContain(hint);
});
