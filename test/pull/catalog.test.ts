import { describe, expect, test } from 'vitest';
import { undoRun } from '../../src/app/undo-run.ts';
import { operations } from '../../src/operations/registry.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { reportOf } from '../../src/pull/report.ts';
import type { Run } from '../../src/pull/run.ts';
import type { TabledOperation } from '../../src/tables/table.ts';
import { envelope, json, serviceError } from '../protocol/arrivals.ts';
import { begun } from '../support/begun-run.ts';
import { executed } from '../support/executed.ts';
import { type InMemoryPorts, inMemoryPorts, START } from '../support/in-memory-ports.ts';

const { inventory, orders } = operations;
const prices = operations['price-history'];
const ads = operations['ad-performance'];

function run(ports: InMemoryPorts, operation: TabledOperation, input: object, until = Number.POSITIVE_INFINITY): Run {
  const run = begun(operation, input, { now: ports.clock.now() });
  return executed(ports, run, { until });
}

const notesOf = (made: Run) => reportOf(made, START).notes;

interface Line {
  readonly SellerPartNumber?: string;
  readonly MarketItemNumber?: string;
  readonly UPCCode?: string;
}

/** Orders with one line each. */
const ordersOf = (...lines: readonly Line[]) =>
  envelope({
    PageInfo: { TotalCount: lines.length, TotalPageCount: 1 },
    OrderInfoList: lines.map((line, index) => ({ OrderNumber: index + 1, ItemInfoList: [line] })),
  });

const itemOf = ({ url }: HttpRequest) => /history\/(\w+)\?/.exec(url)![1]!;

/** Returns a price change for every item except these. */
const pricesBut =
  (...none: readonly string[]) =>
  (request: HttpRequest): HttpResult => {
    const MarketItemNumber = itemOf(request);
    const PriceLogs = none.includes(MarketItemNumber) ? [] : [{ MarketItemNumber, TargetUnitPrice: 1 }];
    return envelope({ PriceLogs, TotalCount: PriceLogs.length });
  };

const column = (ports: InMemoryPorts, header: string, table = 'Catalog') =>
  ports.book.rows(table).map((row) => row[header]);
const conflicts = (ports: InMemoryPorts) =>
  ports.book.rows('Status').map(({ About, Subject, State, Example }) => [About, Subject, State, Example]);

test('writes the tables and the Catalog under one lock', () => {
  const ports = inMemoryPorts(() =>
    ordersOf({ SellerPartNumber: 'A', MarketItemNumber: '9SI1' }, { SellerPartNumber: 'B' }),
  );
  const made = run(ports, orders, {});
  expect(ports.holds).toBe(1);
  expect(column(ports, 'Seller part number')).toEqual(['A', 'B']);
  expect(column(ports, 'From')).toEqual(['Orders', 'Orders']);
  expect(made.tables.map(({ table }) => table)).toEqual(['Orders', 'Order lines', 'Packages']);
});

test('writes no Catalog cells in an identical second pull', () => {
  let notified = 0;
  const ports = {
    ...inMemoryPorts(() => ordersOf({ SellerPartNumber: 'A', MarketItemNumber: '9SI1' })),
    catalogChanged: () => void notified++,
  };
  run(ports, orders, {});
  expect(notified).toBe(1);
  ports.book.sheet('Catalog').writes.length = 0;
  ports.wait(3_600_000);
  run(ports, orders, {});
  expect(ports.book.sheet('Catalog').writes).toEqual([]);
  expect(notified).toBe(1);
});

describe('an item whose price never changed', () => {
  test('gets a poll time if it is in the Catalog', () => {
    const ports = inMemoryPorts(pricesBut('b'));
    ports.book.others = 0;
    run(ports, prices, { itemNumbers: ['a', 'b', 'c'] });
    expect(column(ports, 'Item number')).toEqual(['a', 'c']);
    const book = ports.book.sheet('Catalog');
    book.cells.push(book.cells[0]!.map((name) => (name === 'Item number' ? 'B' : '')));
    const then = ports.clock.now();
    run(ports, prices, { itemNumbers: ['a', 'b', 'c'] });
    for (const polled of column(ports, 'Prices polled')) expect(Number(polled)).toBeGreaterThan(then);
    expect(column(ports, 'From')).toEqual(['Price history', 'Price history', 'Typed in']);
  });

  test('gets the poll time of the storefront', () => {
    const ports = inMemoryPorts(pricesBut('b'));
    ports.book.others = 0;
    run(ports, prices, { itemNumbers: ['a'] });
    const polled = column(ports, 'Prices polled');
    run(ports, prices, { itemNumbers: ['a', 'b'], storefront: 'canadian' });
    expect(column(ports, 'Prices polled')).toEqual(polled);
    expect(column(ports, 'Canadian prices polled')).toEqual([expect.any(Date)]);
  });

  test("gets a poll time even in a slice without rows, which doesn't touch the tables", () => {
    const none = Array.from({ length: 20 }, (_, index) => `n${index}`);
    const ports = inMemoryPorts(pricesBut(...none));
    const itemNumbers = [...Array.from({ length: 20 }, (_, index) => `a${index}`), ...none];
    const made = run(ports, prices, { itemNumbers });
    expect(reportOf(made, START).rows.added).toBe(20);
    const sheet = ports.book.sheet('Catalog');
    for (const name of none) sheet.cells.push(sheet.cells[0]!.map((each) => (each === 'Item number' ? name : '')));
    ports.book.sheet('Price log').reads = 0;
    expect(reportOf(run(ports, prices, { itemNumbers }), START).rows).toMatchObject({
      added: 0,
      unchanged: 20,
    });
    expect(ports.book.sheet('Price log').reads).toBe(1);
    expect(column(ports, 'Prices polled')).not.toContain('');
  });
});

test('ad groups add items, and other operations fill them in', () => {
  const ports = inMemoryPorts(() => json({ rows: [{ groupNumber: 1, productList: ['9SI1', '9SI2'] }], totalRows: 1 }));
  run(ports, ads, { fromDate: '2025-06-01', toDate: '2025-06-02' });
  expect(column(ports, 'Item number')).toEqual(['9SI1', '9SI2']);
  const stock = inMemoryPorts(() => envelope({ ItemList: [{ ItemNumber: '9si2', SellerPartNumber: 'B' }] }));
  run({ ...stock, book: ports.book }, inventory, { values: ['9SI2'] });
  expect(column(ports, 'Seller part number')).toEqual(['', 'B']);
  expect(column(ports, 'From')).toEqual(['Ad performance', 'Ad performance']);
});

describe('a Catalog conflict', () => {
  const two = () =>
    ordersOf({ SellerPartNumber: 'A', MarketItemNumber: '9SI1' }, { SellerPartNumber: 'A', MarketItemNumber: '9SI2' });

  test('is listed on Status once, and noted by the pull', () => {
    const ports = inMemoryPorts(two);
    const made = run(ports, orders, {});
    expect(notesOf(made).join()).toContain('The Catalog has conflicting item data');
    const expected = [['Catalog', 'A: several item numbers', 'contradiction', '9SI1; 9SI2']];
    expect(conflicts(ports)).toEqual(expected);
    const since = column(ports, 'First seen', 'Status');
    ports.wait(3_600_000);
    run(ports, orders, {});
    expect(conflicts(ports)).toEqual(expected);
    expect(column(ports, 'First seen', 'Status')).toEqual(since);
    expect(column(ports, 'Item number')).toEqual(['9SI1', '9SI2']);
  });

  test('with long values is shortened to fit its row', () => {
    const long = 'x'.repeat(40_000);
    const ports = inMemoryPorts(() =>
      ordersOf({ MarketItemNumber: '9SI1', UPCCode: `${long}1` }, { MarketItemNumber: '9SI1', UPCCode: `${long}2` }),
    );
    run(ports, orders, {});
    expect(String(conflicts(ports)[0]![3]).length).toBeLessThan(200);
  });

  test('creates no Status sheet', () => {
    const ports = inMemoryPorts(() => ordersOf({ SellerPartNumber: 'A' }, { SellerPartNumber: 'a' }));
    expect(notesOf(run(ports, orders, {})).join()).not.toContain('Catalog');
    expect(ports.book.sheets.has('Status')).toBe(false);
  });
});

test("an unusable Catalog doesn't affect other tables, and the pull explains it", () => {
  const ports = inMemoryPorts(() => ordersOf({ SellerPartNumber: 'A', MarketItemNumber: '9SI1' }));
  run(ports, orders, {});
  const sheet = ports.book.sheet('Catalog');
  sheet.deleteColumn(sheet.cells[0]!.length);
  ports.book.sheets.delete('Orders');
  const made = run(ports, orders, {});
  expect(made).toMatchObject({ state: 'done', errors: [] });
  expect(notesOf(made).join()).toMatch(/^.*Couldn't update the Catalog: .*"Row key"/);
  expect(ports.book.rows('Orders')).toHaveLength(1);
});

describe('the Catalog', () => {
  const line = { SellerPartNumber: 'A', MarketItemNumber: '9SI1' };
  const conflict = { SellerPartNumber: 'A', MarketItemNumber: '9SI2' };

  test("isn't changed or created by a preview", () => {
    const ports = inMemoryPorts(() => ordersOf(line, conflict));
    const run = begun(orders, {}, { isPreview: true });
    const made = executed(ports, run);
    expect(ports.book.sheets.size).toBe(0);
    expect(notesOf(made).join()).not.toContain('Catalog');
    expect(made.grown).toBeGreaterThanOrEqual(2 * 10);
  });

  test('keeps typed values and poll times when a pull is undone', () => {
    const ports = inMemoryPorts(() => envelope({ ItemList: [{ ItemNumber: '9SI1', SellerPartNumber: 'A' }] }));
    run(ports, inventory, { values: ['9SI1'] });
    ports.book.kept = [];
    const sheet = ports.book.sheet('Catalog');
    sheet.cells = [sheet.cells[0]!, sheet.cells[0]!.map((name) => (name === 'Seller part number' ? 'a' : ''))];
    sheet.formats = sheet.cells.map((row) => row.map(() => '@'));
    const others = { ...inMemoryPorts(() => ordersOf(line, { SellerPartNumber: 'B' })), book: ports.book };
    run(others, orders, {});
    expect(column(ports, 'Item number')).toEqual(['9SI1', '']);
    expect(undoRun(others).message).toContain('The Orders pull from');
    const blank = { 'Item number': '', From: '', 'First seen': '', 'Row key': '' };
    expect(ports.book.rows('Catalog')).toEqual([expect.objectContaining({ 'Seller part number': 'a', ...blank })]);
    run({ ...ports, book: ports.book }, inventory, { values: ['A'] });
    undoRun(ports);
    expect(column(ports, 'Item number')).toEqual(['']);
    expect(column(ports, 'Stock polled')).toEqual([expect.any(Date)]);
  });
});

test("a rejected call doesn't create the Catalog", () => {
  const ports = inMemoryPorts(() => serviceError('XX1'));
  run(ports, prices, { itemNumbers: ['a'] });
  expect(ports.book.sheets.has('Catalog')).toBe(false);
});
