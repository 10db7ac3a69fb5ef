/** What all formulas of a workbook need, and which of them cannot be told. */
import { expect, test } from 'vitest';
import type { CellInput } from '../../../src/formulas/formula.ts';
import { needsOf, readCalls } from '../../../src/formulas/prefetch/needs.ts';
import { identifierOf } from '../../../src/formulas/query.ts';
import { STOREFRONTS } from '../../../src/protocol/operation.ts';
import { sheetOf } from '../../support/in-memory-storm.ts';

const CONTEXT = { owner: { name: 'Shop', version: '314', storefronts: STOREFRONTS }, zone: 'UTC', now: 0 };

function needs(sheets: readonly ReturnType<typeof sheetOf>[]) {
  const workbook = {
    ownColumn: () => 1,
    sheets: () => sheets,
    named: () => undefined,
  };
  const { queries, ...counts } = needsOf(workbook, readCalls(workbook), CONTEXT);
  return {
    asked: queries.map((query) => `${query.operation} ${identifierOf(query)}`.trim()).sort(),
    ...counts,
  };
}

test('of all kinds, each thing once, whatever shares no call included', () => {
  const one: CellInput[][] = [
    ['a', '=MARKET_STOCK(A1)', '=MARKET_STOCK("b"&A1)'],
    ['9SIP', '=MARKET_PRICE(A2)', '=MARKET_PRICE_HISTORY(A2)+MARKET_STOCK(A1:A2)'],
    ['', '=MARKET_STOCK(A3)', '=MARKET_ORDERS("2025-06-01","2025-06-02")'],
    ['', '=MARKET_FRESHNESS("Orders")', '=MARKET_QUOTA("orders")'],
  ];
  expect(needs([sheetOf('One', one), sheetOf('Two', [['=MARKET_STOCK(One!A1)']])])).toEqual({
    asked: ['inventory 9SIP', 'inventory a', 'inventory ba', 'orders', 'price-history 9SIP'],
    formulas: 7,
    unread: 0,
    tooLarge: [],
  });
});

test('what may never be computed is asked only where it shares a call', () => {
  const { asked, formulas, unread } = needs([
    sheetOf('One', [
      ['a', '=IF(A1="","",MARKET_STOCK(A1))', '=IF(A1="","",MARKET_PRICE(A1))'],
      ['=1+1', '=MARKET_STOCK(A2)', '=MARKET_STOCK(UPPER(A1))'],
    ]),
  ]);
  expect([asked, formulas, unread]).toEqual([['inventory a'], 1, 3]);
});

test('sheets are read in bands, and one that is too large is named', () => {
  const bands: number[] = [];
  const last = (rows: number, columns: number, name: string, formula: string) => ({
    ...sheetOf(name, []),
    rows,
    columns,
    formulas: ({ top, bottom }: { top: number; bottom: number }) => {
      expect((bottom - top + 1) * columns).toBeLessThanOrEqual(300_000);
      bands.push(bottom - top + 1);
      return bottom === rows ? [[formula]] : [];
    },
  });
  const large = last(100_000, 20, 'Large', '=MARKET_STOCK("large")');
  const tooLarge = last(200_000, 20, 'Too large', '=MARKET_STOCK("too large")');
  expect(needs([large, tooLarge, sheetOf('Small', [['=MARKET_STOCK("small")']])])).toEqual({
    asked: ['inventory large', 'inventory small'],
    formulas: 2,
    unread: 0,
    tooLarge: ['Too large'],
  });
  expect(bands.length).toBeLessThan(10);
});
