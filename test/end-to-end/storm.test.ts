/** Many formulas at once in the host, 30 at a time in executions of their own: few calls, and each cell its value. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SILENT, StormBook } from '../host/storm-book.ts';

const CELLS = 130;
const book = new StormBook();
let stock: readonly unknown[];

beforeAll(async () => {
  await book.open(CELLS + 10, 600);
  await book.addSheets(['Two', 'Three']);
});
afterAll(() => book.close());

const isNumber = (cell: unknown) => typeof cell === 'number';

test('literals, references, ranges and concatenations over three sheets are one call for a hundred items', async () => {
  const ids = book.items.slice(0, CELLS);
  const [first, second, third] = [ids.slice(0, 50), ids.slice(50, 100), ids.slice(100)];
  book.spent();
  book.fill('Sheet1', [first.map((id) => `=MARKET_STOCK("${id}")`)]);
  book.fill('Two', [second, second.map((_, row) => `=MARKET_STOCK(A${row + 1})`)]);
  book.fill('Three', [
    third.map((id) => id.slice(3)),
    third.map((_, row) => `=MARKET_STOCK("9SI"&A${row + 1})`),
    third,
    ['=MARKET_STOCK(C:C)'],
  ]);
  await book.settled();
  const { requests, lockTries, longest } = book.spent();
  expect(requests).toBe(2);
  expect(lockTries).toBeLessThanOrEqual(50);
  expect(longest).toBeLessThan(10_000);
  stock = [
    ...book.column('Sheet1', 1, first.length),
    ...book.column('Two', 2, second.length),
    ...book.column('Three', 2, third.length),
  ];
  expect(stock.every(isNumber)).toBe(true);
  expect(book.column('Three', 4, third.length)).toEqual(book.column('Three', 2, third.length));
});

test('computing them again asks nobody, and reads no property', async () => {
  await book.recalculate();
  const { executions, requests, propertyCalls, lockTries } = book.spent();
  expect(executions).toBeGreaterThan(CELLS);
  expect([requests, propertyCalls, lockTries]).toEqual([0, 0, 0]);
});

test('ten more formulas are one call more, however they are written', async () => {
  const more = book.items.slice(CELLS, CELLS + 10);
  book.fill('Two', [[], [], [], more.map((id) => `=MARKET_STOCK(LOWER("${id}"))`)]);
  await book.settled();
  const { requests } = book.spent();
  expect(requests).toBeLessThanOrEqual(2);
  expect(book.column('Two', 4, 10).every(isNumber)).toBe(true);
});

test('a cache that forgets a part at any moment changes no value', async () => {
  let calls = 0;
  book.host.witness = () => ({
    ...SILENT,
    calls: () => {
      if (++calls % 100 === 0) book.host.stores.evict(0.5);
    },
  });
  book.host.stores.evict(1);
  await book.recalculate();
  book.host.witness = undefined;
  expect(book.notes('Sheet1', 1, 50).filter((note) => note !== '')).toEqual([]);
  expect([
    ...book.column('Sheet1', 1, 50),
    ...book.column('Two', 2, 50),
    ...book.column('Three', 2, 30),
  ]).toEqual(stock);
  expect(book.spent().longest).toBeLessThan(30_000);
});

test('a lock that others hold costs time, and no cell its value', async () => {
  for (let at = 1; at <= 8; at++) {
    book.host.stores.evict(1);
    book.host.faults.at('lock', at);
    await book.recalculate();
    expect(book.notes('Sheet1', 1, 50).filter((note) => note !== '')).toEqual([]);
    expect(book.spent().longest).toBeLessThan(10_000);
  }
  book.host.faults.clear();
});

test('a storm of errors costs one try, and each cell says why and until when', async () => {
  book.host.stores.evict(1);
  book.host.latencies.set('https://market.test', 60_000);
  await book.recalculate();
  const { requests, longest } = book.spent();
  // What 140 items need, with two repetitions while there is time.
  expect(requests).toBeLessThanOrEqual(9);
  expect(longest).toBeLessThan(30_000);
  const notes = book.notes('Sheet1', 1, 50);
  expect(notes.every((note) => note.startsWith('MARKET_TIMEOUT: '))).toBe(true);
  expect(
    notes.filter((note) => /none asks for a while\. It goes on at \d\d:\d\d\.$/.test(note)).length,
  ).toBeGreaterThan(40);
});
