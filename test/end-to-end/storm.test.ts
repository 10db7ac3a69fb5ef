import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest, runs } from '../effort.ts';
import { SILENT } from '../host/execution/witness.ts';
import { StormBook } from '../host/storm-book.ts';
import { noteText } from '../support/note.ts';

const [LITERALS, REFERENCES, CONCATENATIONS] = [40, 40, 20];
/** Range formulas: cells per sheet, and cells per formula. */
const [RANGED, FIFTY] = [runs(100, 300), 50];
const CELLS = LITERALS + REFERENCES + CONCATENATIONS + 3 * RANGED;
const FORMULAS = LITERALS + REFERENCES + CONCATENATIONS + (3 * RANGED) / FIFTY;
const SHEETS = ['Sheet1', 'Two', 'Three'];

const book = new StormBook();
let stock: readonly unknown[];

beforeAll(async () => {
  await book.open(CELLS + 10, 600);
  await book.addSheets(SHEETS.slice(1));
});
afterAll(() => book.close());

const shown = () => [
  ...book.column('Sheet1', 1, LITERALS),
  ...book.column('Two', 2, REFERENCES),
  ...book.column('Three', 2, CONCATENATIONS),
  ...SHEETS.flatMap((sheet) => book.column(sheet, 4, RANGED)),
];
const isNumber = (cell: unknown) => typeof cell === 'number';

test('cells on three sheets take one call per hundred items, regardless of how they are written', async () => {
  const left = [...book.items.slice(0, CELLS)];
  const [literals, references, parts] = [LITERALS, REFERENCES, CONCATENATIONS].map((count) =>
    left.splice(0, count),
  ) as [string[], string[], string[]];
  const ranged = () => [
    left.splice(0, RANGED),
    Array.from({ length: RANGED }, (_, row) => (row % FIFTY === 0 ? `=MARKET_STOCK(C${row + 1}:C${row + FIFTY})` : '')),
  ];
  book.spent();
  book.fill('Sheet1', [literals.map((id) => `=MARKET_STOCK("${id}")`), [], ...ranged()]);
  book.fill('Two', [references, references.map((_, row) => `=MARKET_STOCK(A${row + 1})`), ...ranged()]);
  book.fill('Three', [
    parts.map((id) => id.slice(3)),
    parts.map((_, row) => `=MARKET_STOCK("9SI"&A${row + 1})`),
    ...ranged(),
  ]);
  await book.settled();
  const { requests, lockTries, longest } = book.spent();
  expect(requests).toBe(CELLS / 100);
  expect(lockTries).toBeLessThanOrEqual(50);
  expect(longest).toBeLessThan(10_000);
  stock = shown();
  expect(stock).toHaveLength(CELLS);
  expect(stock.every(isNumber)).toBe(true);
});

test('recalculation takes no call and reads no property', async () => {
  await book.recalculate();
  const { executions, requests, propertyCalls, lockTries } = book.spent();
  expect(executions).toBeGreaterThanOrEqual(FORMULAS);
  expect([requests, propertyCalls, lockTries]).toEqual([0, 0, 0]);
});

test('sorting, inserting rows and reopening take no call', async () => {
  await book.change("ss.getSheetByName('Two').getRange('A1:B40').sort({ column: 1, ascending: false })");
  await book.change("ss.getSheetByName('Sheet1').insertRowsBefore(1, 3)");
  expect(book.column('Sheet1', 1, LITERALS + 3).slice(3)).toEqual(stock.slice(0, LITERALS));
  await book.change("ss.getSheetByName('Sheet1').deleteRows(1, 3)");
  await book.reopen();
  const { executions, requests, lockTries } = book.spent();
  expect(executions).toBeGreaterThanOrEqual(FORMULAS);
  expect([requests, lockTries]).toEqual([0, 0]);
  const before = [...stock];
  stock = shown();
  expect(stock).not.toEqual(before);
  expect([...stock].sort()).toEqual(before.sort());
});

test('ten more formulas take at most two more calls', async () => {
  const more = book.items.slice(CELLS, CELLS + 10);
  book.fill('Two', [[], [], [], [], more.map((id) => `=MARKET_STOCK(LOWER("${id}"))`)]);
  await book.settled();
  const { requests } = book.spent();
  expect(requests).toBeLessThanOrEqual(2);
  expect(book.column('Two', 5, 10).every(isNumber)).toBe(true);
});

longTest.each([100, 40, 20, 10])(
  'a cache that loses half of its entries at every %ith call changes no value',
  async (each) => {
    let calls = 0;
    let forgotten = 1;
    book.host.witness = () => ({
      ...SILENT,
      calls: () => {
        if (++calls % each > 0) return;
        book.host.stores.evict(0.5);
        forgotten++;
      },
    });
    book.host.stores.evict(1);
    await book.recalculate();
    book.host.witness = undefined;
    expect(book.notes('Sheet1', 1, LITERALS).filter((note) => note !== '')).toEqual([]);
    expect(shown()).toEqual(stock);
    const { requests, lockTries, longest } = book.spent();
    // Only the evicted values may be fetched again.
    expect(requests).toBeLessThanOrEqual((forgotten * CELLS) / 100);
    if (each === 100) expect(lockTries).toBeLessThanOrEqual(50);
    expect(longest).toBeLessThan(30_000);
  },
);

longTest(
  'a slow service costs one attempt, and each cell shows the reason and the time of the next attempt',
  async () => {
    book.host.stores.evict(1);
    book.host.latencies.set('https://market.test', 60_000);
    await book.recalculate();
    const { requests, longest } = book.spent();
    // One batch for all items, plus a few single retries in the remaining time.
    expect(requests).toBeLessThanOrEqual(CELLS / 100 + 5);
    expect(longest).toBeLessThan(30_000);
    const notes = book.notes('Sheet1', 1, LITERALS).map(noteText);
    expect(notes.every((note) => note.startsWith('MARKET_TIMEOUT: '))).toBe(true);
    expect(
      notes.filter((note) => /Formula calls are paused\. Formulas can try again after \d+:\d\d [AP]M\.$/.test(note))
        .length,
    ).toBeGreaterThan(LITERALS / 2);
  },
);
