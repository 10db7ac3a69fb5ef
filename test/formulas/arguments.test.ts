/** Each formula's arguments, as cells or ranges, and the resulting query. */
import { describe, expect, test } from 'vitest';
import type { AskingFormula, Input } from '../../src/formulas/formula.ts';
import { findFormula, formulas } from '../../src/formulas/functions/registry.ts';
import { columnNames, identifier, isBlank } from '../../src/formulas/parsed-arguments.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { faultOf } from '../protocol/fault.ts';
import { expectLines, lineOf } from '../support/lines.ts';
import { answers, evaluateWith, NOW } from '../support/noted-answers.ts';

interface Asked {
  readonly title: string;
  readonly inputs: readonly Input[];
  readonly params: Readonly<Record<string, unknown>>;
  /** The spreadsheet's time zone. */
  readonly zone?: string;
}

/** Midnight and noon of a day in New York, the spreadsheet's time zone here. */
const JUNE_30 = new Date('2025-06-30T04:00:00Z');
const JUNE_30_NOON = new Date('2025-06-30T16:00:00Z');

/** `usual`: params of every query, unless its line has others. */
const ASKED: Readonly<
  Record<string, { readonly operation: string; readonly usual: object; readonly lines: readonly Asked[] }>
> = {
  MARKET_STOCK: {
    operation: 'inventory',
    usual: { storefront: 'main', type: '1' },
    lines: [
      { title: 'an item number', inputs: ['9SIA'], params: { values: ['9SIA'], type: '0' } },
      { title: 'a number', inputs: [812674021181], params: { values: ['812674021181'] } },
      { title: 'a row', inputs: [[['a', 'b']]], params: { values: ['a', 'b'] } },
      {
        title: 'a column with blanks',
        inputs: [[['a'], [''], [null], [' b '], ['a']]],
        params: { values: ['a', 'b'] },
      },
      {
        title: 'rows and columns',
        inputs: [
          [
            ['a', 'b'],
            ['c', 'd'],
          ],
        ],
        params: { values: ['a', 'b', 'c', 'd'] },
      },
      { title: 'a warehouse', inputs: ['a', 'usa'], params: { values: ['a'], warehouseList: ['USA'] } },
      {
        title: 'warehouses',
        inputs: ['a', [['USA', 'AUS']]],
        params: { values: ['a'], warehouseList: ['USA', 'AUS'] },
      },
      { title: 'a type and no warehouse', inputs: ['a', '', 2], params: { values: ['a'], type: '2' } },
      { title: 'a type by its name', inputs: ['a', null, 'UPC code'], params: { values: ['a'], type: '2' } },
    ],
  },
  MARKET_INVENTORY: {
    operation: 'inventory',
    usual: { storefront: 'main', type: '1' },
    lines: [
      { title: 'a cell', inputs: ['a'], params: { values: ['a'] } },
      { title: 'a range', inputs: [[['a'], ['b']]], params: { values: ['a', 'b'] } },
      {
        title: 'everything',
        inputs: [[['a']], 0, [['USA'], ['']], 'Item number', 'again'],
        params: { values: ['a'], type: '0', warehouseList: ['USA'] },
      },
    ],
  },
  MARKET_LOOKUP_REPORT: {
    operation: 'lookup-report',
    usual: { storefront: 'main' },
    lines: [
      { title: 'a request', inputs: ['2PQ'], params: { requestId: '2PQ' } },
      { title: 'a range of one', inputs: [[['2PQ']]], params: { requestId: '2PQ' } },
      {
        title: 'a storefront',
        inputs: ['2PQ', 'Business'],
        params: { requestId: '2PQ', storefront: 'business' },
      },
    ],
  },
  MARKET_PRICE_HISTORY: {
    operation: 'price-history',
    usual: { storefront: 'main' },
    lines: [
      { title: 'an item', inputs: ['9SIA'], params: { itemNumbers: ['9SIA'] } },
      {
        title: 'a storefront',
        inputs: ['9SIA', 'canadian'],
        params: { itemNumbers: ['9SIA'], storefront: 'canadian' },
      },
      {
        title: 'a limit, which adds no param',
        inputs: ['9SIA', '', 5],
        params: { itemNumbers: ['9SIA'] },
      },
    ],
  },
  MARKET_PRICE: {
    operation: 'price-history',
    usual: { storefront: 'main' },
    lines: [
      { title: 'a cell', inputs: ['9SIA'], params: { itemNumbers: ['9SIA'] } },
      {
        title: 'a range and a field',
        inputs: [[['9SIA'], ['9SIB']], 'Buybox'],
        params: { itemNumbers: ['9SIA', '9SIB'] },
      },
    ],
  },
  MARKET_AD_PERFORMANCE: {
    operation: 'ad-performance',
    usual: {
      storefront: 'main',
      by: 'range',
      extUrl: 'group/searchGroupByCampaign',
      sortField: 'InDate',
      sortType: 'Desc',
    },
    lines: [
      {
        title: 'texts',
        inputs: ['2025-06-01', ' 6/30/2025 '],
        params: { fromDate: '2025-06-01', toDate: '2025-06-30' },
      },
      {
        title: 'case 54: date cells',
        inputs: [JUNE_30, JUNE_30],
        params: { fromDate: '2025-06-30', toDate: '2025-06-30' },
      },
      {
        title: 'date serial numbers',
        inputs: [45_838, 45_838],
        params: { fromDate: '2025-06-30', toDate: '2025-06-30' },
      },
      {
        title: 'a relative period',
        inputs: ['Last 7 days'],
        params: { fromDate: '2025-06-10', toDate: '2025-06-16' },
      },
      {
        title: 'a relative first and last day',
        inputs: ['last month', 'yesterday'],
        params: { fromDate: '2025-05-01', toDate: '2025-06-15' },
      },
      {
        title: 'a campaign and a state',
        inputs: ['2025-06-01', '2025-06-30', 1007660, 'active'],
        params: {
          fromDate: '2025-06-01',
          toDate: '2025-06-30',
          campaignNumber: '1007660',
          activeStatus: 'Active',
        },
      },
    ],
  },
  MARKET_KEYWORDS: {
    operation: 'keywords',
    usual: { storefront: 'main', sortField: 'InDate', sortType: 'Desc' },
    lines: [
      { title: 'a campaign', inputs: [1171910], params: { campaignNumber: ['1171910'] } },
      {
        title: 'everything',
        inputs: ['7', '8', 'ssd', 'KEYWORD', 'inactive'],
        params: {
          campaignNumber: ['7'],
          groupNumber: '8',
          keyword: 'ssd',
          searchKeywordType: 'KEYWORD',
          activeStatus: 'Inactive',
        },
      },
    ],
  },
  MARKET_ORDERS: {
    operation: 'orders',
    usual: { storefront: 'business' },
    lines: [
      {
        title: 'texts',
        inputs: ['2025-06-01', '2025-06-30'],
        params: { orderDateFrom: '2025-06-01 00:00:00', orderDateTo: '2025-06-30 23:59:59' },
      },
      {
        title: 'case 54: a date without a time means that day',
        inputs: [JUNE_30, JUNE_30],
        params: { orderDateFrom: '2025-06-30 00:00:00', orderDateTo: '2025-06-30 23:59:59' },
      },
      {
        title: 'case 54: a date with a time means that instant',
        inputs: [JUNE_30_NOON, JUNE_30_NOON],
        params: { orderDateFrom: '2025-06-30 09:00:00', orderDateTo: '2025-06-30 09:00:00' },
      },
      {
        title: 'case 54: the day follows the time zone of the spreadsheet',
        inputs: [new Date('2025-06-29T15:00:00Z'), new Date('2025-07-01T16:00:00Z')],
        zone: 'Asia/Tokyo',
        params: { orderDateFrom: '2025-06-30 00:00:00', orderDateTo: '2025-07-01 09:00:00' },
      },
      {
        title: 'a relative day, which is Pacific in any time zone',
        inputs: ['yesterday'],
        zone: 'Asia/Tokyo',
        params: { orderDateFrom: '2025-06-15 00:00:00', orderDateTo: '2025-06-15 23:59:59' },
      },
      {
        title: 'a status',
        inputs: ['2025-06-01', '2025-06-30', 'Shipped'],
        params: { orderDateFrom: '2025-06-01 00:00:00', orderDateTo: '2025-06-30 23:59:59', status: '2' },
      },
      {
        title: 'status 0, which is not blank',
        inputs: ['today', '', 0],
        params: { orderDateFrom: '2025-06-16 00:00:00', orderDateTo: '2025-06-16 23:59:59', status: '0' },
      },
    ],
  },
  MARKET_ORDER: {
    operation: 'orders',
    usual: { storefront: 'business' },
    lines: [
      { title: 'a number', inputs: [159243598], params: { orderNumbers: ['159243598'] } },
      {
        title: 'a range and a field',
        inputs: [[['1'], [''], ['2']], 'Order status'],
        params: { orderNumbers: ['1', '2'] },
      },
    ],
  },
};

const table = formulas.filter((formula): formula is AskingFormula => formula.gives !== 'state');

const IN_ASKED = {
  list: 'ASKED in test/formulas/arguments.test.ts',
  line: 'its inputs and the expected params, the first with every required argument',
};

test('every formula that makes calls is in the table of this file', () => {
  expectLines(
    table.map(({ name }) => name),
    Object.keys(ASKED),
    IN_ASKED,
  );
});

describe.each(Object.entries(ASKED))('%s queries with', (name, { operation, usual, lines }) => {
  test.each(lines.map((line) => [line.title, line] as const))('%s', (_, { inputs, params, zone }) => {
    const port = answers([{}], zone === undefined ? {} : { zone });
    // The response is empty, so formulas for a single value fail, but only the query matters here.
    try {
      evaluateWith(findFormula(name), inputs, port);
    } catch (error) {
      expect((error as { code?: string }).code).toBe('MARKET_NOT_FOUND');
    }
    expect(port.asked).toEqual([{ operation, params: { ...usual, ...params } }]);
  });
});

describe.each(table.map((formula) => [formula.name, formula] as const))('%s', (name, formula) => {
  test.each([
    ['no arguments', []],
    ['an empty text', ['']],
    ['blanks', [null, '  ', undefined]],
    ['an empty range', [[['', null]]]],
  ] as [string, Input[]][])('given %s is blank and makes no query', (_, inputs) => {
    const port = answers([{}]);
    const result = evaluateWith(formula, inputs.slice(0, formula.arguments.length), port);
    expect([result].flat(2).every((cell) => cell === '')).toBe(true);
    expect(port.asked).toEqual([]);
  });

  test('refuses one argument too many', () => {
    const inputs = [...formula.arguments.map(() => 'a'), 'extra'];
    const error = faultOf(() => evaluateWith(formula, inputs, answers()));
    expect(error.code).toBe('MARKET_ARGUMENT');
    expect(error.message).toContain(`at most ${formula.arguments.length}`);
  });

  /** Valid inputs for all required arguments. */
  const complete = () => lineOf(ASKED, name, IN_ASKED).lines[0]!.inputs;

  test.each(
    formula.arguments.flatMap((argument, index) =>
      argument.takes === 'refresh' ? [] : [{ argument, index, title: argument.name }],
    ),
  )('checks the type of $title', ({ argument, index }) => {
    const wrong: Readonly<Partial<Record<typeof argument.takes, Input>>> = {
      identifiers: new Date(0),
      single: [['a', 'b']],
      date: 20250630,
      columns: 'No such column',
      count: 'few',
      field: 'No such field',
      connection: true,
    };
    const inputs = formula.arguments.map((_, at) => (at === index ? wrong[argument.takes] : (complete()[at] ?? '')));
    const port = answers([{}]);
    const error = faultOf(() => evaluateWith(formula, inputs, port));
    expect(error.code).toBe('MARKET_ARGUMENT');
    expect(error.message.length).toBeGreaterThan(20);
    expect(port.asked).toEqual([]);
  });

  test('has one required argument, or asks for the last day if only the first is given', () => {
    const [first, last] = formula.arguments;
    if (last?.takes !== 'date') {
      expect(formula.arguments.filter(({ optional }) => !optional)).toEqual([first]);
      return;
    }
    const error = faultOf(() => evaluateWith(formula, [complete()[0]], answers()));
    expect(error.code).toBe('MARKET_ARGUMENT');
    expect(error.message).toContain(`"${last.name}"`);
    expect(error.message).toContain('last 7 days');
  });

  test('accepts any value as its refresh argument, and queries again when it changes', () => {
    const refreshOf = (refresh: Input) => {
      const port = answers([{}]);
      const inputs = formula.arguments.map((_, at) => complete()[at] ?? '');
      try {
        evaluateWith(formula, [...inputs.slice(0, -2), refresh], port);
      } catch (error) {
        expect((error as { code?: string }).code).toBe('MARKET_NOT_FOUND');
      }
      expect(port.queries).toHaveLength(1);
      return port.queries[0]!.refresh;
    };
    expect(refreshOf('')).toBeUndefined();
    expect(refreshOf(new Date(NOW - 1))).toEqual({ since: NOW - 1 });
    expect(refreshOf([[new Date(NOW - 2)], [new Date(NOW - 1)]])).toEqual({ since: NOW - 1 });
    // A time without a date, and a date before any cached answer, only mark a change.
    const old = [new Date('1899-12-30T15:30:00Z'), new Date(NOW - 86_400_000)];
    const marks = [true, false, 1, 'x', new Date(NOW + 1), [[1, 2]], ...old].map((mark) => refreshOf(mark));
    expect(new Set(marks.flatMap((mark) => mark?.marks)).size).toBe(marks.length);
  });

  test('has one-line help without markup, with required arguments first', () => {
    for (const { help } of formula.arguments) {
      expect(help).toMatch(/^[^\n<>]{5,}\.$/);
    }
    expect(formula.summary).toMatch(/^[^\n<>]{5,}\.$/);
    const optional = formula.arguments.map((argument) => argument.optional === true);
    expect(optional).toEqual([...optional].sort((a, b) => Number(a) - Number(b)));
  });
});

test.each([
  ['0', 'MARKET_ARGUMENT'],
  [1.5, 'MARKET_ARGUMENT'],
  [-1, 'MARKET_ARGUMENT'],
])('a limit of %o is refused', (limit, code) => {
  const formula = findFormula('MARKET_PRICE_HISTORY');
  expect(faultOf(() => evaluateWith(formula, ['9SIA', '', limit], answers())).code).toBe(code);
});

test.each<[string, Input[], string]>([
  ['MARKET_STOCK', [[['a'], ['#N/A']]], '"values" contains a cell with the error #N/A.'],
  ['MARKET_STOCK', [[['a'], ['#N/D']]], '"values" contains a cell with the error #N/D.'],
  ['MARKET_KEYWORDS', ['#REF!'], '"campaign" contains a cell with the error #REF!.'],
  ['MARKET_ORDERS', ['#VALUE!', 'today'], '"from" contains a cell with the error #VALUE!.'],
  ['MARKET_ORDERS', ['last 3 moons'], '"from" must be a date such as 2025-06-30, or a period such as today,'],
  ['MARKET_ORDER', ['1', 'status'], 'Did you mean Order status or Order status description? Choose from Seller ID,'],
  ['MARKET_ORDER', ['1', 'colour'], 'There is no column "colour". Choose from'],
  [
    'MARKET_ORDER',
    ['1', 'trackingNumber'],
    'There is no column "trackingNumber". That column is on Packages: pull Orders and look it up there by Order number. Choose from',
  ],
  ['MARKET_ORDERS', ['today', '', '', 'Order date, Unit price'], 'That column is on Order lines: pull Orders'],
  ['MARKET_ORDER', ['1', 'Customer name'], 'Formulas never return buyer data. Choose from'],
  [
    'MARKET_PRICE',
    ['9SIA', 'Process status'],
    'has no "Process status". That column is on Price log: pull Price history and look it up there by Market item number. Choose from price,',
  ],
  ['MARKET_INVENTORY', ['9SIA', '', '', 'Last seen'], 'That column is on Stock history: pull Inventory'],
  ['MARKET_STOCK', [true], 'An identifier is TRUE.'],
  [
    'MARKET_STOCK',
    [12345678901234568],
    'An identifier was converted to the number 1.23456789e+16, and Sheets keeps only',
  ],
  ['MARKET_LOOKUP_REPORT', [false], 'An identifier is FALSE.'],
  ['MARKET_KEYWORDS', [[Array.from({ length: 31 }, (_, index) => index + 1)]], 'needs its own call.'],
  ['MARKET_PRICE_HISTORY', ['9SIA', '', true], '"limit" takes a whole number of 1 or more.'],
])('%s of %j is refused with a message about the cell', (name, inputs, words) => {
  const error = faultOf(() => evaluateWith(findFormula(name), inputs, answers([{}])));
  expect([error.code, error.message]).toEqual(['MARKET_ARGUMENT', expect.stringContaining(words)]);
});

test('a number as the storefront is refused with a code', () => {
  const error = faultOf(() => evaluateWith(findFormula('MARKET_PRICE_HISTORY'), ['9SIA', 10], answers()));
  expect([error.code, error.message]).toEqual(['MARKET_STOREFRONT', expect.stringContaining('"10"')]);
});

test("a blank identifier is blank without the owner's connection, whatever the other arguments", () => {
  const port = Object.defineProperty(answers(), 'owner', {
    get: () => {
      throw new MarketError('MARKET_NO_CONNECTION', 'x');
    },
  });
  expect(evaluateWith(findFormula('MARKET_STOCK'), [null, null, null, NOW], port)).toBe('');
});

describe('a date serial number', () => {
  const from = (serial: number) => {
    const port = answers([]);
    evaluateWith(findFormula('MARKET_ORDERS'), [serial, serial], port);
    return port.asked[0]!.params.orderDateFrom;
  };

  test.each([
    [32_874, '1990-01-01'],
    [45_838, '2025-06-30'],
    [73_415, '2100-12-31'],
  ])('%i is %s', (serial, day) => {
    expect(from(serial)).toBe(`${day} 00:00:00`);
  });

  test.each([32_873, 73_416, 45_838.5, 20_250_630, 0, -1])('is not accepted as %f', (serial) => {
    expect(faultOf(() => from(serial)).message).toContain(`takes a date, such as 2025-06-30, not ${serial}`);
  });
});

test.each<[Input, readonly string[]]>([
  ['Order number', ['Order number']],
  [' a , b,c ', ['a', 'b', 'c']],
  [',a,, ,b,', ['a', 'b']],
  [
    [
      ['a', 'b, c'],
      ['', 7],
    ],
    ['a', 'b', 'c', '7'],
  ],
  [' ', []],
  ['', []],
])('column names in %j are read as %j', (input, names) => {
  expect(columnNames(input)).toEqual(names);
});

test('invisible characters of a copied identifier are ignored', () => {
  expect(identifier('\u200E9SI\u200BA1\uFEFF \u00A0')).toBe('9SIA1');
});

test.each([undefined, null, '', '  ', '\u200B'])('a blank cell, %j, is not an identifier', (cell) => {
  expect([identifier(cell), isBlank(cell)]).toEqual(['', true]);
});

test('orders keep their rows around cells that look blank; blank cells at the end get no rows', () => {
  const orders = ['1', '2'].map((OrderNumber) => ({ SellerID: 'A006', OrderNumber }));
  const range = [['1'], ['\u200B'], ['2'], [''], ['']];
  const shown = evaluateWith(findFormula('MARKET_ORDER'), [range], answers(orders)) as string[][];
  const at = shown[0]!.indexOf('Order number');
  expect(shown.map((row) => row[at])).toEqual(['Order number', '1', '', '2']);
});

test('a part number that starts with "#" is not read as an error value', () => {
  const port = answers([{ ItemNumber: '9SIA', SellerPartNumber: '#A12' }]);
  evaluateWith(findFormula('MARKET_STOCK'), ['#A12'], port);
  expect(port.asked[0]!.params.values).toEqual(['#A12']);
});

test('case 58: a scientific number is refused with a hint, even in a range', () => {
  const error = faultOf(() => evaluateWith(findFormula('MARKET_STOCK'), [[['a'], ['8.12674E+11']]], answers()));
  expect(error.message).toContain('plain text');
});

test('case 94: no formula accepts both order numbers and a period', () => {
  const { arguments: taken } = findFormula('MARKET_ORDERS');
  expect(taken.map(({ param }) => param)).not.toContain('orderNumbers');
});

test('formula names are unique and start with MARKET_', () => {
  const names = formulas.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^MARKET_[A-Z_]+$/);
});

test('looking up an unknown formula throws', () => {
  expect(() => findFormula('MARKET_NOTHING')).toThrow('MARKET_NOTHING');
});
