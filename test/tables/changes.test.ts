import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { keyColumnsOf } from '../../src/operations/tables.ts';
import { instantAt, NONE_PRIVATE } from '../../src/protocol/fields.ts';
import { applyPlans } from '../../src/tables/apply.ts';
import { type Cell, textOfCell } from '../../src/tables/cells.ts';
import { type Change, changesOf, MOST_CHANGES, writeChanges } from '../../src/tables/changes.ts';
import { ROW_KEY } from '../../src/tables/columns.ts';
import { planGone } from '../../src/tables/gone.ts';
import { openTable } from '../../src/tables/opened.ts';
import { planRows, planUpsert, type TablePlan } from '../../src/tables/plan.ts';
import { newKey } from '../../src/tables/positions.ts';
import { runs } from '../effort.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';
import { bookOf, cases, columnsOf, THEN } from './prefixes-cases.ts';

const ZONE = 'America/New_York';
const BY = { run: 'r1', at: THEN, sellerId: 'A006' };
const US = new InMemoryBook(ZONE);
const listOf = (plan: TablePlan, most = MOST_CHANGES, book = US) =>
  changesOf(plan, keyColumnsOf(plan.table), BY, book, most);
/** How cells show times in the United States. */
const SHOWN = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
const inShort = (changes: readonly Change[]) =>
  changes.map(({ record, column, before, after }) => [record, column, before, after].join(' | '));

describe('the list of changes', () => {
  test('equals the difference between the cells before and after, for any sheet', () => {
    const text = (cell: Cell | undefined, column: string) => {
      if (cell instanceof Date)
        return cell.toLocaleString('en-US', { timeZone: 'UTC', ...SHOWN }).replace(/,?\s/g, ' ');
      return column === 'price' && typeof cell === 'number' ? cell.toFixed(2) : String(cell ?? '');
    };
    fc.assert(
      fc.property(cases, (given) => {
        const { book, sheet } = bookOf(given);
        const plan = planRows(openTable(book, 'T', columnsOf(given)), given.incoming, THEN, 'UTC');
        const before = sheet.read();
        applyPlans(book, [plan]);
        const after = sheet.read();
        const { header, contents } = plan.opened;
        const position = (column: string) => contents.positions.get(column)! - 1;
        // The write inserted missing columns.
        const old = (row: number, column: string) => {
          const [at, gap] = [position(column), header ? header.at - 1 : Number.POSITIVE_INFINITY];
          const width = header?.columns.length ?? 0;
          return at < gap ? before[row]?.[at] : at < gap + width ? '' : before[row]?.[at - width];
        };
        let added = 0;
        const changed = after.flatMap((line, row) => {
          const key = String(line[position(ROW_KEY.id)] ?? '');
          if (row === 0 || key === '') return [];
          const was = String(old(row, ROW_KEY.id) ?? '');
          if (was === '' || (was.startsWith(newKey('')) && was !== key)) {
            added++;
            return [];
          }
          return ['name', 'price', 'sold', 'memo'].flatMap((column) => {
            const [one, other] = [old(row, column), line[position(column)]];
            const [from, to] = [text(one, column), text(other, column)];
            return from === to ? [] : [`${key} | ${column} | ${from} | ${to}`];
          });
        });
        const expected =
          added === 0 ? changed : [...changed, ` |  |  | ${added} ${added === 1 ? 'row' : 'rows'} added`];
        const listed = changesOf(plan, [ROW_KEY.id], BY, new InMemoryBook('UTC'), 99);
        expect(inShort(listed).sort()).toEqual([...new Set(expected)].sort());
      }),
      { numRuns: runs(100, 20_000) },
    );
  });

  const { orders, inventory } = operations;
  const pull = (book: InMemoryBook, records: object[], at = THEN, withheld = NONE_PRIVATE) => {
    const plans = planUpsert(book, orders, records as never, withheld, at);
    applyPlans(book, plans);
    return plans.flatMap((plan) => listOf(plan, MOST_CHANGES, book));
  };
  const order = (changes: object = {}) => ({
    orderNumber: '253396827',
    sellerId: 'A007',
    orderTotalAmount: 1234.5,
    orderStatus: 0,
    isAutoVoid: false,
    orderDate: instantAt(Date.UTC(2025, 5, 16, 4)),
    onTimeShipDueDate: { day: '2025-06-18', text: '' },
    customerName: 'Zoe',
    shipToStateCode: 'CA',
    ...changes,
  });

  test("shows values as the cells do, in the workbook's time zone, with the record's seller", () => {
    const book = new InMemoryBook(ZONE);
    expect(inShort(pull(book, [order()]))).toEqual([' |  |  | 1 order added']);
    const then = order({
      orderTotalAmount: 0,
      orderStatus: 9,
      isAutoVoid: true,
      orderDate: instantAt(Date.UTC(2025, 5, 17, 3, 59, 59)),
      onTimeShipDueDate: null,
      sellerOrderNumber: '=HYPERLINK("https://evil.example")',
      shipService: 'x'.repeat(600),
    });
    const listed = pull(book, [then], THEN + 1000);
    expect(inShort(listed)).toEqual([
      '253396827 | Seller order number |  | =HYPERLINK("https://evil.example")',
      '253396827 | Order date | 6/16/2025 12:00 AM | 6/16/2025 11:59 PM',
      '253396827 | On time ship due date | 6/18/2025 | ',
      `253396827 | Ship service |  | ${'x'.repeat(499)}…`,
      '253396827 | Order total amount | 1234.50 | 0.00',
      '253396827 | Is auto void | FALSE | TRUE',
    ]);
    expect(listed[0]).toMatchObject({ runId: 'r1', sellerId: 'A007', table: 'Orders', time: { at: THEN } });
    expect(pull(book, [then], THEN + 2000)).toEqual([]);
  });

  test("shows dates in the format of the workbook's locale", () => {
    const book = new InMemoryBook(ZONE);
    book.local = 'de_DE';
    pull(book, [order()]);
    const then = order({ orderDate: instantAt(Date.UTC(2025, 5, 16, 17, 5)), onTimeShipDueDate: null });
    expect(inShort(pull(book, [then]))).toEqual([
      '253396827 | Order date | 16.06.2025 00:00 | 16.06.2025 13:05',
      '253396827 | On time ship due date | 18.06.2025 | ',
    ]);
  });

  test('leaves out a time that cells show alike', () => {
    const book = new InMemoryBook(ZONE);
    pull(book, [order()]);
    expect(pull(book, [order({ orderDate: instantAt(Date.UTC(2025, 5, 16, 4, 0, 5)) })])).toEqual([]);
  });

  test('lists the columns that the user sees, asking once per changed column', () => {
    const book = new InMemoryBook(ZONE);
    const described = (orderStatus: number, orderStatusDescription: string, more: object = {}) =>
      order({ orderStatus, orderStatusDescription, ...more });
    pull(book, [described(0, 'Unshipped'), { ...described(0, 'Unshipped'), orderNumber: '2' }]);
    const sheet = book.sheet('Orders');
    const at = (header: string) => sheet.cells[0]!.indexOf(header) + 1;
    const asked: number[] = [];
    const { isHidden } = sheet;
    sheet.isHidden = (column) => {
      asked.push(column);
      return isHidden(column);
    };
    // A folded column that the user opened, and one that the user hid.
    sheet.hidden.delete(at('Recycling fee amount'));
    sheet.hidden.add(at('Ship service'));
    const then = described(1, 'Partially shipped', { recyclingFeeAmount: 1.5, shipService: 'Air' });
    expect(inShort(pull(book, [then, { ...then, orderNumber: '2' }]))).toEqual([
      '253396827 | Order status description | Unshipped | Partially shipped',
      '253396827 | Recycling fee amount |  | 1.50',
      '2 | Order status description | Unshipped | Partially shipped',
      '2 | Recycling fee amount |  | 1.50',
    ]);
    expect(asked).toHaveLength(new Set(asked).size);
    // A code is listed if only its text is hidden.
    sheet.hidden.delete(at('Order status'));
    sheet.hidden.add(at('Order status description'));
    expect(inShort(pull(book, [{ ...then, orderStatus: 2, orderStatusDescription: 'Shipped' }]))).toEqual([
      '253396827 | Order status | 1 | 2',
    ]);
    sheet.hidden.delete(at('Order status description'));
    expect(inShort(pull(book, [{ ...then, orderStatus: 3, orderStatusDescription: 'Invoiced' }]))).toEqual([
      '253396827 | Order status description | Shipped | Invoiced',
    ]);
  });

  test.each([
    [0.125, 'money', '0.125'],
    [3, 'decimal', '3.00'],
    [0.1234, 'ratio', '12.34%'],
    [0.29, 'ratio', '29.00%'],
    [1e-7, 'decimal', '1e-7'],
    [7, 'integer', '7'],
    ['7 or so', 'integer', '7 or so'],
  ] as const)('shows %s in a %s column as %s', (cell, kind, text) => {
    expect(textOfCell(cell, kind, ZONE)).toBe(text);
  });

  test('never lists buyer data, even if the table contains it', () => {
    const book = new InMemoryBook(ZONE);
    pull(book, [order()]);
    const moved = pull(book, [
      order({ customerName: 'Yan', shipToStateCode: 'NY', orderStatus: 1, shipService: 'Air' }),
    ]);
    expect(book.rows('Orders')[0]).toMatchObject({ 'Customer name': 'Yan', 'Ship to state code': 'NY' });
    expect(inShort(moved)).toEqual(['253396827 | Ship service |  | Air']);
  });

  test('lists a gone record once, and its return as one cell; its name has the SKU and words for codes', () => {
    const book = new InMemoryBook(ZONE);
    const stock = [{ warehouseLocation: 'USA', fulfillmentOption: '0', availableQuantity: 3 }];
    const item = {
      ...{ sellerId: 'A007', itemNumber: '9SIA1', sellerPartNumber: 'SSD-1' },
      ...{ condition: 1, inventoryAllocation: stock },
    };
    const received = () => {
      const plans = planUpsert(book, inventory, [item] as never, NONE_PRIVATE, THEN);
      applyPlans(book, plans);
      return inShort(plans.flatMap((plan) => listOf(plan)));
    };
    const record = 'SSD-1, 9SIA1, New, USA, Ship by seller';
    expect(received()).toEqual([' |  |  | 1 row added']);
    const units = [{ values: ['9SIA1'], type: '0' }];
    const gone = planGone(book, inventory, units, 'A007', { keys: new Map() }, THEN);
    expect(inShort(gone.flatMap((plan) => listOf(plan)))).toEqual([`${record} |  |  | gone`]);
    applyPlans(book, gone);
    expect(received()).toEqual([`${record} | Gone since | 6/16/2025 8:00 AM | `]);
  });

  test('stops at the maximum number of changes', () => {
    const book = new InMemoryBook(ZONE);
    const records = (more: object) =>
      Array.from({ length: 7 }, (_, index) => order({ orderNumber: `${index}`, ...more })) as never;
    applyPlans(book, planUpsert(book, orders, records({}), NONE_PRIVATE, THEN));
    const [plan] = planUpsert(book, orders, records({ shipService: 'Air' }), NONE_PRIVATE, THEN);
    expect(listOf(plan!, 5).map(({ record }) => record)).toEqual(['0', '1', '2', '3', '4']);
  });
});

describe('the sheet', () => {
  let book: InMemoryBook;
  beforeEach(() => {
    book = new InMemoryBook(ZONE);
  });
  const sheet = () => book.sheet('Changes');
  const change = (record: string, at = THEN): Change => ({
    runId: 'r1',
    time: instantAt(at),
    sellerId: 'A006',
    table: 'Orders',
    record,
    column: 'Ship service',
    before: '007',
    after: '=1+1',
  });
  const write = (...records: readonly string[]) =>
    writeChanges(
      book,
      records.map((each) => change(each)),
    );
  const written = () =>
    sheet()
      .cells.slice(1)
      .map((row) => row[4] ?? '');

  test('is created with the first change, one text row per change', () => {
    write();
    expect(book.sheets.size).toBe(0);
    write('1');
    expect(book.rows('Changes')).toEqual([
      {
        'Run ID': 'r1',
        Time: new Date(THEN),
        'Seller ID': 'A006',
        Table: 'Orders',
        Record: '1',
        Column: 'Ship service',
        Before: '007',
        After: '=1+1',
        'Row key': expect.any(String),
      },
    ]);
    expect(sheet().formats[1]!.slice(0, 8)).toEqual(['@', 'date and time', '@', '@', '@', '@', '@', '@']);
  });

  test('has one row for all records that a run adds to a table, regardless of the number of slices', () => {
    const added = (count: number, runId = 'r1') =>
      writeChanges(book, [{ ...change(''), runId, column: '', before: '', after: `${count} orders added` }]);
    added(100);
    write('1');
    added(16);
    added(3, 'r2');
    expect(book.rows('Changes').map((row) => [row['Run ID'], row.Record, row.After])).toEqual([
      ['r2', '', '3 orders added'],
      ['r1', '1', '=1+1'],
      ['r1', '', '116 orders added'],
    ]);
  });

  test("puts the newest on top in one write and keeps the user's cells and notes on their rows", () => {
    write('1', '2');
    sheet().insertColumn(10, ['Mine', 'one', 'two']);
    sheet().rowNotes.add(3);
    sheet().writes.length = 0;
    write('3', '4', '5');
    expect(sheet().writes).toHaveLength(1);
    expect(written()).toEqual(['3', '4', '5', '1', '2']);
    expect(sheet().cells.map((row) => row[9] ?? '')).toEqual(['Mine', '', '', '', 'one', 'two']);
    expect([...sheet().rowNotes]).toEqual([6]);
    sheet().cells = [sheet().cells[0]!, ...sheet().cells.slice(1).reverse()];
    write('6');
    expect(written()).toEqual(['6', '2', '1', '5', '4', '3']);
  });

  test('fills blank rows that a killed execution left, except rows with a note', () => {
    write('1');
    sheet().insertRows(2, 3);
    write('2', '3');
    expect(written()).toEqual(['', '2', '3', '1']);
    sheet().rowNotes.add(2);
    write('4');
    expect(written()).toEqual(['4', '', '2', '3', '1']);
  });

  test('drops a half-written row of a killed execution at the next write', () => {
    write('1', '2');
    // A user column splits the add-on's columns, so each row needs two writes.
    sheet().insertColumn(5, ['Mine']);
    const { write: through } = sheet();
    sheet().write = (block) => {
      through(block);
      throw new Error('ended');
    };
    expect(() => write('3')).toThrow('ended');
    sheet().write = through;
    write('4');
    expect(
      sheet()
        .cells.slice(1)
        .map((row) => row[5] ?? ''),
    ).toEqual(['4', '1', '2']);
  });

  test('drops only half-written rows, in any position', () => {
    write('1', '2', '3', '4');
    const key = sheet().cells[0]!.indexOf(ROW_KEY.header);
    for (const row of [1, 3]) sheet().cells[row]![key] = newKey(String(sheet().cells[row]![key]));
    write('5');
    expect(written()).toEqual(['5', '2', '4']);
  });

  test(`keeps the last ${MOST_CHANGES} in any sort order, and rows with the user's note`, () => {
    const many = Array.from({ length: MOST_CHANGES - 2 }, (_, index) => change(`${index}`, THEN + 1000 * index));
    writeChanges(book, [...many].reverse());
    sheet().cells = [
      sheet().cells[0]!,
      ...sheet()
        .cells.slice(1)
        .sort((one, other) => (String(one[4]) < String(other[4]) ? -1 : 1)),
    ];
    write('a', 'b');
    expect(written()).toHaveLength(MOST_CHANGES);
    const row = (record: string) => sheet().cells.findIndex((cells) => cells[4] === record) + 1;
    sheet().rowNotes.add(row('1'));
    writeChanges(book, [change('c', THEN + 9e6), change('d', THEN + 9e6)]);
    // Rows with the same time are removed from the bottom up.
    expect(written()).toHaveLength(MOST_CHANGES);
    expect([row('0'), row('b')]).toEqual([0, 0]);
    expect(written().slice(0, 4)).toEqual(['c', 'd', 'a', '1']);
    writeChanges(book, [change('e', THEN + 9e6), change('f', THEN + 9e6)]);
    expect(written()).toHaveLength(MOST_CHANGES + 1);
    expect(written().slice(0, 5)).toEqual(['e', 'f', 'c', 'd', '1']);
  });
});
