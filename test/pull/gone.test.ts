import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { HttpRequest } from '../../src/protocol/http.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { reportOf } from '../../src/pull/report.ts';
import type { TabledOperation } from '../../src/tables/table.ts';
import { envelope, json, serviceError } from '../protocol/arrivals.ts';
import { begun } from '../support/begun-run.ts';
import { executed } from '../support/executed.ts';
import { type InMemoryPorts, inMemoryPorts } from '../support/in-memory-ports.ts';

const { inventory, keywords, orders } = operations;
const lookup = operations['lookup-report'];

/** The marketplace's stock: countries by item number. */
type Stock = Record<string, readonly string[]>;

const stockIn = (stock: Stock) =>
  inMemoryPorts(({ body }: HttpRequest) => {
    const { Values, Type, WarehouseList } = JSON.parse(body!);
    const numberOf = (value: string) => (Type === 0 ? value : `9SI${value}`);
    const found = (Values as string[]).filter((value) => stock[numberOf(value)]);
    if (found.length === 0) return serviceError('CT026');
    const ItemList = found.map((value) => ({
      ItemNumber: numberOf(value),
      SellerPartNumber: numberOf(value).slice(3),
      Condition: 1,
      InventoryAllocation: stock[numberOf(value)]!.filter(
        (country) => !WarehouseList || WarehouseList.includes(country),
      ).map((WarehouseLocation) => ({ WarehouseLocation, AvailableQuantity: 1 })),
    }));
    return envelope({ ItemList }, { SellerID: 'A006' });
  });

function pull(ports: InMemoryPorts, operation: TabledOperation, input: object) {
  ports.wait(3_600_000);
  const asked = begun(operation, input, { now: ports.clock.now() });
  const run = executed(ports, asked);
  return reportOf(run, ports.clock.now());
}

const gone = (ports: InMemoryPorts, table: string, column: string) =>
  ports.book
    .rows(table)
    .filter((row) => row['Gone since'] !== '')
    .map((row) => row[column]);

describe('stock', () => {
  const stock = () => ({ '9SIA': ['USA', 'CAN'], '9SIB': ['USA'], '9SIC': ['USA'] }) as Stock;
  const all = { values: ['9SIA', '9SIB', '9SIC'] };

  test('that is not returned is marked once, and unmarked when it returns', () => {
    const has = stock();
    const ports = stockIn(has);
    expect(pull(ports, inventory, all).rows).toMatchObject({ added: 4, gone: 0 });
    delete has['9SIB'];
    expect(pull(ports, inventory, all)).toMatchObject({
      notFound: ['9SIB'],
      rows: { unchanged: 3, gone: 1 },
      canUndo: true,
    });
    expect(gone(ports, 'Inventory', 'Item number')).toEqual(['9SIB']);
    const since = ports.book.rows('Inventory')[2]!['Gone since'];
    expect(pull(ports, inventory, all)).toMatchObject({ rows: { changed: 0, gone: 0 }, canUndo: false });
    expect(ports.book.rows('Inventory')[2]!['Gone since']).toEqual(since);
    has['9SIB'] = ['USA'];
    expect(pull(ports, inventory, all).rows).toMatchObject({ changed: 1, gone: 0 });
    expect(gone(ports, 'Inventory', 'Item number')).toEqual([]);
    expect(ports.book.rows('Inventory')).toHaveLength(4);
  });

  test('is marked by a pull in one execution even if other runs read it meanwhile', () => {
    const has = stock();
    const ports = stockIn(has);
    pull(ports, inventory, all);
    delete has['9SIB'];
    const { cells } = ports.book.sheet('Inventory');
    const asOf = cells[0]!.indexOf('As of');
    for (const row of cells.slice(1)) row[asOf] = new Date(ports.clock.now() + 24 * 3_600_000);
    expect(pull(ports, inventory, all).rows.gone).toBe(1);
    expect(gone(ports, 'Inventory', 'Item number')).toEqual(['9SIB']);
  });

  test('is marked by the next pull if another execution holds the lock', () => {
    const has = stock();
    const ports = stockIn(has);
    pull(ports, inventory, all);
    delete has['9SIB'];
    const { exclusively } = ports;
    let holds = 0;
    // The second lock is for marking rows as gone.
    ports.exclusively = (work) => {
      if (++holds === 2) throw new MarketError('MARKET_TABLE', 'Another run is writing.');
      return exclusively(work);
    };
    expect(pull(ports, inventory, all)).toMatchObject({
      state: 'done',
      rows: { unchanged: 3, gone: 0 },
      notes: ["Couldn't mark missing rows as gone: Another run is writing."],
    });
    expect(holds).toBe(2);
    ports.exclusively = exclusively;
    expect(pull(ports, inventory, all).rows.gone).toBe(1);
  });

  test('reports any other error while marking, and keeps the new rows', () => {
    const ports = stockIn(stock());
    const { exclusively } = ports;
    let holds = 0;
    ports.exclusively = (work) => {
      if (++holds === 2) throw new TypeError('a fault of ours');
      return exclusively(work);
    };
    expect(pull(ports, inventory, all).notes.join()).toContain('a fault of ours');
  });

  test('missing in one of several countries has only that row marked', () => {
    const has = stock();
    const ports = stockIn(has);
    pull(ports, inventory, all);
    has['9SIA'] = ['USA'];
    expect(pull(ports, inventory, all).rows.gone).toBe(1);
    expect(gone(ports, 'Inventory', 'Warehouse location')).toEqual(['CAN']);
  });

  test('of countries without stock adds no row', () => {
    const ports = stockIn(stock());
    pull(ports, inventory, { values: ['9SIA', '9SIB'], warehouseList: ['CAN'] });
    expect(ports.book.rows('Inventory').map((row) => [row['Item number'], row['Warehouse location']])).toEqual([
      ['9SIA', 'CAN'],
    ]);
  });

  test.each([
    ['other items', { values: ['9SIA'] }],
    ['other countries', { values: ['9SIA', '9SIB'], warehouseList: ['CAN'] }],
    ['part numbers of other items', { values: ['A'], type: '1' }],
  ])('that was not requested stays unmarked: %s', (_, narrow) => {
    const has = stock();
    const ports = stockIn(has);
    pull(ports, inventory, all);
    delete has['9SIB'];
    expect(pull(ports, inventory, narrow).rows.gone).toBe(0);
    expect(gone(ports, 'Inventory', 'Item number')).toEqual([]);
  });

  test('requested by part number is matched by part number', () => {
    const has = stock();
    const ports = stockIn(has);
    pull(ports, inventory, all);
    delete has['9SIB'];
    pull(ports, inventory, { values: ['A', 'B'], type: '1' });
    expect(gone(ports, 'Inventory', 'Item number')).toEqual(['9SIB']);
  });
});

describe('keywords', () => {
  test('that ended and were added again keep a row each, and both can be gone', () => {
    const row = { campaignNumber: 7, groupNumber: 1, keyword: 'ssd', matchType: 1 };
    const [current, ended] = [
      { ...row, status: 'Delivering', bid: 1.5 },
      { ...row, status: 'Ended', bid: 0.9 },
    ];
    let rows: object[] = [current, ended];
    const ports = inMemoryPorts(() => json({ header: [], rows, totalRows: rows.length }));
    expect(pull(ports, keywords, { campaignNumber: 7 })).toMatchObject({ state: 'done', rows: { added: 2 } });
    expect(pull(ports, keywords, { campaignNumber: 7 }).rows).toMatchObject({ unchanged: 2, gone: 0 });
    expect(ports.book.rows('Keywords').map(({ Status, Bid }) => [Status, Bid])).toEqual([
      ['Delivering', 1.5],
      ['Ended', 0.9],
    ]);
    rows = [current];
    expect(pull(ports, keywords, { campaignNumber: 7 }).rows).toMatchObject({ unchanged: 1, gone: 1 });
    expect(gone(ports, 'Keywords', 'Status')).toEqual(['Ended']);
  });

  const word = (keyword: string, groupNumber = 1) => ({
    campaignNumber: 7,
    groupNumber,
    keyword,
    matchType: 0,
  });
  let words = [word('ssd'), word('hdd'), word('usb', 2)];
  const ports = () => inMemoryPorts(() => json({ rows: words, totalRows: words.length }));

  test.each([
    [{ campaignNumber: 7 }, ['hdd']],
    [{ campaignNumber: 7, groupNumber: 1 }, ['hdd']],
    [{ campaignNumber: 7, groupNumber: 2 }, []],
    [{ campaignNumber: 8 }, []],
    [{ campaignNumber: 7, activeStatus: 'Active' }, []],
    [{ campaignNumber: 7, keyword: 'ssd', searchKeywordType: 'KEYWORD' }, []],
  ])('missing from a pull by %o are marked: %j', (params, expected) => {
    words = [word('ssd'), word('hdd'), word('usb', 2)];
    const made = ports();
    pull(made, keywords, { campaignNumber: 7 });
    words = [word('ssd'), word('usb', 2)];
    expect(pull(made, keywords, params).rows.gone).toBe(expected.length);
    expect(gone(made, 'Keywords', 'Keyword')).toEqual(expected);
  });

  test('of several campaigns are requested and compared one campaign at a time', () => {
    const of = (campaignNumber: number, keyword: string) => ({ ...word(keyword), campaignNumber });
    const has: Record<number, unknown[]> = {
      7: [of(7, 'ssd'), of(7, 'hdd')],
      8: [of(8, 'ssd'), of(8, 'usb')],
      9: [of(9, 'ssd')],
    };
    const made = inMemoryPorts(({ body }: HttpRequest) => {
      const rows = has[JSON.parse(body!).campaignNumber]!;
      return json({ rows, totalRows: rows.length });
    });
    pull(made, keywords, { campaignNumber: [7, 8, 9] });
    has[7] = [of(7, 'ssd')];
    has[8] = [];
    has[9] = [];
    expect(pull(made, keywords, { campaignNumber: [7, 8] })).toMatchObject({
      rows: { gone: 3 },
      actual: { calls: { byOperation: { keywords: 2 } } },
    });
    expect(gone(made, 'Keywords', 'Campaign number')).toEqual(['7', '8', '8']);
  });
});

test('a shorter lookup report marks its missing rows, but a partial pull marks none', () => {
  let length = 3;
  let fails = false;
  const ports = inMemoryPorts(() => {
    if (fails) return serviceError('XX1');
    const ItemList = Array.from({ length }, (_, index) => ({ UPC: String(index) }));
    return envelope({ PageInfo: { TotalCount: length, TotalPageCount: 1 }, ItemList });
  });
  pull(ports, lookup, { requestId: 'R' });
  length = 2;
  fails = true;
  expect(pull(ports, lookup, { requestId: 'R' })).toMatchObject({ state: 'failed', rows: { gone: 0 } });
  fails = false;
  expect(pull(ports, lookup, { requestId: 'other' }).rows.gone).toBe(0);
  expect(pull(ports, lookup, { requestId: 'R' }).rows.gone).toBe(1);
  expect(gone(ports, 'Lookup report', 'UPC')).toEqual(['2']);
});

test('orders are never marked as gone', () => {
  let numbers = [1, 2];
  const ports = inMemoryPorts(() =>
    envelope({ OrderInfoList: numbers.map((OrderNumber) => ({ SellerID: 'A006', OrderNumber })) }),
  );
  pull(ports, orders, {});
  numbers = [1];
  expect(pull(ports, orders, {}).rows.gone).toBe(0);
  expect(Object.keys(ports.book.rows('Orders')[0]!)).not.toContain('Gone since');
});
