/** Rows that left by age are not added again: moved ones stay in Archive, and jobs add none that would leave at once. */
import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { columnsOf } from '../../src/operations/tables.ts';
import { instantAt } from '../../src/protocol/fields.ts';
import { DAY } from '../../src/protocol/time.ts';
import type { Cell } from '../../src/tables/cells.ts';
import { leftByAge } from '../../src/tables/left-by-age.ts';
import type { TablePlan } from '../../src/tables/plan.ts';
import type { Row } from '../../src/tables/rows.ts';
import type { Table, TabledOperation } from '../../src/tables/table.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';

const NOW = Date.UTC(2025, 5, 16, 12);
const JOB = { isNamed: false, isJob: true };

function tableOf({ tables }: TabledOperation, name: string): Table {
  return tables.find((each) => each.name === name)!;
}

/** Which of the rows are refused, by their keys. */
function refused(
  book: InMemoryBook,
  operation: TabledOperation,
  table: string,
  rows: readonly Row[],
  { terms = JOB, before = [] as readonly TablePlan[] } = {},
): readonly string[] {
  const isRefused = leftByAge(book, operation, NOW, terms)(tableOf(operation, table), rows, before);
  return rows.filter((row) => isRefused?.(row)).map(({ key }) => key);
}

describe('price changes', () => {
  const prices = operations['price-history'];
  const log = (days: number, item = '9SIA', sellerId = 'A1'): Row => ({
    key: `${sellerId} ${item} ${days}`,
    values: {
      sellerId,
      marketItemNumber: item,
      platform: 'USA',
      requestTimeStamp: instantAt(NOW - days * DAY),
    },
  });
  const newest = (item: string, sellerId?: string) =>
    Array.from({ length: 25 }, (_, index) => log(index / 100, item, sellerId));

  test('that are older than the table keeps are not added by jobs', () => {
    const rows = [log(61), ...newest('9SIA'), log(59), log(60), log(60.01), log(400)];
    expect(refused(new InMemoryBook(), prices, 'Price log', rows)).toEqual([
      'A1 9SIA 61',
      'A1 9SIA 60.01',
      'A1 9SIA 400',
    ]);
  });

  test('are added for a person', () => {
    const rows = [log(61), ...newest('9SIA')];
    for (const isNamed of [true, false])
      expect(refused(new InMemoryBook(), prices, 'Price log', rows, { terms: { isNamed, isJob: false } })).toEqual([]);
  });

  test('of the newest of each item stay, however old', () => {
    const rows = [log(61), ...newest('9SIB'), ...newest('9SIA', 'B2'), log(90), ...newest('9SIA').slice(0, 24)];
    expect(refused(new InMemoryBook(), prices, 'Price log', rows)).toEqual(['A1 9SIA 90']);
  });

  test('of no date stay', () => {
    const undated = { ...log(61), values: { ...log(61).values, requestTimeStamp: null } };
    expect(refused(new InMemoryBook(), prices, 'Price log', [...newest('9SIA'), undated])).toEqual([]);
  });
});

describe('orders', () => {
  const { orders } = operations;
  const order = (number: string, days: number): Row => ({
    key: `A1|${number}`,
    values: { sellerId: 'A1', orderNumber: number, orderDate: instantAt(NOW - days * DAY) },
  });

  function archivedIn(...lines: readonly (readonly [table: string, row: string, goneSince?: Cell])[]): InMemoryBook {
    const book = new InMemoryBook();
    const columns = columnsOf('Archive')!;
    book.create('Archive', columns);
    for (const [table, row, goneSince = ''] of lines) {
      const cells: Readonly<Record<string, Cell>> = { table, row, goneSince, rowKey: `${table}|${row}` };
      book.sheet('Archive').cells.push(columns.map(({ id }) => cells[id] ?? ''));
    }
    return book;
  }

  const ROWS = [order('1', 300), order('2', 300), order('3', 0.5)];
  const book = () =>
    archivedIn(['Orders', 'A1|1'], ['Orders', 'A1|3'], ['Orders', 'A1|2', new Date(NOW)], ['Packages', 'A1|2']);

  test.each([true, false])('that moved to Archive by age stay there, for a job: %s', (isJob) => {
    expect(refused(book(), orders, 'Orders', ROWS, { terms: { isNamed: false, isJob } })).toEqual(['A1|1']);
  });

  test('that were asked for by number come back', () => {
    expect(refused(book(), orders, 'Orders', ROWS, { terms: { isNamed: true, isJob: false } })).toEqual([]);
  });

  test('without Archive are added; it is read once, and not for young ones', () => {
    expect(refused(new InMemoryBook(), orders, 'Orders', ROWS)).toEqual([]);
    const archive = book();
    const reads = () => archive.sheet('Archive').reads;
    refused(archive, orders, 'Orders', [order('3', 0.5), order('1', 1)]);
    expect(reads()).toBe(0);
    refused(archive, orders, 'Orders', ROWS);
    expect(reads()).toBe(1);
  });

  test('take their lines and packages along', () => {
    const line = (number: string, part: string, sellerId = 'A1'): Row => ({
      key: `${sellerId}|${number}|${part}`,
      values: { sellerId, orderNumber: number, sellerPartNumber: part },
    });
    const lines = [line('1', 'a'), line('1', 'b'), line('2', 'a'), line('1', 'a', 'B2')];
    const planned = (refused: readonly Row[], table = 'Orders') =>
      [{ opened: { table }, refused }] as unknown as readonly TablePlan[];
    const left = (those: readonly TablePlan[]) =>
      ['Order lines', 'Packages'].map((table) => refused(book(), orders, table, lines, { before: those }));
    expect(left(planned([order('1', 300)]))).toEqual([
      ['A1|1|a', 'A1|1|b'],
      ['A1|1|a', 'A1|1|b'],
    ]);
    expect(left(planned([]))).toEqual([[], []]);
    expect(left([])).toEqual([[], []]);
    expect(left(planned([order('1', 300)], 'Packages'))).toEqual([[], []]);
  });
});

test('tables without an age refuse nothing', () => {
  const row: Row = { key: 'k', values: {} };
  expect(refused(new InMemoryBook(), operations.inventory, 'Inventory', [row])).toEqual([]);
});
