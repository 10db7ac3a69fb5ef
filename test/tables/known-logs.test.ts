/** Counts each item's known price logs, regardless of the order of records and rows. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import { columnsOf } from '../../src/operations/tables.ts';
import { NONE_PRIVATE } from '../../src/protocol/fields.ts';
import { DAY, HOUR, MINUTE } from '../../src/protocol/time.ts';
import { applyPlans } from '../../src/tables/apply.ts';
import { knownLogsOf, pace, planLeft } from '../../src/tables/catalog/known-logs.ts';
import { openExisting } from '../../src/tables/opened.ts';
import { planUpsert } from '../../src/tables/plan.ts';
import { InMemoryBook } from '../support/in-memory-book.ts';

const prices = operations['price-history'];
const NOW = Date.UTC(2025, 5, 16, 12);

interface Log {
  readonly item: string;
  readonly ago: number;
  readonly sellerId?: string;
}

const NAMES = Object.keys(prices.answer.record);

function plansOf(book: InMemoryBook, logs: readonly Log[]) {
  const records = logs.map(({ item, ago, sellerId = 'A1' }) => ({
    ...Object.fromEntries(NAMES.map((name) => [name, null])),
    marketItemNumber: item,
    sellerId,
    platform: 'USA',
    requestTimeStamp: { at: NOW - ago * MINUTE, text: '' },
  }));
  return planUpsert(book, prices, records as never, NONE_PRIVATE, NOW);
}

function known(before: readonly Log[], received: readonly Log[]) {
  const book = new InMemoryBook('UTC');
  applyPlans(book, plansOf(book, before));
  return knownLogsOf(prices, plansOf(book, received), { sellerId: 'A1' }, NOW, true);
}

test('the count, newest time, and pace cover all records, in any order', () => {
  const minutes = fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(minutes, fc.nat(39), (agos, split) => {
      const logs = agos.map((ago) => ({ item: '9SIA', ago }));
      const at = Math.min(split, logs.length - 1);
      const others = [
        { item: '9SIB', ago: 0 },
        { item: '9SIA', ago: 0, sellerId: 'B2' },
      ];
      const { cells, refused } = known([...others, ...logs.slice(0, at)], logs.slice(at)).get('9sia')!;
      const sorted = agos.map((ago) => NOW - ago * MINUTE).sort((one, other) => other - one);
      expect(cells).toEqual({
        logsKnown: logs.length,
        logsOf: 'USA',
        newestLog: new Date(sorted[0]!),
        dailyChanges: pace(sorted, NOW),
      });
      expect(refused).toBe(0);
    }),
    { numRuns: 60 },
  );
});

const daily = (count: number) => Array.from({ length: count }, (_, index) => NOW - (index + 1) * DAY);

test.each([
  ['one change a day ago', daily(1), 0.5],
  ['two changes within a day', [NOW - HOUR, NOW - DAY], 1.5],
  ['two changes within two days', [NOW - HOUR, NOW - 2 * DAY], 0.75],
  ['one change just now', [NOW], 720],
  ['one change per day', daily(30), 0.9833],
  ['one change per day for 60 days, counting only the newest', daily(60), 0.9833],
])('the pace of %s', (_, times, expected) => {
  expect(pace(times, NOW)).toBe(expected);
});

test('removed records are counted on the Catalog row of their item and seller', () => {
  const book = new InMemoryBook('UTC');
  const catalog = columnsOf('Catalog')!;
  book.create('Catalog', catalog);
  const put = (cells: Readonly<Record<string, string | number>>) =>
    book.sheet('Catalog').cells.push(catalog.map(({ id }) => cells[id] ?? ''));
  put({ sellerId: 'A1', itemNumber: '9sia', logsKnown: 5, logsLeft: 2, rowKey: 'a' });
  put({ sellerId: 'A1', itemNumber: '9SIB', logsKnown: 5, rowKey: 'b' });
  put({ sellerId: 'B2', itemNumber: '9SIA', logsKnown: 1, rowKey: 'c' });
  put({ sellerId: 'A1', itemNumber: '9SIA', logsKnown: 9 });
  const log = (item: string, sellerId: string) => ({ item, sellerId, ago: 1 });
  applyPlans(
    book,
    plansOf(book, [log('9SIA', 'a1'), log('9SIA', 'A1'), log('9SIA', 'B2'), log('9SIC', 'A1'), log('9SIA', '')]),
  );
  const gone = openExisting(book, 'Price log', columnsOf('Price log')!)!;
  const left = (...indexes: number[]) => {
    applyPlans(book, planLeft(book, prices, gone, indexes));
    return book.rows('Catalog').map((row) => [row['Logs left'], row['Logs known']]);
  };
  const START = [
    [2, 5],
    ['', 5],
    ['', 1],
    ['', 9],
  ];
  expect(left()).toEqual(START);
  expect(left(4)).toEqual(START);
  expect(left(1, 2)).toEqual([[4, 3], ...START.slice(1)]);
  expect(left(1, 3, 3)).toEqual([[5, 2], START[1], [2, 0], START[3]]);
  expect(left(5)).toEqual([[6, 1], START[1], [3, 0], START[3]]);
});
