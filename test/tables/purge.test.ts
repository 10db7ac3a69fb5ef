/** Taking data of buyers out of the sheets: from rows of ours, and never what a person wrote. */
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

/** Two orders, an hour apart, and below them a row of a person. */
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

describe('what is not allowed', () => {
  test.each<[string, Parameters<typeof purge>[2], Cell[][]]>([
    [
      'both kinds',
      { withheld: ALL_PRIVATE },
      [
        ['', ''],
        ['', ''],
      ],
    ],
    [
      'the buyer',
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
      'what is older',
      { withheld: NONE_PRIVATE, since: THEN + 1 },
      [
        ['Zoe', 'CA'],
        ['', ''],
      ],
    ],
    [
      'what is not older',
      { withheld: NONE_PRIVATE, since: THEN },
      [
        ['Zoe', 'CA'],
        ['Zoe', 'CA'],
      ],
    ],
  ])('leaves: %s', (_, rules, expected) => {
    const book = bookWith();
    purge(book, orders, rules);
    expect(buyers(book)).toEqual(expected);
  });

  test('leaves everything else of its row', () => {
    const book = bookWith();
    const before = book.rows('Orders');
    purge(book, orders, { withheld: ALL_PRIVATE });
    expect(book.rows('Orders')).toEqual(
      before.map((row) => ({ ...row, 'Customer name': '', 'Ship to state code': '' })),
    );
  });

  test.each<[string, Row]>([
    ['nothing else', {}],
    ['a part of a key', { 'Order number': '3' }],
    ['the other part of it', { 'Seller ID': 'A006' }],
    ['an old date', { 'Order date': new Date(0) }],
  ])('leaves what a person wrote into its columns, beside %s', (_, beside) => {
    const book = bookWith({ 'Customer name': 'my own words', ...beside });
    purge(book, orders, { withheld: ALL_PRIVATE, since: THEN + 2 * HOUR });
    expect(buyers(book)).toEqual([
      ['', ''],
      ['', ''],
      ['my own words', ''],
    ]);
  });

  test('goes from a row whose key somebody took away', () => {
    const book = bookWith();
    change(book, 1, 'Row key', '');
    purge(book, orders, { withheld: ALL_PRIVATE });
    expect(buyers(book)).toEqual([
      ['', ''],
      ['', ''],
    ]);
  });

  test('goes from a row whose key is left and nothing else', () => {
    const book = bookWith();
    change(book, 1, 'Order number', '');
    purge(book, orders, { withheld: ALL_PRIVATE });
    expect(buyers(book)[0]).toEqual(['', '']);
  });
});

test('where nothing is to be taken out nothing is written', () => {
  const book = bookWith();
  purge(book, orders, { withheld: ALL_PRIVATE });
  const { writes } = book.sheet('Orders');
  const before = writes.length;
  purge(book, orders, { withheld: ALL_PRIVATE });
  expect(writes).toHaveLength(before);
});

test.each([
  ['that is not of the table is left alone', new MarketError('MARKET_TABLE', 'It is another one.'), false],
  ['that cannot be read is an error', new Error('Service Spreadsheets failed'), true],
])('a sheet %s', (_, error, throws) => {
  const book = bookWith();
  book.find = () => {
    throw error;
  };
  const purged = () => purge(book, orders, { withheld: ALL_PRIVATE });
  if (throws) expect(purged).toThrow(error);
  else expect(purged).not.toThrow();
});

describe('of records that came', () => {
  const recordOf = (OrderDate: string | undefined) =>
    decodeRecord(
      { SellerID: 'A006', OrderNumber: '1', OrderDate, CustomerName: 'Zoe' } as unknown as Tree,
      orders.answer.record,
      {
        withheld: NONE_PRIVATE,
      },
    );
  const dateOf = (record: ReturnType<typeof recordOf>) => (record.orderDate as { at: number }).at;

  test('those from before the retention time lose the data of buyers, and nothing else', () => {
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

  test('one without a date keeps them: nothing says that it is old', () => {
    const record = recordOf(undefined);
    expect(withinRetention(orders, [record], THEN)).toEqual([record]);
  });

  test('an operation whose records bear no date keeps all', () => {
    const record = recordOf('06/16/2025 08:00:00');
    const { dated: _, ...answer } = orders.answer;
    expect(
      withinRetention({ ...orders, answer } as unknown as typeof orders, [record], Number.POSITIVE_INFINITY),
    ).toEqual([record]);
  });
});
