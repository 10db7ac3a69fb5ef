import { describe, expect, test } from 'vitest';
import { answerRows, chosenColumns, elsewhere } from '../../src/formulas/chosen-columns.ts';
import type { RecordFormula } from '../../src/formulas/formula.ts';
import { findFormula } from '../../src/formulas/functions/registry.ts';
import type { Owner } from '../../src/formulas/ports.ts';
import type { Answer } from '../../src/formulas/query.ts';
import { STOREFRONTS } from '../../src/protocol/operation.ts';
import { faultOf } from '../protocol/fault.ts';

const order = findFormula('MARKET_ORDER') as RecordFormula;
const inventory = findFormula('MARKET_INVENTORY') as RecordFormula;
const owner = (version = '314'): Owner => ({ name: 'Shop', version, storefronts: STOREFRONTS }) as Owner;
const headers = (names: readonly string[], version?: string, formula = order) =>
  chosenColumns(formula, owner(version), names).map(({ header }) => header);
const refusal = (name: string, version?: string, formula = order) =>
  faultOf(() => chosenColumns(formula, owner(version), [name]));

test.each([[['Order number']], [['orderNumber']], [['ORDER_NUMBER']], [[' order number ']]])(
  '%j is read as the order number',
  (names) => {
    expect(headers(names)).toEqual(['Order number']);
  },
);

test('columns follow the names in order, and repeat with them', () => {
  expect(headers(['As of', 'Order date', 'orderNumber', 'Order date'])).toEqual([
    'As of',
    'Order date',
    'Order number',
    'Order date',
  ]);
});

describe('without names', () => {
  test('all columns are returned except buyer data, with "As of" last', () => {
    const all = headers([]);
    expect(all.at(-1)).toBe('As of');
    expect(all).toContain('Order number');
    expect(all).not.toContain('Customer name');
    expect(new Set(all).size).toBe(all.length);
  });

  test('columns that the order version lacks are omitted', () => {
    const [old, current] = [headers([], '304'), headers([], '314')];
    expect(current).toContain('On time ship due date');
    expect(old).not.toContain('On time ship due date');
    expect(old.every((header) => current.includes(header))).toBe(true);
  });

  test("the order version doesn't affect other operations", () => {
    expect(headers([], '1', inventory)).toEqual(headers([], '999', inventory));
  });
});

test.each([
  [
    'onTimeShipDueDate',
    '310',
    'The column "On time ship due date" needs order version 311, but the connection uses 310. Enter a higher version in the connection.',
  ],
  ['nonsense', '314', 'There is no column "nonsense". Choose from Seller ID, '],
  [
    'Unit price',
    '314',
    'There is no column "Unit price". That column is on Order lines: pull Orders and look it up there by Order number. ',
  ],
  ['Customer name', '314', 'There is no column "Customer name". Formulas never return buyer data. '],
  ['status', '314', 'There is no column "status". Did you mean Order status or '],
  // This word is in too many headers to suggest one.
  ['order', '314', 'There is no column "order". Choose from '],
])('"%s" in version %s is refused', (name, version, message) => {
  const error = refusal(name, version);
  expect(error.code).toBe('MARKET_ARGUMENT');
  expect(error.message).toContain(message);
});

test('a column is available in the version that introduces it', () => {
  expect(headers(['onTimeShipDueDate'], '311')).toEqual(['On time ship due date']);
});

test.each([
  ['Last seen', 'That column is on Stock history: pull Inventory and look it up there by Item number. '],
  ['nonsense', undefined],
  ['Row key', undefined],
])('names the other sheet that has "%s"', (name, hint) => {
  expect(elsewhere(inventory, name)).toBe(hint);
});

describe("an answer's rows", () => {
  const records = [{ orderNumber: '1', orderTotalAmount: 5 }, { orderNumber: '2' }] as never;
  const rows = (answer: Answer) =>
    answerRows(
      order,
      chosenColumns(order, owner(), ['As of', 'orderTotalAmount', 'orderNumber']),
      answer,
      records,
      'America/New_York',
    );

  test('have one cell per chosen column; "As of" shows the time or why the value is old', () => {
    const at = Date.UTC(2025, 5, 16, 12);
    expect(rows({ at, records })).toEqual([
      [new Date(at), 5, '1'],
      [new Date(at), '', '2'],
    ]);
    expect(rows({ at, records, late: 'MARKET_KEY' })[0]![0]).toBe('Jun 16, 8:00 AM; last good value (MARKET_KEY)');
  });
});
