/** Rows leave their tables once they are as old as the sheet Rules says, and do not come back by accident. */
import { beforeEach, describe, expect, test } from 'vitest';
import { setUser } from '../../src/account/users.ts';
import { adPerformance as ads } from '../../src/operations/ad-performance.ts';
import { decodeRecord } from '../../src/protocol/decode.ts';
import { NONE_PRIVATE } from '../../src/protocol/fields.ts';
import type { HttpRequest } from '../../src/protocol/http.ts';
import { DAY, HOUR } from '../../src/protocol/time.ts';
import { applyAges } from '../../src/schedule/ages.ts';
import { dispatch } from '../../src/schedule/dispatcher.ts';
import { noWarehouse } from '../../src/schedule/no-warehouse.ts';
import { upsert } from '../../src/tables/apply.ts';
import type { DeclaredRecord } from '../../src/tables/table.ts';
import { envelope } from '../protocol/arrivals.ts';
import { connected, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';
import { typeJobs } from '../support/typed-jobs.ts';

/** Orders by number: when, and the code of the state. */
type Orders = Record<string, { readonly at: number; readonly status: number }>;

const CLOSED = 2;
const OPEN = 0;

let shop: Orders;
let ports: InMemoryPorts;
beforeEach(() => {
  shop = {};
  ports = connected(answer);
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

/** A day later, so that there is something to do. */
function applied(): readonly string[] {
  expect(apply()).toEqual([]);
  ports.wait(DAY);
  return apply();
}

function rule(kind: string, change: { onOrOff?: string; threshold?: number }): void {
  const row = ports.book.sheet('Rules').cells.find(([name]) => name === kind)!;
  if (change.onOrOff !== undefined) row[1] = change.onOrOff;
  if (change.threshold !== undefined) row[2] = change.threshold;
}

describe('when', () => {
  test('not on the first day, then once a day; the sheet Rules comes first', () => {
    shop = { '1': { at: daysAgo(400), status: CLOSED } };
    pullOrders();
    apply();
    ports.wait(DAY - 1);
    apply();
    expect(numbersIn('Orders')).toEqual(['1']);
    ports.wait(1);
    apply();
    expect(numbersIn('Orders')).toEqual([]);
    expect(ports.book.rows('Rules').length).toBeGreaterThan(4);
    const { holds } = ports;
    ports.wait(DAY - 1);
    apply();
    expect(ports.holds).toBe(holds);
  });

  test('by the schedule, behind what runs often, and not where a person runs jobs', () => {
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
    expect(ports.book.sheets.has('Archive')).toBe(false);
    run();
    expect(ports.book.rows('Archive')).toHaveLength(4);
  });

  test('not where the time is over; the next execution goes on', () => {
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

describe('orders', () => {
  test('that are closed and old move with their lines and packages; others stay', () => {
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
    const rows = ports.book.rows('Archive');
    expect(rows.map((row) => row.Table)).toEqual(['Order lines', 'Order lines', 'Packages', 'Orders']);
    expect(rows.every((row) => row['Gone since'] === '' && row['Archived at'] instanceof Date)).toBe(true);
    expect(rows.at(-1)!.Cells).toContain('Order number: 1');
  });

  test('leave no data of buyers in the archive', () => {
    served(ports, 'setConsent', { buyerData: true, retentionDays: 3650 });
    shop = { '1': { at: daysAgo(181), status: CLOSED } };
    pullOrders();
    expect(JSON.stringify(ports.book.rows('Orders'))).toContain('Jo Buyer');
    applied();
    expect(ports.book.rows('Archive')).toHaveLength(4);
    expect(JSON.stringify(ports.book.rows('Archive'))).not.toContain('Jo Buyer');
  });

  test.each([
    ['a note on a line', () => ports.book.sheet('Order lines').rowNotes.add(3)],
    ['a colour on the order', () => ports.book.sheet('Orders').rowLooks.set(2, 'yellow')],
    ['a cell of a package', () => ports.book.sheet('Packages').insertColumn(18, ['Mine', 'look into this'])],
  ])('with %s stay whole', (_, put) => {
    shop = { '1': { at: daysAgo(400), status: CLOSED }, '2': { at: daysAgo(400), status: CLOSED } };
    pullOrders();
    put();
    applied();
    expect(numbersIn('Orders')).toEqual(['1']);
    expect(numbersIn('Order lines')).toEqual(['1', '1']);
    expect(numbersIn('Packages')).toEqual(['1']);
    expect(ports.book.rows('Archive')).toHaveLength(4);
  });

  test('that are there stay away when a pull happens to bring them, and come when they are named', () => {
    shop = { '1': { at: daysAgo(400), status: CLOSED }, '2': { at: daysAgo(399), status: OPEN } };
    pullOrders();
    applied();
    const report = pullOrders();
    expect(report).toMatchObject({ state: 'done', rows: { added: 0 } });
    expect(report.notes.join()).toContain('were not added again');
    expect([numbersIn('Orders'), numbersIn('Order lines')]).toEqual([['2'], ['2', '2']]);
    expect(pullOrders({ orderNumbers: ['1'] }).notes.join()).not.toContain('were not added');
    expect(numbersIn('Orders')).toEqual(['2', '1']);
    expect(numbersIn('Order lines')).toHaveLength(4);
    expect(numbersIn('Packages')).toHaveLength(2);
    ports.wait(DAY);
    apply();
    expect(numbersIn('Orders')).toEqual(['2']);
    expect(ports.book.rows('Archive')).toHaveLength(4);
  });

  test('that never were there come, however old', () => {
    shop = { '1': { at: daysAgo(400), status: CLOSED } };
    pullOrders();
    applied();
    shop = { '2': { at: daysAgo(900), status: CLOSED } };
    pullOrders();
    expect(numbersIn('Orders')).toEqual(['2']);
  });

  test('stay for as long as the sheet says, or for ever', () => {
    shop = { '1': { at: daysAgo(400), status: CLOSED }, '2': { at: daysAgo(500), status: CLOSED } };
    pullOrders();
    served(ports, 'setUpJobs');
    rule('closed-orders-age', { threshold: 450 });
    applied();
    expect(numbersIn('Orders')).toEqual(['1']);
    rule('closed-orders-age', { onOrOff: 'off', threshold: 5 });
    ports.wait(2 * DAY);
    apply();
    expect(numbersIn('Orders')).toEqual(['1']);
  });

  test('of many, each is in its table or in the archive wherever it is ended', () => {
    const count = 40;
    for (let each = 1; each <= count; each++)
      shop[each] = { at: daysAgo(300 + each), status: each % 3 === 0 ? OPEN : CLOSED };
    pullOrders();
    apply();
    ports.wait(DAY);
    const book = ports.book;
    let left = 0;
    for (let end = 0; left === 0; end++) {
      let steps = 0;
      const exhausted = new Error('ended');
      const tick = () => {
        if (steps++ === end) throw exhausted;
      };
      const undone = [...book.sheets.values()].map((sheet) => {
        const { write, removeRows } = sheet;
        sheet.write = (block) => {
          tick();
          write(block);
        };
        sheet.removeRows = (from, rows) => {
          tick();
          removeRows(from, rows);
        };
        return () => Object.assign(sheet, { write, removeRows });
      });
      try {
        apply();
        left = steps;
      } catch (error) {
        expect(error).toBe(exhausted);
      }
      for (const undo of undone) undo();
      const archived = book.sheets.has('Archive') ? book.rows('Archive') : [];
      const known = new Set([
        ...numbersIn('Orders').map(String),
        ...archived.flatMap((row) =>
          row.Table === 'Orders' ? [/Order number: (\d+)/.exec(String(row.Cells))![1]!] : [],
        ),
      ]);
      expect(known.size).toBe(count);
      const lines = numbersIn('Order lines').length;
      expect(lines + archived.filter((row) => row.Table === 'Order lines').length).toBeGreaterThanOrEqual(2 * count);
    }
    const open = Math.floor(count / 3);
    expect(numbersIn('Orders')).toHaveLength(open);
    expect(numbersIn('Order lines')).toHaveLength(2 * open);
    expect(book.rows('Archive')).toHaveLength(4 * (count - open));
  });
});

test('old rows of ads leave once a warehouse holds them, and stay where there is none', () => {
  const groups = [10, 500].map((days) => {
    const text = new Date(daysAgo(days)).toISOString().slice(0, 10);
    const day = { day: text, text };
    const record = decodeRecord({ sellerID: 'A006', groupNumber: days }, ads.answer.record, {
      withheld: NONE_PRIVATE,
    });
    return { ...record, fromDate: day, toDate: day } as DeclaredRecord<typeof ads>;
  });
  upsert(ports.book, ads, groups, NONE_PRIVATE, START);
  served(ports, 'setUpJobs');
  applied();
  expect(ports.book.rows('Ad performance')).toHaveLength(2);
  let holds = false;
  Object.assign(ports, { warehouse: { ...noWarehouse, keeps: () => true, confirms: () => holds } });
  for (const rows of [2, 1]) {
    ports.wait(DAY);
    apply();
    expect(ports.book.rows('Ad performance')).toHaveLength(rows);
    holds = true;
  }
});

test('rows of the archive leave it in the end', () => {
  shop = { '1': { at: daysAgo(400), status: CLOSED } };
  pullOrders();
  applied();
  ports.wait(729 * DAY);
  apply();
  expect(ports.book.rows('Archive')).toHaveLength(4);
  ports.wait(2 * DAY);
  apply();
  expect(ports.book.rows('Archive')).toEqual([]);
});

test('a sheet that is not ours any more keeps no other from its turn', () => {
  shop = { '1': { at: daysAgo(400), status: CLOSED } };
  pullOrders();
  served(ports, 'setUpJobs');
  ports.book.sheet('Rules').cells[0]!.fill('mine');
  expect(applied().join()).toContain('is not its header any more');
  expect(numbersIn('Orders')).toEqual([]);
});
