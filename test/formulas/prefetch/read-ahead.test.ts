import { expect, test } from 'vitest';
import type { CellInput } from '../../../src/formulas/formula.ts';
import { CELLS_AT_ONCE, type SheetView, type Workbook } from '../../../src/formulas/ports.ts';
import { type Ahead, needsOf, readAhead, readCalls } from '../../../src/formulas/prefetch/read-ahead.ts';
import { identifierOf } from '../../../src/formulas/query.ts';
import { STOREFRONTS } from '../../../src/protocol/operation.ts';
import { sheetOf } from '../../support/in-memory-storm.ts';

const CONTEXT = { owner: { name: 'Shop', version: '314', storefronts: STOREFRONTS }, zone: 'UTC', now: 0 };

function ahead(sheets: Readonly<Record<string, readonly (readonly CellInput[])[]>>, names = {}) {
  return aheadIn(
    Object.entries(sheets).map(([name, texts]) => sheetOf(name, texts)),
    names,
  );
}

const named = (sheets: readonly SheetView[]) => (name: string) => sheets.find((each) => each.name === name);

/** `most` is the maximum number of sheets to read besides the formula's own. */
function aheadIn(views: readonly ReturnType<typeof sheetOf>[], names = {}, most = 99) {
  let read = 0;
  const workbook: Workbook = {
    ownColumn: () => 2,
    // The add-on's sheets are read, but not searched for formulas.
    sheets: () => views.filter(({ name }) => name !== 'Status'),
    sheet: named(views),
    named: (name) => (names as Record<string, ReturnType<Workbook['named']>>)[name],
  };
  return inShort(readAhead(workbook, CONTEXT, () => read++ < most));
}

function inShort({ queries, unread }: Ahead) {
  return { asked: queries.map((query) => `${query.operation} ${identifierOf(query)}`), unread };
}

test('reads literals, references, ranges, and concatenations on this and other sheets', () => {
  const { asked, unread } = ahead({
    Stock: [
      ['a', '=MARKET_STOCK(A1)'],
      ['b', '=MARKET_STOCK("x")+MARKET_STOCK(A1)'],
      [7, '=MARKET_STOCK(A3&"-"&A1)'],
      ['', '=MARKET_STOCK(A4)'],
    ],
    Orders: [[11], [12], ['=MARKET_ORDER(A1:A2,"Order status")'], ['=MARKET_STOCK(Stock!A:A)']],
  });
  expect(asked.sort()).toEqual(
    ['inventory a', 'inventory x', 'inventory 7-a', 'orders 11', 'orders 12', 'inventory b', 'inventory 7'].sort(),
  );
  expect(unread).toBe(0);
});

test('skips formulas that share no call and formulas that would be refused', () => {
  const { asked, unread } = ahead({
    Prices: [
      ['9SIA', '=MARKET_PRICE(A1)'],
      ['=MARKET_ORDERS("today")', '=MARKET_STOCK("012345678905",,2)'],
      ['=MARKET_STOCK("a","USA","nonsense")', '=MARKET_NOTHING(A1)'],
      ['=MARKET_FRESHNESS("Orders")', '=MARKET_QUOTA("orders")'],
    ],
  });
  expect([asked, unread]).toEqual([[], 0]);
});

test("can't read an unknown cell, an unknown name, or a deleted sheet", () => {
  const { asked, unread } = ahead(
    {
      Stock: [
        ['=1+1', '=MARKET_STOCK(A1)'],
        ['#N/A', '=MARKET_STOCK(A2)'],
        ['a', '=MARKET_STOCK(A3,,,MARKET_TICK)'],
        ['b', '=MARKET_STOCK(A4,,,NOBODY)'],
        ['c', '=MARKET_STOCK(Gone!A5)'],
        ['', '=MARKET_STOCK(Status!B1)'],
      ],
      Status: [[1, 'd']],
    },
    { MARKET_TICK: { sheet: 'Status', area: { top: 1, left: 1, bottom: 1, right: 1 } } },
  );
  expect(asked).toEqual(['inventory a', 'inventory d']);
  expect(unread).toBe(4);
});

test("reads only the formula's column of its own large sheet, and skips other large sheets", () => {
  const wide = (formula: string, rows: number): CellInput[][] =>
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: 50 }, (_, column) => (row + column === 1 ? formula : '')),
    );
  const sheets = { Own: wide('=MARKET_STOCK("own")', 7000), Other: wide('=MARKET_STOCK("other")', 7000) };
  expect(ahead(sheets).asked).toEqual(['inventory own']);
});

test('reads sheets within the limit of cells, its own first', () => {
  const large = (name: string, cells: number) => ({
    ...sheetOf(name, [['', `=MARKET_STOCK("${name}")+MARKET_STOCK("${name}")`]]),
    rows: cells / 10,
    columns: 10,
  });
  const asked = (...cells: number[]) =>
    aheadIn(cells.map((count, index) => large('abc'[index]!, count))).asked.map((each) => each.slice(-1));
  expect(asked(CELLS_AT_ONCE)).toEqual(['a']);
  expect(asked(CELLS_AT_ONCE - 10, 10)).toEqual(['a', 'b']);
  expect(asked(CELLS_AT_ONCE - 10, 20, 10)).toEqual(['a', 'c']);
  expect(asked(10, CELLS_AT_ONCE - 10, 10)).toEqual(['a', 'b']);
  // The sheet is too large, so only a tenth of it is read.
  expect(asked(CELLS_AT_ONCE + 10, 0.9 * CELLS_AT_ONCE - 10)).toEqual(['a', 'b']);
  expect(asked(CELLS_AT_ONCE + 10, 0.9 * CELLS_AT_ONCE)).toEqual(['a']);
});

test("doesn't read cells that are too far apart", () => {
  const { asked, unread } = ahead({ Stock: [['a', '=MARKET_STOCK(A1)', '=MARKET_STOCK(ZZ9999)']] });
  expect([asked, unread]).toEqual([[], 2]);
});

test('reads no other sheet for a formula that is alone on its sheet', () => {
  const [alone, other] = ['a', 'b'].map((name) => sheetOf(name, [[`=MARKET_STOCK("${name}")`]]));
  expect(aheadIn([alone!, other!])).toEqual({ asked: ['inventory a'], unread: 0 });
});

test('reads its own sheet and the nearest others when time is short', () => {
  const views = ['a', 'b', 'c'].map((name) => sheetOf(name, Array(2).fill([`=MARKET_STOCK("${name}")`])));
  expect(aheadIn(views, {}, 0)).toEqual({ asked: ['inventory a'], unread: 0 });
  expect(aheadIn(views, {}, 1)).toEqual({ asked: ['inventory a', 'inventory b'], unread: 0 });
  expect(aheadIn(views, {}, 2)).toEqual({
    asked: ['a', 'b', 'c'].map((name) => `inventory ${name}`),
    unread: 0,
  });
});

test('reports repeated queries, and whether every sheet was read', () => {
  const views = [
    sheetOf('a', [['=MARKET_STOCK("x")', '=MARKET_STOCK("y")']]),
    sheetOf('b', [['=MARKET_STOCK("x")', '=MARKET_ORDER("1","Order status")']]),
  ];
  const large = { ...views[1]!, rows: CELLS_AT_ONCE };
  const seen = (sheets: readonly SheetView[], most = 99) => {
    let read = 0;
    const workbook = { ownColumn: () => 1, sheets: () => sheets, sheet: named(sheets), named: () => undefined };
    const { repeated, isWhole, queries } = readAhead(workbook, CONTEXT, () => read++ < most);
    return [queries.filter(({ key }) => repeated.has(key)).map(identifierOf), isWhole];
  };
  expect(seen(views)).toEqual([['x'], true]);
  expect(seen(views, 0)).toEqual([[], false]);
  expect(seen([views[0]!, large])).toEqual([[], false]);
});

function needs(sheets: readonly SheetView[]) {
  const workbook = { ownColumn: () => 1, sheets: () => sheets, sheet: named(sheets), named: () => undefined };
  const queries = needsOf(workbook, readCalls(workbook), CONTEXT);
  return queries.map((query) => `${query.operation} ${identifierOf(query)}`.trim()).sort();
}

test('a refresh needs every query that always runs, once each, even if it shares no call', () => {
  const one: CellInput[][] = [
    ['a', '=MARKET_STOCK(A1)', '=MARKET_STOCK("b"&A1)'],
    ['9SIP', '=MARKET_PRICE(A2)', '=MARKET_PRICE_HISTORY(A2)+MARKET_STOCK(A1:A2)'],
    ['', '=MARKET_STOCK(A3)', '=MARKET_ORDERS("2025-06-01","2025-06-02")'],
    ['', '=MARKET_FRESHNESS("Orders")', '=MARKET_QUOTA("orders")'],
  ];
  expect(needs([sheetOf('One', one), sheetOf('Two', [['=MARKET_STOCK(One!A1)']])])).toEqual([
    'inventory 9SIP',
    'inventory a',
    'inventory ba',
    'orders',
    'price-history 9SIP',
  ]);
});

test('a refresh needs a conditional query only if it shares a call', () => {
  const cells = [
    ['a', '=IF(A1="","",MARKET_STOCK(A1))', '=IF(A1="","",MARKET_PRICE(A1))'],
    ['=1+1', '=MARKET_STOCK(A2)', '=MARKET_STOCK(UPPER(A1))'],
  ];
  expect(needs([sheetOf('One', cells)])).toEqual(['inventory a']);
});

test('a refresh reads large sheets in bands and skips one that is too large', () => {
  const bands: number[] = [];
  const last = (rows: number, columns: number, name: string, formula: string) => ({
    ...sheetOf(name, []),
    rows,
    columns,
    formulas: ({ top, bottom }: { top: number; bottom: number }) => {
      expect((bottom - top + 1) * columns).toBeLessThanOrEqual(CELLS_AT_ONCE);
      bands.push(bottom - top + 1);
      return bottom === rows ? [[formula]] : [];
    },
  });
  const large = last(100_000, 20, 'Large', '=MARKET_STOCK("large")');
  const tooLarge = last(200_000, 20, 'Too large', '=MARKET_STOCK("too large")');
  const small = sheetOf('Small', [['=MARKET_STOCK("small")']]);
  expect(needs([large, tooLarge, small])).toEqual(['inventory large', 'inventory small']);
  expect(bands.length).toBeLessThan(10);
});
