import { describe, expect, test } from 'vitest';
import { adPerformance } from '../../src/operations/ad-performance.ts';
import { inventory } from '../../src/operations/inventory.ts';
import { keywords } from '../../src/operations/keywords.ts';
import { lookupReport } from '../../src/operations/lookup-report.ts';
import { orders } from '../../src/operations/orders.ts';
import { priceHistory } from '../../src/operations/price-history.ts';
import { operations } from '../../src/operations/registry.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import { readParams } from '../../src/protocol/params.ts';
import { exampleOf } from '../operations/registry.ts';
import { faultOf } from './fault.ts';

type Input = Readonly<Record<string, unknown>>;

const read = (operation: Operation, input: Input) => readParams(operation, input).params;

function refused(operation: Operation, input: Input): string {
  const error = faultOf(() => readParams(operation, input));
  expect(error.code).toBe('MARKET_ARGUMENT');
  return error.message;
}

describe('required and unknown params', () => {
  test.each([
    ['inventory', {}, 'values'],
    ['lookup-report', {}, 'requestId'],
    ['price-history', {}, 'itemNumbers'],
    ['ad-performance', { toDate: '2025-06-01' }, 'fromDate'],
    ['ad-performance', { fromDate: '2025-06-01' }, 'toDate'],
    ['keywords', {}, 'campaignNumber'],
    ['lookup-report', { requestId: '  ' }, 'requestId'],
    ['inventory', { values: [] }, 'values'],
    ['inventory', { values: ['', ' ', null] }, 'values'],
    ['inventory', { values: ',;\n' }, 'values'],
    ['keywords', { campaignNumber: null }, 'campaignNumber'],
  ] as const)('%s with %o is rejected, naming "%s"', (id, input, missing) => {
    expect(refused(operations[id], input)).toContain(`"${missing}"`);
  });

  test('orders need no params', () => {
    expect(readParams(orders, {})).toEqual({ params: {}, ignored: [], headers: [] });
  });

  test.each(Object.values<Operation>(operations))(
    '$id rejects an unknown name and lists the known ones',
    (operation) => {
      const message = refused(operation, { colour: 'red' });
      expect(message).toContain('"colour"');
      for (const name of Object.keys(operation.params)) expect(message).toContain(name);
    },
  );

  test.each(['toString', '__proto__', 'constructor'])('the name %s is unknown', (name) => {
    expect(refused(orders, JSON.parse(`{"${name}":"1"}`))).toContain(name);
  });

  test.each(Object.values<Operation>(operations))(
    "$id accepts storefront and connection, which aren't sent",
    (operation) => {
      const input = {
        ...operation.probe,
        ...exampleOf(operation.id).requires,
        storefront: 'main',
        connection: 'My shop',
      };
      expect(Object.keys(read(operation, input))).not.toContain('storefront');
      expect(Object.keys(read(operation, input))).not.toContain('connection');
    },
  );
});

describe('defaults of blank params', () => {
  test('ad performance', () => {
    expect(read(adPerformance, { fromDate: '2025-06-01', toDate: '2025-06-02', extUrl: '', by: null })).toEqual({
      fromDate: '2025-06-01',
      toDate: '2025-06-02',
      by: 'day',
      extUrl: 'group/searchGroupByCampaign',
      sortField: 'InDate',
      sortType: 'Desc',
    });
  });

  test('keywords', () => {
    expect(read(keywords, { campaignNumber: 7 })).toEqual({
      campaignNumber: ['7'],
      sortField: 'InDate',
      sortType: 'Desc',
    });
  });
});

describe('choices by code or label, in any case', () => {
  test.each([
    ['orders', 'status', 0, '0'],
    ['orders', 'status', '0', '0'],
    ['orders', 'status', 'unshipped', '0'],
    ['orders', 'status', ' Partially Shipped ', '1'],
    ['orders', 'status', 'PAYMENT PENDING', '5'],
    ['orders', 'status', ['Voided'], '4'],
    ['orders', 'type', 'multi-channel', '3'],
    ['orders', 'orderDownloaded', 1, '1'],
    ['orders', 'voidSoon', '48 hours', '48'],
    ['keywords', 'activeStatus', 'inactive', 'Inactive'],
    ['keywords', 'sortType', 'ascending', 'Asc'],
    ['ad-performance', 'by', 'Each day', 'day'],
    ['ad-performance', 'activeStatus', 'Paused', 'Paused'],
    ['inventory', 'type', 'UPC code', '2'],
  ] as const)('%s %s %o becomes %o', (id, name, input, expected) => {
    const operation: Operation = operations[id];
    const required = { ...exampleOf(operation.id).requires, ...(operation.id === 'inventory' ? { values: 'a' } : {}) };
    expect(read(operation, { ...required, [name]: input })[name]).toBe(expected);
  });

  test.each([
    ['orders', 'status', '6'],
    ['orders', 'status', 'Lost'],
    ['orders', 'voidSoon', 36],
    ['orders', 'orderDownloaded', true],
    ['inventory', 'type', '3'],
    ['keywords', 'activeStatus', 'Paused'],
  ] as const)('%s %s %o is rejected with a list of all choices', (id, name, input) => {
    const operation: Operation = operations[id];
    const required = { ...exampleOf(operation.id).requires, ...(operation.id === 'inventory' ? { values: 'a' } : {}) };
    const message = refused(operation, { ...required, [name]: input });
    expect(message).toContain(`"${name}"`);
    for (const code of Object.keys(operation.params[name]!.choices!)) expect(message).toContain(code);
  });
});

describe('times', () => {
  const from = (orderDateFrom: unknown) => read(orders, { orderDateFrom }).orderDateFrom;
  const to = (orderDateTo: unknown) => read(orders, { orderDateTo }).orderDateTo;

  test.each([
    ['2025-06-30', '2025-06-30 00:00:00'],
    ['2025-6-3', '2025-06-03 00:00:00'],
    ['6/30/2025', '2025-06-30 00:00:00'],
    ['06/30/2025', '2025-06-30 00:00:00'],
    ['2025-06-30 8:05', '2025-06-30 08:05:00'],
    ['2025-06-30 08:05:09', '2025-06-30 08:05:09'],
    ['2025-06-30T08:05:09', '2025-06-30 08:05:09'],
    ['6/30/2025 8:05:09', '2025-06-30 08:05:09'],
    ['6/30/2025 8:05:09 PM', '2025-06-30 20:05:09'],
    ['2025-06-30 12:00 AM', '2025-06-30 00:00:00'],
    ['2025-06-30T20:05:09Z', '2025-06-30 13:05:09'],
    ['2025-01-30T20:05:09.123Z', '2025-01-30 12:05:09'],
    ['2025-06-30T08:05:09+09:00', '2025-06-29 16:05:09'],
  ])('case 54: %s becomes %s', (text, expected) => {
    expect(from(text)).toBe(expected);
  });

  test.each([
    ['2025-06-30', '2025-06-30 23:59:59'],
    ['6/30/2025', '2025-06-30 23:59:59'],
    ['2025-06-30 00:00:00', '2025-06-30 00:00:00'],
    ['2025-06-30T07:00:00Z', '2025-06-30 00:00:00'],
  ])('case 55: the end %s becomes %s', (text, expected) => {
    expect(to(text)).toBe(expected);
  });

  test.each([
    '30/6/2025',
    '2025-02-29',
    '2025-13-01',
    '2025-06-30 24:00',
    'yesterday',
    'Wed Mar 01 2023 00:00:00 GMT-0800',
    '20250630',
    45838,
  ])('case 54: %s is not a date', (text) => {
    expect(refused(orders, { orderDateFrom: text })).toContain('"orderDateFrom"');
  });

  test('case 54: a Date object is rejected, because its day depends on a time zone', () => {
    expect(refused(orders, { orderDateFrom: new Date(0) })).toContain('orderDateFrom');
  });

  test('a day is read as a calendar day', () => {
    expect(read(adPerformance, { fromDate: '6/1/2025', toDate: '2025-06-02 23:30' })).toMatchObject({
      fromDate: '2025-06-01',
      toDate: '2025-06-02',
    });
  });

  test.each([
    ['2025-07-01', '2025-06-30'],
    ['2025-06-30 12:00', '2025-06-30 11:59'],
  ])('case 55: from %s to %s is rejected', (orderDateFrom, orderDateTo) => {
    expect(refused(orders, { orderDateFrom, orderDateTo })).toContain('is after');
  });

  test('case 55: one day runs from its first to its last second', () => {
    expect(read(orders, { orderDateFrom: '2025-06-30', orderDateTo: '2025-06-30' })).toEqual({
      orderDateFrom: '2025-06-30 00:00:00',
      orderDateTo: '2025-06-30 23:59:59',
    });
    expect(refused(adPerformance, { fromDate: '2025-07-01', toDate: '2025-06-30' })).toContain('is after');
  });
});

describe('identifiers', () => {
  test.each([
    ['text with commas', 'a, b,c', ['a', 'b', 'c']],
    ['lines, tabs and semicolons', 'a\nb\r\nc\td;e', ['a', 'b', 'c', 'd', 'e']],
    ['an array', ['a', 'b'], ['a', 'b']],
    [
      'a range of cells',
      [
        ['a', 'b'],
        ['c', ''],
      ],
      ['a', 'b', 'c'],
    ],
    ['numbers', [812674021181, 5], ['812674021181', '5']],
    ['one number', 812674021181, ['812674021181']],
    ['case 57: blanks, padding and duplicates', [' a ', '', null, 'b', 'a', undefined, '  '], ['a', 'b']],
    ['spaces and commas inside an array entry', ['Blue Widget, large'], ['Blue Widget, large']],
    ['leading zeros', ['00501'], ['00501']],
    ['copied invisible characters', ['\u200Ba\uFEFF', 'b\u200E', '\u2060'], ['a', 'b']],
    ['a short code with an E', ['1E5', '3-4'], ['1E5', '3-4']],
  ] as const)('reads %s', (_, values, expected) => {
    expect(read(inventory, { values }).values).toEqual(expected);
  });

  test.each([['8.12674E+11'], ['8E+11'], ['8.12674e+11'], [1e21]])('case 58: %s is rejected with a hint', (value) => {
    const message = refused(inventory, { values: ['a', value] });
    expect(message).toContain('scientific notation');
    expect(message).toContain('plain text');
  });

  test('case 58: a decimal comma is rejected as well', () => {
    expect(refused(inventory, { values: ['8,12674E+11'] })).toContain('scientific notation');
  });

  test.each(['9SI\uD83D', '\uDE00SI9', 'a\uDE00\uD83Db'])('half of a surrogate pair in %j is rejected', (value) => {
    expect(refused(priceHistory, { itemNumbers: ['9SI1', value] })).toContain('"itemNumbers"');
    expect(refused(inventory, { values: value })).toContain('incomplete character');
    expect(refused(lookupReport, { requestId: value })).toContain('incomplete character');
  });

  test('a complete surrogate pair is kept', () => {
    expect(read(inventory, { values: ['9SI\u{1F600}'] }).values).toEqual(['9SI\u{1F600}']);
  });

  test('control characters become spaces', () => {
    expect(read(lookupReport, { requestId: '\u0000AB\u001FC\n' }).requestId).toBe('AB C');
  });

  test.each([
    ['lookup-report', { requestId: ['a', 'b'] }],
    ['ad-performance', { ...exampleOf('ad-performance').requires, campaignNumber: [1, 2] }],
  ] as const)('%s rejects several values: %o', (id, input) => {
    expect(refused(operations[id], input)).toContain('one value');
  });

  test('an object is not a string', () => {
    expect(refused(lookupReport, { requestId: { a: 1 } })).toContain('requestId');
    expect(refused(inventory, { values: [{}] })).toContain('values');
  });
});

describe('whole numbers', () => {
  test.each([
    [304, '304'],
    ['315', '315'],
  ])('version %o is accepted', (version, expected) => {
    expect(read(orders, { version }).version).toBe(expected);
  });

  test.each([
    ['keywords', 'groupNumber'],
    ['ad-performance', 'campaignNumber'],
  ] as const)('%s accepts only digits for %s', (id, name) => {
    const operation: Operation = operations[id];
    const given = (value: unknown) => ({ ...exampleOf(operation.id).requires, [name]: value });
    for (const value of ['ABC', '1234.0', '-1', '1,234', '#5']) {
      const message = refused(operation, given(value));
      expect(message).toContain(`"${name}"`);
      expect(message).toContain(value);
    }
    for (const value of [1171910, '1171910', ' 01171910 ', '9007199254740993'])
      expect(read(operation, given(value))[name]).toBe(String(value).trim());
  });

  test('campaigns are digits, one or several', () => {
    for (const campaignNumber of ['ABC', '1234.0', '-1', '#5', [1171910, 'ABC']])
      expect(refused(operations.keywords, { campaignNumber })).toContain('"campaignNumber"');
    for (const [given, campaignNumber] of [
      [1171910, ['1171910']],
      [' 01171910 ', ['01171910']],
      [
        ['9007199254740993', 7],
        ['9007199254740993', '7'],
      ],
      ['7\n8', ['7', '8']],
    ] as const)
      expect(read(operations.keywords, { campaignNumber: given })).toMatchObject({ campaignNumber });
  });

  test.each(['abc', '1234.0', 'SO-5'])('the order number %s is rejected', (value) => {
    const message = refused(orders, { orderNumbers: ['159243598', value] });
    expect(message).toContain('"orderNumbers"');
    expect(message).toContain(value);
    expect(read(orders, { sellerOrderNumbers: [value] }).sellerOrderNumbers).toEqual([value]);
  });

  test.each([303, '3.5', -304, 'latest', '314a'])('version %o is rejected', (version) => {
    expect(refused(orders, { version })).toContain('"version"');
  });
});

describe('params that require or exclude each other', () => {
  test.each([{ keyword: 'ssd' }, { searchKeywordType: 'KEYWORD' }])('case 61: %o alone is rejected', (input) => {
    const message = refused(keywords, { campaignNumber: '1', ...input });
    expect(message).toContain('keyword');
    expect(message).toContain('searchKeywordType');
  });

  test('case 61: both or neither are accepted', () => {
    expect(read(keywords, { campaignNumber: '1', keyword: 'ssd', searchKeywordType: 'KEYWORD' })).toMatchObject({
      keyword: 'ssd',
      searchKeywordType: 'KEYWORD',
    });
    expect(read(keywords, { campaignNumber: '1', keyword: ' ', searchKeywordType: '' })).not.toHaveProperty('keyword');
  });

  test('case 94: all other criteria next to order numbers are left out and named', () => {
    const checked = readParams(orders, {
      orderNumbers: '1',
      sellerOrderNumbers: 'S1',
      status: 'Shipped',
      type: 0,
      orderDownloaded: 0,
      voidSoon: 24,
      orderDateFrom: '2025-06-01',
      orderDateTo: '2025-06-30',
      issueUser: 'me@shop.example',
      version: 314,
    });
    expect(checked.params).toEqual({ orderNumbers: ['1'], issueUser: 'me@shop.example', version: '314' });
    expect([...checked.ignored].sort()).toEqual([
      'orderDateFrom',
      'orderDateTo',
      'orderDownloaded',
      'sellerOrderNumbers',
      'status',
      'type',
      'voidSoon',
    ]);
  });

  test('case 94: seller order numbers have the second priority', () => {
    expect(readParams(orders, { sellerOrderNumbers: 'S1', status: 2 })).toEqual({
      params: { sellerOrderNumbers: ['S1'] },
      ignored: ['status'],
      headers: [],
    });
  });

  test('no criterion is ignored without a stronger one', () => {
    expect(readParams(orders, { status: 2, type: 1 })).toEqual({
      params: { status: '2', type: '1' },
      ignored: [],
      headers: [],
    });
  });
});

describe('the header of a pasted column', () => {
  test.each<[keyof typeof operations, Input, Input, readonly string[]]>([
    ['inventory', { values: 'Item number\n9SIA\n9SIB' }, { values: ['9SIA', '9SIB'] }, ['Item number']],
    ['inventory', { values: ['SKU', 'A-1'] }, { values: ['A-1'] }, ['SKU']],
    ['inventory', { values: ['A-1', 'SKU'] }, { values: ['A-1', 'SKU'] }, []],
    ['inventory', { values: 'SKU' }, { values: ['SKU'] }, []],
    ['price-history', { itemNumbers: 'Seller part number\tA-1' }, { itemNumbers: ['A-1'] }, ['Seller part number']],
    ['orders', { orderNumbers: 'Order number, 12, 13' }, { orderNumbers: ['12', '13'] }, ['Order number']],
    ['keywords', { campaignNumber: 'campaign-number;7' }, { campaignNumber: ['7'] }, ['campaign-number']],
  ])('%s with %o reads %j and skips %j', (id, input, params, headers) => {
    const read = readParams(operations[id], input);
    expect(read.params).toMatchObject(params);
    expect(read.headers).toEqual(headers);
  });
});
