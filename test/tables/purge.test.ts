import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import { ALL_PRIVATE, NONE_PRIVATE } from '../../src/protocol/fields.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import type { Tree } from '../../src/protocol/parse.ts';
import { upsert } from '../../src/tables/apply.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { purge, withinRetention } from '../../src/tables/purge.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';

const { orders } = operations;
const THEN = Date.UTC(2025, 5, 16, 12);
const HOUR = 3_600_000;

type Row = Readonly<Record<string, Cell>>;

/** Two orders one hour apart, and a user row below them. */
function bookWith(own: Row = {}): InMemoryBook {
  const book = new InMemoryBook();
  const records = [1, 2].map((number) => {
    const OrderDate = new Date(THEN + (number - 1) * HOUR).toISOString();
    const wire = {
      SellerID: 'A006',
      OrderNumber: number,
      OrderDate,
      CustomerName: 'Zoe',
      ShipToStateCode: 'CA',
    };
    return decodeRecord(wire as unknown as Tree, orders.answer.record, { withheld: NONE_PRIVATE });
  });
  upsert(book, orders, records, NONE_PRIVATE, THEN);
  const { cells } = book.sheet('Orders');
  cells.push(cells[0]!.map((header) => own[String(header)] ?? ''));
  return book;
}

const buyers = (book: InMemoryBook) =>
  book.rows('Orders').map((row) => [row['Customer name'], row['Ship to state code']]);

function change(book: InMemoryBook, order: number, header: string, cell: Cell): void {
  const { cells } = book.sheet('Orders');
  cells[order]![cells[0]!.indexOf(header)] = cell;
}

describe('data that may not be kept', () => {
  test.each<[string, Parameters<typeof purge>[2], Cell[][]]>([
    [
      'buyer and destination',
      { withheld: ALL_PRIVATE },
      [
        ['', ''],
        ['', ''],
      ],
    ],
    [
      'only the buyer',
      { withheld: new Set(['buyer']) },
      [
        ['', 'CA'],
        ['', 'CA'],
      ],
    ],
    [
      'nothing',
      { withheld: NONE_PRIVATE },
      [
        ['Zoe', 'CA'],
        ['Zoe', 'CA'],
      ],
    ],
    [
      'older orders',
      { withheld: NONE_PRIVATE, since: THEN + 1 },
      [
        ['Zoe', 'CA'],
        ['', ''],
      ],
    ],
    [
      'orders of exactly the limit stay',
      { withheld: NONE_PRIVATE, since: THEN },
      [
        ['Zoe', 'CA'],
        ['Zoe', 'CA'],
      ],
    ],
  ])('is removed: %s', (_, rules, expected) => {
    const book = bookWith();
    purge(book, orders, rules);
    expect(buyers(book)).toEqual(expected);
  });

  test.each([
    [THEN, ['Zoe', 'Zoe']],
    [THEN + 1, ['', '']],
  ])('is removed without a readable date if the row was last read before %i', (since, names) => {
    const book = bookWith();
    for (const row of [1, 2]) change(book, row, 'Order date', '2025/06/16 12:00:00');
    purge(book, orders, { withheld: NONE_PRIVATE, since });
    expect(buyers(book).map(([name]) => name)).toEqual(names);
  });

  test('is removed without other changes to its row', () => {
    const book = bookWith();
    const before = book.rows('Orders');
    purge(book, orders, { withheld: ALL_PRIVATE });
    expect(book.rows('Orders')).toEqual(
      before.map((row) => ({ ...row, 'Customer name': '', 'Ship to state code': '' })),
    );
  });

  test.each<[string, Row]>([
    ['nothing else', {}],
    ['an order number', { 'Order number': '3' }],
    ['a seller ID', { 'Seller ID': 'A006' }],
    ['an old date', { 'Order date': new Date(0) }],
  ])("the user's text in add-on columns is kept, next to %s", (_, beside) => {
    const book = bookWith({ 'Customer name': 'my own words', ...beside });
    purge(book, orders, { withheld: ALL_PRIVATE, since: THEN + 2 * HOUR });
    expect(buyers(book)).toEqual([
      ['', ''],
      ['', ''],
      ['my own words', ''],
    ]);
  });

  test('is removed from a row whose key was deleted', () => {
    const book = bookWith();
    change(book, 1, 'Row key', '');
    purge(book, orders, { withheld: ALL_PRIVATE });
    expect(buyers(book)).toEqual([
      ['', ''],
      ['', ''],
    ]);
  });

  test("is removed from a seller's row whose seller cell is blank, but not from another seller's row", () => {
    const book = bookWith();
    change(book, 1, 'Seller ID', '');
    purge(book, orders, { withheld: ALL_PRIVATE, sellerId: 'other' });
    expect(buyers(book).slice(0, 2)).toEqual([
      ['Zoe', 'CA'],
      ['Zoe', 'CA'],
    ]);
    change(book, 2, 'Seller ID', '');
    change(book, 2, 'Row key', '|2');
    purge(book, orders, { withheld: ALL_PRIVATE, sellerId: 'A006' });
    expect(buyers(book).flat().join('')).toBe('');
  });

  test('is removed from a row that has only its key left', () => {
    const book = bookWith();
    change(book, 1, 'Order number', '');
    purge(book, orders, { withheld: ALL_PRIVATE });
    expect(buyers(book)[0]).toEqual(['', '']);
  });
});

test('stops if a user moves rows meanwhile, so that its caller repeats it', () => {
  const book = bookWith();
  const sheet = book.sheet('Orders');
  const read = sheet.cellsIn.bind(sheet);
  let reads = 0;
  sheet.cellsIn = (area) => {
    if (++reads === 1) sheet.cells.splice(1, 2, sheet.cells[2]!, sheet.cells[1]!);
    return read(area);
  };
  expect(() => purge(book, orders, { withheld: ALL_PRIVATE })).toThrow('Someone moved rows or columns on "Orders"');
  expect(sheet.writes).toHaveLength(1);
  purge(book, orders, { withheld: ALL_PRIVATE });
  expect(buyers(book).slice(0, 2)).toEqual([
    ['', ''],
    ['', ''],
  ]);
});

test('writes no cells if no data has to be removed', () => {
  const book = bookWith();
  purge(book, orders, { withheld: ALL_PRIVATE });
  const { writes } = book.sheet('Orders');
  const before = writes.length;
  purge(book, orders, { withheld: ALL_PRIVATE });
  expect(writes).toHaveLength(before);
});

test.each([
  ['of another owner is left alone', new MarketError('MARKET_TABLE', 'It is another one.'), false],
  ['that cannot be read raises an error', new Error('Service Spreadsheets failed'), true],
])('a sheet %s', (_, error, throws) => {
  const book = bookWith();
  book.find = () => {
    throw error;
  };
  const purged = () => purge(book, orders, { withheld: ALL_PRIVATE });
  if (throws) expect(purged).toThrow(error);
  else expect(purged).not.toThrow();
});

describe('newly returned records', () => {
  const recordOf = (OrderDate: string | undefined) =>
    decodeRecord(
      { SellerID: 'A006', OrderNumber: '1', OrderDate, CustomerName: 'Zoe' } as unknown as Tree,
      orders.answer.record,
      {
        withheld: NONE_PRIVATE,
      },
    );
  const dateOf = (record: ReturnType<typeof recordOf>) => (record.orderDate as { at: number }).at;

  test('from before the retention time lose only buyer data', () => {
    const record = recordOf('06/16/2025 08:00:00');
    const at = dateOf(record);
    expect(withinRetention(orders, [record], at)).toEqual([record]);
    const [older] = withinRetention(orders, [record], at + 1);
    expect(older).toMatchObject({
      orderNumber: '1',
      orderDate: { at },
      customerName: null,
      shipToStateCode: null,
    });
    expect(record.customerName).toBe('Zoe');
  });

  test.each([undefined, '2025/06/16 08:00:00'])('lose it without a readable date, such as %j', (text) => {
    const [kept] = withinRetention(orders, [recordOf(text)], THEN);
    expect(kept).toMatchObject({ orderNumber: '1', customerName: null, shipToStateCode: null });
  });

  test('keep it if the operation has no date', () => {
    const record = recordOf('06/16/2025 08:00:00');
    const { dated: _, ...answer } = orders.answer;
    expect(
      withinRetention({ ...orders, answer } as unknown as typeof orders, [record], Number.POSITIVE_INFINITY),
    ).toEqual([record]);
  });
});
