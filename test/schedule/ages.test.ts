/**
 * Deletes rows past their age limit. Closed orders are deleted only if the workbook is over half full or a warehouse
 * has them.
 */
import { beforeEach, describe, expect, test } from 'vitest';
import { setUser } from '../../src/account/person.ts';
import { updateInsights } from '../../src/app/after-run.ts';
import { adPerformance as ads } from '../../src/operations/ad-performance.ts';
import { operations } from '../../src/operations/registry.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import { instantAt, NONE_PRIVATE } from '../../src/protocol/fields.ts';
import type { HttpRequest } from '../../src/protocol/http.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { DAY, HOUR } from '../../src/protocol/time.ts';
import { applyAges } from '../../src/schedule/ages.ts';
import { dispatch } from '../../src/schedule/dispatcher.ts';
import { noWarehouse } from '../../src/schedule/ports.ts';
import { upsert } from '../../src/tables/apply.ts';
import type { DeclaredRecord } from '../../src/tables/table.ts';
import { readState, writeState } from '../../src/warehouse/state.ts';
import { savePrices } from '../export/orders.ts';
import { order, put } from '../insights/findings/tables.ts';
import { envelope } from '../protocol/arrivals.ts';
import { connected, served } from '../support/connected-ports.ts';
import { PLACE } from '../support/exporting.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';
import { typeJobs } from '../support/typed-jobs.ts';
import { writeLook } from '../tables/stock-looks.ts';

/** Orders by number, with date and status code. */
type Orders = Record<string, { readonly at: number; readonly status: number }>;

const HOLDINGS = { ...PLACE, sent: 1, expires: false };
const CLOSED = 2;
const OPEN = 0;

let shop: Orders;
let ports: InMemoryPorts;
beforeEach(() => {
  shop = {};
  ports = connected(answer);
  // Just over half full.
  ports.book.cells = () => 5_000_001;
  setUser(ports, { name: 'Ann' });
});

function answer({ body }: HttpRequest) {
  const asked = JSON.parse(body!).RequestBody.RequestCriteria?.OrderNumberList?.OrderNumber as
    | readonly number[]
    | undefined;
  const numbers = Object.keys(shop).filter((number) => !asked || asked.map(String).includes(number));
  const OrderInfoList = numbers.map((number) => ({
    OrderNumber: number,
    OrderDate: new Date(shop[number]!.at).toISOString(),
    OrderStatus: shop[number]!.status,
    CustomerName: 'Jo Buyer',
    ItemInfoList: [{ SellerPartNumber: 'A' }, { SellerPartNumber: 'B' }],
    PackageInfoList: [{ TrackingNumber: `1Z${number}`, ItemInfoList: [{ SellerPartNumber: 'A' }] }],
  }));
  return envelope({
    OrderInfoList,
    PageInfo: { TotalCount: OrderInfoList.length, TotalPageCount: 1, PageSize: 100, PageIndex: 1 },
  });
}

const daysAgo = (days: number) => START - days * DAY;
const pullOrders = (params: object = {}) => served(ports, 'startPull', { operation: 'orders', params });
const numbersIn = (table: string) => ports.book.rows(table).map((row) => row['Order number']);
const apply = (until = Number.POSITIVE_INFINITY) => applyAges(ports, until);

/** Applies the age limits on two consecutive days. The first run only stores the date. */
function applied(): readonly string[] {
  expect(apply()).toEqual([]);
  ports.wait(DAY);
  return apply();
}

describe('age limits apply', () => {
  test('once a day, starting on the second day', () => {
    shop = { '1': { at: daysAgo(400), status: CLOSED } };
    pullOrders();
    apply();
    ports.wait(DAY - 1);
    apply();
    expect(numbersIn('Orders')).toEqual(['1']);
    ports.wait(1);
    apply();
    expect(numbersIn('Orders')).toEqual([]);
    const { holds } = ports;
    ports.wait(DAY - 1);
    apply();
    expect(ports.holds).toBe(holds);
  });

  test('after the due jobs of a scheduled run, but not when a user runs single jobs', () => {
    shop = { '1': { at: daysAgo(400), status: CLOSED } };
    pullOrders();
    typeJobs(ports.book, {
      Dataset: 'Orders',
      Filter: 'status = Unshipped',
      Every: 'hourly',
      'Row key': 'j',
    });
    const run = (only?: ReadonlySet<string>) =>
      dispatch(ports, {
        why: 'schedule',
        until: ports.clock.now() + HOUR,
        interval: HOUR,
        asleep: 0,
        ...(only ? { only } : {}),
      });
    run();
    ports.wait(2 * DAY);
    run(new Set(['j']));
    expect(numbersIn('Orders')).toEqual(['1']);
    run();
    expect(numbersIn('Orders')).toEqual([]);
  });

  test('in scheduled runs without a Jobs sheet', () => {
    shop = { '1': { at: daysAgo(400), status: CLOSED } };
    pullOrders();
    const run = () => dispatch(ports, { why: 'schedule', until: ports.clock.now() + HOUR, interval: HOUR, asleep: 0 });
    run();
    ports.wait(2 * DAY);
    run();
    expect(numbersIn('Orders')).toEqual([]);
  });

  test('not after the deadline; the next execution catches up', () => {
    shop = { '1': { at: daysAgo(400), status: CLOSED } };
    pullOrders();
    apply();
    ports.wait(DAY);
    apply(ports.clock.now());
    expect(numbersIn('Orders')).toEqual(['1']);
    apply();
    expect(numbersIn('Orders')).toEqual([]);
  });
});

describe('old orders', () => {
  test('are deleted with their lines and packages if closed; open and recent orders are kept', () => {
    shop = {
      '1': { at: daysAgo(181), status: CLOSED },
      '2': { at: daysAgo(400), status: OPEN },
      '3': { at: daysAgo(100), status: CLOSED },
    };
    pullOrders();
    expect(applied()).toEqual([]);
    expect(numbersIn('Orders')).toEqual(['3', '2']);
    expect(numbersIn('Order lines')).toEqual(['3', '3', '2', '2']);
    expect(numbersIn('Packages')).toEqual(['2', '3']);
  });

  test('are kept in a half-full workbook without a warehouse', () => {
    ports.book.cells = () => 5_000_000;
    shop = { '1': { at: daysAgo(400), status: CLOSED } };
    pullOrders();
    applied();
    expect(numbersIn('Orders')).toEqual(['1']);
  });

  test('are deleted from a small workbook after a warehouse confirms them', () => {
    ports.book.cells = () => 1;
    let holds = false;
    Object.assign(ports, { warehouse: { ...noWarehouse, holdings: () => HOLDINGS, confirms: () => holds } });
    shop = { '1': { at: daysAgo(400), status: CLOSED } };
    pullOrders();
    applied();
    expect(numbersIn('Orders')).toEqual(['1']);
    holds = true;
    ports.wait(DAY);
    const left = new Map<string, number>();
    expect(applyAges(ports, Number.POSITIVE_INFINITY, left)).toEqual([]);
    expect([numbersIn('Orders'), numbersIn('Order lines'), numbersIn('Packages')]).toEqual([[], [], []]);
    expect(Object.fromEntries(left)).toEqual({ Orders: 1, 'Order lines': 2, Packages: 1 });
  });

  test.each([
    ['a note on an order line', () => ports.book.sheet('Order lines').rowNotes.add(3)],
    ['a color on the order', () => ports.book.sheet('Orders').rowLooks.set(2, 'yellow')],
    ['a typed cell next to a package', () => ports.book.sheet('Packages').insertColumn(18, ['Mine', 'look into this'])],
  ])('with %s are kept completely', (_, put) => {
    shop = { '1': { at: daysAgo(400), status: CLOSED }, '2': { at: daysAgo(400), status: CLOSED } };
    pullOrders();
    put();
    applied();
    expect(numbersIn('Orders')).toEqual(['1']);
    expect(numbersIn('Order lines')).toEqual(['1', '1']);
    expect(numbersIn('Packages')).toEqual(['1']);
  });

  test('keep every open order, and no line without its order, wherever the run is interrupted', () => {
    const count = 40;
    for (let each = 1; each <= count; each++)
      shop[each] = { at: daysAgo(300 + each), status: each % 3 === 0 ? OPEN : CLOSED };
    pullOrders();
    apply();
    ports.wait(DAY);
    const { book } = ports;
    const open = Math.floor(count / 3);
    let left = 0;
    for (let end = 0; left === 0; end++) {
      let steps = 0;
      const ended = new Error('ended');
      const undone = [...book.sheets.values()].map((sheet) => {
        const { removeRows } = sheet;
        sheet.removeRows = (from, rows) => {
          if (steps++ === end) throw ended;
          removeRows(from, rows);
        };
        return () => Object.assign(sheet, { removeRows });
      });
      try {
        apply();
        left = steps;
      } catch (error) {
        expect(error).toBe(ended);
      }
      for (const undo of undone) undo();
      const stay = numbersIn('Orders').filter((number) => Number(number) % 3 === 0);
      expect(stay).toHaveLength(open);
      expect(numbersIn('Orders')).toEqual(expect.arrayContaining(numbersIn('Order lines')));
    }
    expect(numbersIn('Orders')).toHaveLength(open);
    expect(numbersIn('Order lines')).toHaveLength(2 * open);
  });
});

test("ended findings are deleted after 30 days, except one with the user's note or cell", () => {
  const given = ['1', '2', '3'].map((orderNumber) => order({ orderNumber, autoVoidTime: instantAt(START + HOUR) }));
  const names = () => ports.book.rows('Findings').map((row) => row['Record ID']);
  put(ports.book, operations.orders, given, START);
  updateInsights(ports, true);
  expect(names()).toHaveLength(3);
  put(
    ports.book,
    operations.orders,
    given.map((each) => ({ ...each, orderStatus: 4 })),
    START + HOUR,
  );
  ports.wait(2 * HOUR);
  updateInsights(ports, true);
  const { cells } = ports.book.sheet('Findings');
  expect(ports.book.rows('Findings').map(({ State }) => State)).toEqual(['ended', 'ended', 'ended']);
  cells[1]![cells[0]!.indexOf('Note')] = 'call back';
  cells[2]![cells[0]!.length] = 'mine';
  const [noted, , last] = names();
  ports.wait(31 * DAY);
  applied();
  expect(names()).toHaveLength(2);
  expect(names()).toContain(noted);
  expect(names()).not.toContain(last);
});

test('old ad rows are deleted after a warehouse has them, and kept without a warehouse', () => {
  const groups = [10, 500].map((days) => {
    const text = new Date(daysAgo(days)).toISOString().slice(0, 10);
    const day = { day: text, text };
    const record = decodeRecord({ sellerID: 'A006', groupNumber: days }, ads.answer.record, {
      withheld: NONE_PRIVATE,
    });
    return { ...record, fromDate: day, toDate: day } as DeclaredRecord<typeof ads>;
  });
  upsert(ports.book, ads, groups, NONE_PRIVATE, START);
  applied();
  expect(ports.book.rows('Ad performance')).toHaveLength(2);
  let holds = false;
  Object.assign(ports, { warehouse: { ...noWarehouse, holdings: () => HOLDINGS, confirms: () => holds } });
  applied();
  expect(ports.book.rows('Ad performance')).toHaveLength(2);
  holds = true;
  ports.wait(DAY);
  apply();
  expect(ports.book.rows('Ad performance')).toHaveLength(1);
});

describe('in a workbook that another person exports', () => {
  const exports = { ...noWarehouse, holdings: () => HOLDINGS, confirms: () => true };
  const counts = () => ['Price log', 'Stock history', 'Orders'].map((table) => ports.book.rows(table).length);
  beforeEach(() => {
    const logs = Array.from({ length: 30 }, (_, each) => ({
      SellerID: 'A006',
      MarketItemNumber: '9SIA1',
      RequestTimeStamp: new Date(daysAgo(100 + each)).toISOString(),
    }));
    savePrices(ports.book, logs, START);
    writeLook(ports.book, { at: daysAgo(90), stock: { A: { USA: 5 } } });
    shop = { '1': { at: daysAgo(400), status: CLOSED } };
    pullOrders();
    writeState(ports.document, PLACE, readState(ports.document, PLACE));
  });

  test('exported rows are not deleted', () => {
    applied();
    expect(counts()).toEqual([30, 1, 1]);
    ports.document.remove(`warehouse.state.${PLACE.project}`);
    ports.wait(DAY);
    apply();
    expect(counts()).toEqual([25, 0, 0]);
  });

  test("the other person's schedule deletes them, even if it always runs later", () => {
    for (const expected of [
      [30, 1, 1],
      [25, 0, 0],
    ]) {
      for (const warehouse of [noWarehouse, exports]) {
        Object.assign(ports, { warehouse });
        apply();
      }
      expect(counts()).toEqual(expected);
      ports.wait(DAY);
    }
  });
});

test("a table that can't be read is reported and doesn't throw", () => {
  shop = { '1': { at: daysAgo(400), status: CLOSED } };
  pullOrders();
  Object.assign(ports.book.sheet('Order lines'), {
    read: () => {
      throw new MarketError('MARKET_TABLE', 'The sheet is not ours any more.');
    },
  });
  apply();
  ports.wait(DAY);
  expect(apply()).toEqual(['The sheet is not ours any more.']);
});
