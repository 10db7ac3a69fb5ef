/** Rows from before keys began with the seller get the seller that they surely belong to, and no other one. */
import { describe, expect, test } from 'vitest';
import { applyPlans } from '../../../src/tables/apply.ts';
import type { Cell } from '../../../src/tables/cells.ts';
import { type Column, ROW_KEY } from '../../../src/tables/columns.ts';
import { planSellers, type Sellers, type SellerTable, sellersIn } from '../../../src/tables/migration/sellers.ts';
import { InMemoryBook } from '../../support/in-memory-book.ts';

const column = (id: string): Column => ({
  id,
  header: id,
  kind: 'id',
  meaning: id,
  depth: 0,
  keeps: false,
});
const SELLER = column('sellerId');
const ORDER = column('orderNumber');
const NAME = column('name');

/** The key, the seller and the order of each row; a column that no row has is not there. */
type Row = readonly [key: Cell, sellerId?: Cell | undefined, orderNumber?: Cell | undefined];

const tableOf = (name: string, isTyped = false): SellerTable => ({
  name,
  columns: [NAME, SELLER, ORDER, ROW_KEY],
  isTyped,
});

function bookOf(tables: Readonly<Record<string, readonly Row[]>>): InMemoryBook {
  const book = new InMemoryBook('UTC');
  for (const [name, rows] of Object.entries(tables)) {
    const has = (at: number) => rows.some((row) => row[at] !== undefined);
    const columns = [NAME, ...(has(1) ? [SELLER] : []), ...(has(2) ? [ORDER] : []), ROW_KEY];
    book.create(name, columns);
    for (const [key, sellerId = '', orderNumber = ''] of rows) {
      const cells: Readonly<Record<string, Cell>> = {
        sellerId,
        orderNumber,
        name: `of ${key}`,
        [ROW_KEY.id]: key,
      };
      book.sheet(name).cells.push(columns.map(({ id }) => cells[id]!));
    }
  }
  return book;
}

describe('whose the rows of a workbook can be', () => {
  const found = (connected: readonly string[], tables: Readonly<Record<string, readonly Row[]>>): unknown => {
    const { only, ofOrder } = sellersIn(
      bookOf(tables),
      Object.keys(tables).map((name) => tableOf(name)),
      connected,
    );
    return [only, Object.fromEntries(ofOrder)];
  };

  test.each<[string, readonly string[], Readonly<Record<string, readonly Row[]>>, unknown]>([
    ['nobody is known', [], { T: [['k']] }, [undefined, {}]],
    ['one is connected', ['A1'], { T: [['k']] }, ['A1', {}]],
    ['one is connected twice', ['A1', 'a1'], {}, ['a1', {}]],
    ['two are connected', ['A1', 'B2'], {}, [undefined, {}]],
    ['one is named', [], { T: [['k', 'A1']] }, ['A1', {}]],
    ['the connected one is named in other letters', ['A1'], { T: [['k', 'a1']] }, ['A1', {}]],
    [
      'one is named in two spellings',
      [],
      {
        T: [
          ['k', 'A1'],
          ['l', 'a1'],
        ],
      },
      ['A1', {}],
    ],
    ['another one is named', ['A1'], { T: [['k', 'B2']] }, [undefined, {}]],
    ['another one is named in another table', [], { T: [['k', 'A1']], U: [['k', 'B2']] }, [undefined, {}]],
    ['a row of nobody names one', [], { T: [['', 'A1', '7']] }, [undefined, {}]],
    ['a failed formula names nobody', ['A1'], { T: [['k', '#REF!']] }, ['A1', {}]],
    ['there is no such column', ['A1'], { T: [['k', undefined, '7']] }, ['A1', {}]],
    [
      'rows tell of orders',
      [],
      {
        T: [
          ['k', 'A1', '7'],
          ['l', 'A1', 8],
        ],
      },
      ['A1', { 7: 'A1', 8: 'A1' }],
    ],
    [
      'an order has several rows',
      [],
      {
        T: [
          ['k', 'A1', '7'],
          ['l', 'A1', '7'],
        ],
      },
      ['A1', { 7: 'A1' }],
    ],
    [
      'two have an order of one number',
      [],
      {
        T: [
          ['k', 'A1', '7'],
          ['l', 'A1', '8'],
        ],
        U: [
          ['k', 'B2', '7'],
          ['m', 'A1', '7'],
        ],
      },
      [undefined, { 8: 'A1' }],
    ],
    [
      'a row has no order',
      [],
      {
        T: [
          ['k', 'A1', ''],
          ['l', 'A1', '7'],
        ],
      },
      ['A1', { 7: 'A1' }],
    ],
  ])('%s', (_, connected, tables, expected) => {
    expect(found(connected, tables)).toEqual(expected);
  });

  test('tables without a sheet say nothing', () => {
    expect(sellersIn(new InMemoryBook(), [tableOf('T')], ['A1'])).toEqual({ only: 'A1', ofOrder: new Map() });
  });
});

const ALONE: Sellers = { only: 'A1', ofOrder: new Map() };
const SEVERAL: Sellers = { only: undefined, ofOrder: new Map([['7', 'B|2']]) };

function given(rows: readonly Row[], sellers: Sellers, isTyped = false) {
  const book = bookOf({ T: rows });
  const plan = planSellers(book, tableOf('T', isTyped), sellers);
  if (plan) applyPlans(book, [plan]);
  const after = book.rows('T').map((row): Row => [row[ROW_KEY.header]!, row.sellerId, row.orderNumber]);
  return { book, plan, after };
}

describe('rows that are known by a key', () => {
  test.each<[string, Sellers, Row, Row]>([
    ['is the only one’s', ALONE, ['k', '', '7'], ['A1|k', 'A1', '7']],
    ['had a blank in its key', ALONE, ['|k', '', '7'], ['A1|k', 'A1', '7']],
    ['says whose it is', ALONE, ['k', 'B2', '7'], ['B2|k', 'B2', '7']],
    ['says it in its key alone', ALONE, ['A1|k', '', '7'], ['A1|k', 'A1', '7']],
    ['is as it is to be', ALONE, ['A1|k', 'A1', '7'], ['A1|k', 'A1', '7']],
    ['shows a failed formula', ALONE, ['k', '#N/A', '7'], ['A1|k', 'A1', '7']],
    ['is of an order whose seller is known', SEVERAL, ['k', '', 7], ['B\\|2|k', 'B|2', 7]],
    ['is of another order', SEVERAL, ['k', '', '8'], ['k', '', '8']],
    ['has no order', SEVERAL, ['k', '', ''], ['k', '', '']],
    ['is not ours', ALONE, ['', '', '7'], ['', '', '7']],
    ['is not complete', ALONE, ['incomplete: k', '', '7'], ['incomplete: k', '', '7']],
    ['was added and not finished', ALONE, ['incomplete new: k', '', '7'], ['incomplete new: k', '', '7']],
    ['is known by a part of its key', ALONE, ['k'.repeat(1001), '', '7'], ['k'.repeat(1001), '', '7']],
    ['is known by a long key', ALONE, ['k'.repeat(1000), '', '7'], [`A1|${'k'.repeat(1000)}`, 'A1', '7']],
  ])('a row that %s', (_, sellers, before, expected) => {
    const [first, last]: Row[] = [
      ['A1|first', 'A1', '1'],
      ['A1|last', 'A1', '2'],
    ];
    const { plan, after } = given([first!, before, last!], sellers);
    expect(after).toEqual([first, expected, last]);
    const isSame = JSON.stringify(before) === JSON.stringify(expected);
    expect(plan?.changed).toBe(isSame ? undefined : 1);
  });

  test('get the column that they lack, and no other one', () => {
    const { book, after } = given([['k'], ['l']], ALONE);
    expect(after).toEqual([
      ['A1|k', 'A1', undefined],
      ['A1|l', 'A1', undefined],
    ]);
    expect(book.rows('T').map(({ name }) => name)).toEqual(['of k', 'of l']);
    expect(given([['k']], SEVERAL).after).toEqual([['k', '', undefined]]);
  });

  test('of a table without a sheet need nothing', () => {
    expect(planSellers(new InMemoryBook(), tableOf('T'), ALONE)).toBeUndefined();
  });
});

describe('rows that are known by what people typed', () => {
  test.each<[string, Sellers, Row, Row]>([
    ['is the only one’s', ALONE, ['k', '', '7'], ['k', 'A1', '7']],
    ['says whose it is', ALONE, ['k', 'B2', '7'], ['k', 'B2', '7']],
    ['may be of several', SEVERAL, ['k', '', '7'], ['k', '', '7']],
    ['nobody has read yet', ALONE, ['', '', '7'], ['', '', '7']],
  ])('a row that %s', (_, sellers, before, expected) => {
    const { plan, after } = given([['first', 'A1', '1'], before], sellers, true);
    expect(after).toEqual([['first', 'A1', '1'], expected]);
    expect(plan === undefined).toBe(before[1] === expected[1]);
  });

  test("a person's formula stays", () => {
    const book = bookOf({ T: [['k', '', '7']] });
    book.sheet('T').formulas.set('2 2', '=""');
    expect(planSellers(book, tableOf('T', true), ALONE)).toBeUndefined();
  });
});
