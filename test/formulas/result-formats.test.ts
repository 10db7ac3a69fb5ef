/** Which cells are the result of a formula, and how each is formatted. */
import { describe, expect, test } from 'vitest';
import type { CellInput } from '../../src/formulas/formula.ts';
import { resultFormatsAt } from '../../src/formulas/result-formats.ts';

const DATE = new Date('2025-06-01T12:00:00Z');

/** A sheet from its rows; what begins with `=` is a formula that shows what follows after `→`. */
function sheet(...rows: readonly (readonly CellInput[])[]) {
  const width = Math.max(...rows.map((row) => row.length));
  const cells = rows.map((row) => Array.from({ length: width }, (_, index) => row[index] ?? ''));
  const part = (cell: CellInput, index: 0 | 1) =>
    typeof cell === 'string' && cell.startsWith('=') ? cell.split('→')[index]! : index === 0 ? '' : cell;
  return {
    formulas: cells.map((row) => row.map((cell) => String(part(cell, 0)))),
    values: cells.map((row) => row.map((cell) => part(cell, 1))),
  };
}

const ORDERS = sheet(
  ['', 'mine'],
  ['', '=MARKET_ORDERS("today")→Order number', 'Order date', 'Order total amount', 'Is auto void', 'mine'],
  ['', '0012', DATE, 12.5, true, 'mine'],
  ['', '13', '', 'n/a', '', ''],
  ['', '', '', '', '', 'mine'],
  ['', 'below', '', '', '', ''],
);

describe('of a table', () => {
  const expected = {
    hasHeader: true,
    top: 2,
    left: 2,
    formats: [
      [undefined, undefined, undefined, undefined],
      ['@', 'yyyy-mm-dd hh:mm:ss', '#,##0.00', 'General'],
      ['@', 'yyyy-mm-dd hh:mm:ss', '#,##0.00', 'General'],
    ],
  };

  test.each([
    ['the formula', 2, 2],
    ['its last cell', 4, 5],
    ['a cell between', 3, 3],
  ])('%s is selected', (_, row, column) => {
    expect(resultFormatsAt(ORDERS, row, column)).toEqual(expected);
  });

  test.each([
    ['right of it', 3, 6],
    ['above it', 1, 2],
    ['below a blank row', 6, 2],
    ['beyond the sheet', 40, 40],
  ])('a cell %s is not of it', (_, row, column) => {
    expect(() => resultFormatsAt(ORDERS, row, column)).toThrow('Select a cell of what a formula');
  });

  test('it ends where another formula begins', () => {
    const two = sheet(
      ['=MARKET_AD_PERFORMANCE("today")→Spend', 'ACoS', '=MARKET_ORDERS("today")→Order number'],
      [1, 0.25, '0012'],
      ['=MARKET_KEYWORDS("1")→Keyword'],
      ['shoes'],
    );
    expect(resultFormatsAt(two, 2, 2).formats).toEqual([
      [undefined, undefined],
      ['#,##0.00', '0.00%'],
    ]);
    expect(resultFormatsAt(two, 2, 3)).toMatchObject({ left: 3, formats: [[undefined], ['@']] });
    expect(resultFormatsAt(two, 4, 1)).toMatchObject({ top: 3, formats: [[undefined], ['@']] });
  });

  test('a call inside of another function is found by the header that it leaves', () => {
    const inside = sheet(['=SORT(MARKET_PRICE_HISTORY(A9))→Target unit price', 'As of'], [9.5, DATE]);
    expect(resultFormatsAt(inside, 2, 2).formats[1]).toEqual(['#,##0.00', 'yyyy-mm-dd hh:mm:ss']);
  });
});

describe('of values', () => {
  test.each<[string, CellInput, string | undefined]>([
    ['=MARKET_PRICE(A1)', 9.5, '#,##0.00'],
    ['=MARKET_PRICE(A1,"GAP%")', 0.02, '0.00%'],
    ['=MARKET_PRICE(A1,C1)', 0.02, '0.00%'],
    ['=MARKET_PRICE(A1,"time")', DATE, 'yyyy-mm-dd hh:mm:ss'],
    ['=MARKET_STOCK(A1)', 3, '#,##0'],
    ['=MARKET_ORDER(A1,"Order total amount")', 3, '#,##0.00'],
    // The formula would be text as soon as somebody typed it again.
    ['=MARKET_ORDER(A1,"Order number")', '0012', undefined],
    ['=MARKET_PRICE(A1)', '#ERROR!', '#,##0.00'],
    ['=MARKET_FRESHNESS("Orders")', DATE, 'yyyy-mm-dd hh:mm:ss'],
    ['=MARKET_QUOTA("Orders")', 7, undefined],
  ])('%s that shows %j', (formula, value, format) => {
    const cells = sheet(['9SIA', `${formula}→`, 'gap%']);
    const shown = { ...cells, values: [['9SIA', value, 'gap%']] };
    expect(resultFormatsAt(shown, 1, 2)).toEqual({ hasHeader: false, top: 1, left: 2, formats: [[format]] });
  });

  test('as many cells as there are identifiers, blank ones too', () => {
    const cells = sheet(['a', '=MARKET_PRICE(A1:A3)→1'], ['b', ''], ['c', 3], ['d', 'mine']);
    expect(resultFormatsAt(cells, 3, 2).formats).toEqual([['#,##0.00'], ['#,##0.00'], ['#,##0.00']]);
    expect(() => resultFormatsAt(cells, 4, 2)).toThrow('Select a cell');
  });
});

test('formulas of others have no result of ours', () => {
  expect(() => resultFormatsAt(sheet(['=SUM(A2:A3)→4']), 1, 1)).toThrow('Select a cell');
});
