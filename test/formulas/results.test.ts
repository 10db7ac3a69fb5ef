import { describe, expect, test } from 'vitest';
import type { Input } from '../../src/formulas/formula.ts';
import { findFormula, formulas } from '../../src/formulas/functions/registry.ts';
import type { AnyRecord } from '../../src/protocol/fields.ts';
import { type ErrorCode, MarketError } from '../../src/protocol/market-error.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { faultOf } from '../protocol/fault.ts';
import { expectedRecords } from '../protocol/wire-documents.ts';
import { answers, evaluateWith, NOW } from '../support/noted-answers.ts';

const PERIOD = ['2025-06-01', '2025-06-30'];

function stockOf(inputs: readonly Input[], items: readonly object[]) {
  return evaluateWith(findFormula('MARKET_STOCK'), inputs, answers(items));
}

const item = (ItemNumber: string, SellerPartNumber: string, ...quantities: (number | null)[]) => ({
  ItemNumber,
  SellerPartNumber,
  InventoryAllocation: quantities.map((AvailableQuantity) => ({
    WarehouseLocation: 'USA',
    AvailableQuantity,
  })),
});

test.each<[string, object, Cell]>([
  ['MARKET_STOCK', { SellerPartNumber: '1', InventoryAllocation: [{ AvailableQuantity: 15 }] }, 15],
  ['MARKET_ORDER', { OrderNumber: 1, SellerID: 'A006' }, 'A006'],
])('%s of a range shows the code for an identifier that the service rejects', (name, wire, value) => {
  const found = answers([wire]);
  const refused = (code: ErrorCode) => ({ at: NOW, records: [], refused: new MarketError(code, 'no') });
  const output = evaluateWith(findFormula(name), [[['1'], ['2'], ['3']]], {
    ...found,
    answer: ([first]) => [...found.answer([first!]), refused('MARKET_SERVICE'), refused('MARKET_NOT_FOUND')],
  });
  const column = (output as Cell[][]).slice(-3).map(([cell]) => cell);
  expect(column).toEqual([value, 'MARKET_SERVICE', '']);
});

test('a range without values is blank, with codes for rejected identifiers', () => {
  const refused = (code: ErrorCode) => ({ at: NOW, records: [], refused: new MarketError(code, 'no') });
  const output = evaluateWith(findFormula('MARKET_STOCK'), [[['1'], ['2'], ['3']]], {
    ...answers([]),
    answer: () => [{ at: NOW, records: [] }, refused('MARKET_SERVICE'), refused('MARKET_NOT_FOUND')],
  });
  expect(output).toEqual([[''], ['MARKET_SERVICE'], ['']]);
});

describe('a table of several identifiers', () => {
  const range = [['2'], ['', null] as const, [1], ['2']].map((row) => [...row]);
  const paramsOf = (name: string, inputs: readonly Input[]) => {
    const found = answers([]);
    evaluateWith(findFormula(name), inputs, found);
    return found.queries.map(({ params }) => params);
  };

  test.each<[string, readonly Input[], object, object]>([
    ['MARKET_LOOKUP_REPORT', [range], { requestId: '2' }, { requestId: '1' }],
    ['MARKET_PRICE_HISTORY', [range], { itemNumbers: ['2'] }, { itemNumbers: ['1'] }],
    ['MARKET_AD_PERFORMANCE', [...PERIOD, range], { campaignNumber: '2' }, { campaignNumber: '1' }],
    ['MARKET_KEYWORDS', [range], { campaignNumber: ['2'] }, { campaignNumber: ['1'] }],
  ])('%s queries each identifier once, in order', (name, inputs, first, second) => {
    const queried = paramsOf(name, inputs);
    expect(queried).toMatchObject([first, second]);
    expect(queried[1]).toEqual(
      paramsOf(
        name,
        inputs.map((each) => (each === range ? '1' : each)),
      )[0],
    );
  });

  test('shows the code for an identifier that fails, and is an error if all fail', () => {
    const rows = [{ keyword: 'a' } as unknown as AnyRecord];
    const refused = new MarketError('MARKET_BAD_ANSWER', 'Damaged.');
    const output = (first: readonly AnyRecord[]) =>
      evaluateWith(findFormula('MARKET_KEYWORDS'), [[['1', '2']], '', '', '', '', 'Campaign number, Keyword'], {
        ...answers([]),
        answer: () => [
          first.length > 0 ? { at: NOW, records: first } : { at: NOW, records: [], refused },
          { at: NOW, records: [], refused },
        ],
      });
    expect((output(rows) as Cell[][]).slice(1)).toEqual([
      ['', 'a'],
      ['MARKET_BAD_ANSWER', ''],
    ]);
    expect(faultOf(() => output([]))).toMatchObject({ message: 'Damaged.' });
  });

  test('has the rows of one below those of the other', () => {
    const found = answers([]);
    const rowsOf = (...names: string[]) => names.map((keyword) => ({ keyword }) as unknown as AnyRecord);
    const output = evaluateWith(findFormula('MARKET_KEYWORDS'), [[['1', '2', '3']], '', '', '', '', 'Keyword'], {
      ...found,
      answer: () => [rowsOf('b', 'a'), [], rowsOf('c')].map((records) => ({ at: NOW, records })),
    });
    expect(output).toEqual([['Keyword'], ['b'], ['a'], ['c']]);
  });
});

describe('stock', () => {
  const items = [
    item('9SIA', 'sku-a', 10, 5),
    item('9SIB', 'sku-b', 0),
    item('9SIC', 'sku-c'),
    item('9SID', 'sku-d', null),
  ];

  test('of one item is the sum over its warehouses', () => {
    expect(stockOf(['9SIA'], items)).toBe(15);
    expect(stockOf(['sku-a'], items)).toBe(15);
  });

  test('is 0 for zero and blank for unknown quantities', () => {
    expect(stockOf(['9SIB'], items)).toBe(0);
    expect(stockOf(['9SIC'], items)).toBe('');
    expect(stockOf(['9SID'], items)).toBe('');
  });

  test.each([
    ['a row', [['9SIA', '9SIB']], [[15, 0]]],
    ['a column', [['9SIB'], ['9SIA']], [[0], [15]]],
    [
      'rows and columns',
      [
        ['9SIA', 'sku-b'],
        ['x', ''],
      ],
      [
        [15, 0],
        ['', ''],
      ],
    ],
    ['case 57: the same item several times', [['9SIA'], [' 9SIA '], ['sku-a'], ['9sia']], [[15], [15], [15], [15]]],
    ['case 66: a range with unknown items', [['9SIX'], ['9SIA']], [[''], [15]]],
    ['a range of one', [['9SIA']], [[15]]],
  ] as [string, string[][], unknown][])('of %s has the same shape', (_, range, expected) => {
    expect(stockOf([range], items)).toEqual(expected);
  });

  test('of a one-cell range with an unknown item is blank', () => {
    expect(stockOf([[['9SIX']]], [])).toEqual([['']]);
  });

  test('of a single unknown item is an error that names it', () => {
    const error = faultOf(() => stockOf(['9SIX'], []));
    expect(error.code).toBe('MARKET_NOT_FOUND');
    expect(error.message).toContain('9SIX');
  });

  test("of a UPC code is found although responses don't repeat the code", () => {
    expect(stockOf(['012345678905', '', 2], [item('9SIA', 'sku-a', 4)])).toBe(4);
  });

  test('case 70: excludes operator warehouses', () => {
    const held = {
      ItemNumber: '9SIA',
      InventoryAllocation: [{ AvailableQuantity: 10, WarehouseAllocation: [{ WarehouseCode: '06', Quantity: 4 }] }],
    };
    expect(stockOf(['9SIA'], [held])).toBe(10);
  });

  test('case 70: adds up rows of the same country', () => {
    expect(stockOf(['9SIA'], [item('9SIA', 's', 1, 2)])).toBe(3);
  });
});

describe('tables', () => {
  const price = (day: number, TargetUnitPrice: number) => ({
    MarketItemNumber: '9SIA',
    TargetUnitPrice,
    RequestTimeStamp: `2025-06-${String(day).padStart(2, '0')}T00:00:00Z`,
  });

  test('start with a header and have typed cells', () => {
    const result = evaluateWith(findFormula('MARKET_PRICE_HISTORY'), ['9SIA'], answers([price(1, 9.5)])) as unknown[][];
    expect(result[0]).toEqual([
      'Market item number',
      'Original unit price',
      'Target unit price',
      'Buybox unit price',
      'Request time stamp',
      'Request user',
      'Seller ID',
      'Platform',
      'Source system',
      'Trigger',
      'Process status',
      'Memo',
      'As of',
    ]);
    expect(result[1]).toEqual([
      '9SIA',
      '',
      9.5,
      '',
      new Date('2025-06-01T00:00:00Z'),
      '',
      '',
      '',
      '',
      '',
      '',
      '',
      new Date(NOW),
    ]);
  });

  test('with last good values show that in "As of"', () => {
    const late = answers([price(1, 9.5)], { every: { late: 'MARKET_CAP' } });
    const result = evaluateWith(findFormula('MARKET_PRICE_HISTORY'), ['9SIA', '', '', 'memo, As of'], late);
    expect(result).toEqual([
      ['Memo', 'As of'],
      ['', 'Jun 16, 2:00 PM; last good value (MARKET_CAP)'],
    ]);
  });

  test.each([
    ['are chosen by field name', 'targetUnitPrice'],
    ['are chosen by header', 'Target unit price'],
    ['are chosen by field name in any case', 'TARGETUNITPRICE'],
    ['are chosen by header in any case', ' target UNIT price '],
  ])('columns %s', (_, column) => {
    const result = evaluateWith(
      findFormula('MARKET_PRICE_HISTORY'),
      ['9SIA', '', '', column],
      answers([price(1, 9.5)]),
    );
    expect(result).toEqual([['Target unit price'], [9.5]]);
  });

  test.each([
    ['in one cell with commas', 'Memo, targetUnitPrice'],
    ['in a row', [['Memo', 'targetUnitPrice']]],
    ['in a column with blanks', [['Memo'], [''], ['Target unit price']]],
  ] as [string, Input][])('columns %s are in the requested order', (_, columns) => {
    const result = evaluateWith(
      findFormula('MARKET_PRICE_HISTORY'),
      ['9SIA', '', '', columns],
      answers([price(1, 9.5)]),
    );
    expect(result).toEqual([
      ['Memo', 'Target unit price'],
      ['', 9.5],
    ]);
  });

  test('an unknown column is refused with a list of the valid ones', () => {
    const error = faultOf(() =>
      evaluateWith(findFormula('MARKET_KEYWORDS'), [7, '', '', '', '', 'Colour'], answers([{}])),
    );
    expect(error.message).toContain('"Colour"');
    expect(error.message).toContain('Keyword URL');
  });

  test('price history is newest first, with 25 rows by default', () => {
    const prices = Array.from({ length: 30 }, (_, index) => price(((index * 7) % 30) + 1, index));
    const days = (limit: Input) => {
      const inputs = ['9SIA', '', limit, 'requestTimeStamp'];
      const [, ...rows] = evaluateWith(findFormula('MARKET_PRICE_HISTORY'), inputs, answers(prices)) as Date[][];
      return rows.map(([time]) => time!.getUTCDate());
    };
    expect(days('')).toEqual(Array.from({ length: 25 }, (_, index) => 30 - index));
    expect(days(3)).toEqual([30, 29, 28]);
    expect(days('100')).toHaveLength(30);
  });

  test('equal records of one item are all shown, but a record that two items share only once', () => {
    const found = answers([price(1, 9), price(1, 9), price(2, 9)]);
    const inputs = [[['9SIA'], ['9SIB']], '', '', 'requestTimeStamp'];
    expect(evaluateWith(findFormula('MARKET_PRICE_HISTORY'), inputs, found)).toHaveLength(1 + 3);
  });

  test('without records have only a header', () => {
    expect(evaluateWith(findFormula('MARKET_INVENTORY'), ['a'], answers([]))).toHaveLength(1);
  });

  test('inventory has one row per warehouse, and one for an item without a warehouse', () => {
    const items = [item('9SIA', 'sku-a', 1, 2), item('9SIB', 'sku-b')];
    const inputs = [[['9SIA', '9SIB', 'sku-b']], '', '', 'itemNumber,availableQuantity'];
    expect(evaluateWith(findFormula('MARKET_INVENTORY'), inputs, answers(items))).toEqual([
      ['Item number', 'Available quantity'],
      ['9SIA', 1],
      ['9SIA', 2],
      ['9SIB', ''],
    ]);
  });

  test('case 82: blank ratios stay blank', () => {
    const inputs = [...PERIOD, '', '', 'acos, ctr, cpc'];
    const rows = [{ acos: null, ctr: '0.57%', cpc: 0 }];
    expect(evaluateWith(findFormula('MARKET_AD_PERFORMANCE'), inputs, answers(rows))).toEqual([
      ['ACoS', 'CTR', 'CPC'],
      ['', 0.0057, 0],
    ]);
  });
});

describe('buyer data', () => {
  const order = {
    OrderNumber: 159243598,
    CustomerName: 'Secret Name',
    CustomerPhoneNumber: 'Secret Phone',
    CustomerEmailAddress: 'Secret Mail',
    ShipToAddress1: 'Secret Street',
    ShipToAddress2: 'Secret Floor',
    ShipToCityName: 'Secret City',
    ShipToStateCode: 'Secret State',
    ShipToZipCode: 'Secret Zip',
    ShipToCountryCode: 'Secret Country',
    ShipToFirstName: 'Secret First',
    ShipToLastName: 'Secret Last',
    ShipToCompany: 'Secret Company',
  };

  test('is not in the results of MARKET_ORDERS, even if the records have it', () => {
    const result = evaluateWith(findFormula('MARKET_ORDERS'), PERIOD, answers([order])) as unknown[][];
    expect(result[0]).toContain('Order number');
    expect(result[0]!.join()).not.toMatch(/customer|ship to/i);
    expect(result[1]).toContain('159243598');
    expect(JSON.stringify(result)).not.toContain('Secret');
  });

  test.each(['customerName', 'Ship to zip code', 'shipToStateCode', 'Customer email address'])(
    'cannot be requested as a column: %s',
    (column) => {
      const error = faultOf(() =>
        evaluateWith(findFormula('MARKET_ORDERS'), [...PERIOD, '', column], answers([order])),
      );
      expect(error.code).toBe('MARKET_ARGUMENT');
      expect(error.message).not.toContain('Secret');
    },
  );

  test.each(formulas.filter(({ gives }) => gives === 'table').map(({ name }) => name))(
    'has no column in %s',
    (name) => {
      const formula = findFormula(name);
      const inputs = formula.arguments.map(({ takes, optional }) =>
        takes === 'date' ? '2025-06-01' : optional ? '' : '1',
      );
      const [header] = evaluateWith(formula, inputs, answers([])) as string[][];
      expect(header!.length).toBeGreaterThan(5);
      expect(header!.join()).not.toMatch(/customer|ship to|address 1|zip/i);
    },
  );

  test("from a fixture document isn't returned", () => {
    const [record] = expectedRecords('order-info/crafted-ok.json');
    const wires = [
      {
        OrderNumber: record!.orderNumber,
        CustomerName: record!.customerName,
        ShipToZipCode: record!.shipToZipCode,
      },
    ];
    const text = JSON.stringify(evaluateWith(findFormula('MARKET_ORDERS'), PERIOD, answers(wires)));
    expect(text).toContain(record!.orderNumber as string);
    expect(text).not.toContain(record!.customerName as string);
    expect(text).not.toContain(record!.shipToZipCode as string);
  });
});
