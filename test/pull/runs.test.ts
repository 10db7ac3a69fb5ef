import { describe, expect, test } from 'vitest';
import { operations } from '../../src/operations/registry.ts';
import type { Privacy } from '../../src/protocol/fields.ts';
import type { HttpRequest, HttpResult } from '../../src/protocol/http.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { begin as beginPull } from '../../src/pull/begin.ts';
import { reportOf } from '../../src/pull/report.ts';
import type { Run } from '../../src/pull/run.ts';
import { loadRun, saveRun } from '../../src/pull/stored-run.ts';
import type { TabledOperation } from '../../src/tables/table.ts';
import { arrival, envelope, json, serviceError } from '../protocol/arrivals.ts';
import { begun } from '../support/begun-run.ts';
import { connected } from '../support/connected-ports.ts';
import { executed } from '../support/executed.ts';
import { BATCH_TIME, type InMemoryPorts, inMemoryPorts, START } from '../support/in-memory-ports.ts';

const _NOBODY: ReadonlySet<Privacy> = new Set();
const HOUR = 3_600_000;

const numbers = (count: number, prefix = '9SI') => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

function begin(operation: TabledOperation, input: Readonly<Record<string, unknown>>): Run {
  return begun(operation, input);
}

/** Runs one execution of `milliseconds`, starting from the stored run. */
function execute(ports: InMemoryPorts, run: Run, _operation: TabledOperation, milliseconds = HOUR): Run {
  saveRun(ports.document, run);
  const stored = loadRun(ports.document, run.id)!;
  return executed(ports, stored, { until: ports.clock.now() + milliseconds });
}

const prices = operations['price-history'];
const { inventory, orders, keywords } = operations;

const errorsOf = (run: Run) => reportOf(run, START).errors;

const itemOf = ({ url }: HttpRequest) => /history\/(\w+)\?/.exec(url)![1]!;

/** Two price changes per item. */
function priceLog(request: HttpRequest): HttpResult {
  const change = (TargetUnitPrice: number) => ({
    MarketItemNumber: itemOf(request),
    TargetUnitPrice,
    RequestTimeStamp: '2025-06-10T07:41:12-07:00',
  });
  return envelope({ PriceLogs: [change(1), change(2)], TotalCount: 2 });
}

/** Returns stock of all values except `unknown`, or CT026 if there are no others. */
function stockOf(unknown: readonly string[] = []) {
  return ({ body }: HttpRequest): HttpResult => {
    const { Values, Type } = JSON.parse(body!) as { Values: string[]; Type: number };
    const found = Values.filter((value) => !unknown.includes(value));
    if (found.length === 0) return serviceError('CT026', 400, 'No data found');
    const items = found.map((value) => ({
      ...(Type === 0 ? { ItemNumber: value } : { ItemNumber: `9SI-${value}`, SellerPartNumber: value }),
      InventoryAllocation: [{ WarehouseLocation: 'USA', AvailableQuantity: 1 }],
    }));
    return envelope({ ItemList: items.reverse(), TotalCount: items.length });
  };
}

const TOO_MANY = json([{ Code: '429', Message: 'Too many request.' }], 429, {
  'x-ratelimit-resettime': '6/16/2025 5:30:00 AM',
});

describe('a run without obstacles', () => {
  test('is planned, executed immediately, and done', () => {
    const ports = inMemoryPorts(priceLog);
    const planned = begin(prices, { itemNumbers: numbers(45, 'a') });
    expect(planned).toMatchObject({ state: 'planned', calls: 0, executions: 0 });
    const run = execute(ports, planned, prices);
    const report = reportOf(run, ports.clock.now());
    expect(report).toMatchObject({
      id: 'r1',
      operation: 'price-history',
      state: 'done',
      rows: { added: 90, changed: 0, unchanged: 0, gone: 0 },
      notFound: [],
      ignored: [],
      errors: [],
      resumeAt: null,
    });
    expect(report.planned.calls.byOperation).toEqual({ 'price-history': 45 });
    expect(report.actual).toMatchObject({
      calls: { byOperation: { 'price-history': 45 } },
      executions: 1,
      minutes: 0.5,
      cells: 90 * 17,
      binding: null,
    });
    expect(ports.book.rows('Price log')).toHaveLength(90);
  });

  test('continues slice by slice over as many executions as needed', () => {
    const ports = inMemoryPorts(priceLog);
    let run = begin(prices, { itemNumbers: numbers(45, 'a') });
    const steps: unknown[] = [];
    for (let turn = 0; turn < 3; turn++) {
      run = execute(ports, run, prices, 1);
      steps.push([run.state, run.calls, ports.book.rows('Price log').length, ports.holds]);
    }
    expect(steps).toEqual([
      ['running', 20, 40, 1],
      ['running', 40, 80, 2],
      ['done', 45, 90, 3],
    ]);
    expect(run).toMatchObject({ executions: 3, workedFor: 3 * BATCH_TIME });
    expect(new Set(ports.requests.map(itemOf)).size).toBe(45);
  });

  test('changes no rows the second time, and reports that', () => {
    const ports = inMemoryPorts(stockOf());
    const input = { values: numbers(250, 'sku'), type: '1' };
    execute(ports, begin(inventory, input), inventory);
    const again = execute(ports, begin(inventory, input), inventory);
    expect(reportOf(again, ports.clock.now()).rows).toEqual({
      added: 0,
      changed: 0,
      unchanged: 250,
      gone: 0,
    });
    expect(again.calls).toBe(3);
  });

  test('of orders fills three tables, page by page', () => {
    const ports = inMemoryPorts(({ body }) => {
      const page = JSON.parse(body!).RequestBody.PageIndex as number;
      const size = page === 3 ? 50 : 100;
      const list = Array.from({ length: size }, (_, index) => ({
        SellerID: 'A006',
        OrderNumber: page * 1000 + index,
        ItemInfoList: [{ SellerPartNumber: 'A' }, { SellerPartNumber: 'B' }],
      }));
      return envelope({ PageInfo: { TotalCount: 250, TotalPageCount: 3 }, OrderInfoList: list });
    });
    const run = execute(ports, begin(orders, {}), orders);
    expect(run.calls).toBe(3);
    expect(run.tables.map(({ table, added }) => [table, added])).toEqual([
      ['Orders', 250],
      ['Order lines', 500],
      ['Packages', 0],
    ]);
    expect(reportOf(run, 0).rows.added).toBe(750);
  });

  test('without records creates its tables', () => {
    const ports = inMemoryPorts(() => json({ rows: [], totalRows: 0 }));
    const run = execute(ports, begin(keywords, { campaignNumber: 7 }), keywords);
    expect(run.state).toBe('done');
    expect(ports.book.sheet('Keywords').cells).toHaveLength(1);
  });

  test('never decodes withheld fields', () => {
    const order = { SellerID: 'A006', OrderNumber: 1, CustomerName: 'Zoe', ShipToStateCode: 'CA' };
    const ports = inMemoryPorts(() =>
      envelope({ OrderInfoList: [order], PageInfo: { TotalCount: 1, TotalPageCount: 1 } }),
    );
    const withheld: ReadonlySet<Privacy> = new Set(['buyer', 'destination']);
    executed(ports, begin(orders, {}), { withheld });
    expect(ports.book.rows('Orders')).toHaveLength(1);
    expect(JSON.stringify([...ports.book.sheets.values()])).not.toMatch(/Zoe|Customer name/);
  });
});

describe('unknown identifiers', () => {
  test('case 66: are reported, matched by identifier and not by position', () => {
    const ports = inMemoryPorts(stockOf(['sku1', 'sku149']));
    const run = execute(ports, begin(inventory, { values: numbers(150, 'sku'), type: '1' }), inventory);
    expect(run.state).toBe('done');
    expect(run.notFound).toEqual(['sku1', 'sku149']);
    expect(ports.book.rows('Inventory')).toHaveLength(148);
  });

  test('case 67: in a whole batch do not stop the next batch', () => {
    const ports = inMemoryPorts(stockOf(numbers(100, 'sku')));
    const run = execute(ports, begin(inventory, { values: numbers(150, 'sku'), type: '1' }), inventory);
    expect(run.state).toBe('done');
    expect(errorsOf(run)).toEqual([]);
    expect(run.notFound).toEqual(numbers(100, 'sku'));
    expect(ports.book.rows('Inventory')).toHaveLength(50);
  });

  test('case 59: are reported for both kinds of identifiers', () => {
    const ports = inMemoryPorts(stockOf(['9SIX', 'skux']));
    const run = execute(ports, begin(inventory, { values: ['9SIA', '9SIX', 'skua', 'skux'] }), inventory);
    expect([...run.notFound].sort()).toEqual(['9SIX', 'skux']);
  });

  test('are compared case-insensitively', () => {
    const ports = inMemoryPorts(() => envelope({ ItemList: [{ SellerPartNumber: 'sku-a' }] }));
    const run = execute(ports, begin(inventory, { values: ['SKU-A', 'SKU-B'], type: '1' }), inventory);
    expect(run.notFound).toEqual(['SKU-B']);
  });

  test('include unknown order numbers', () => {
    const order = { OrderNumber: 1 };
    const ports = inMemoryPorts(() =>
      envelope({ OrderInfoList: [order], PageInfo: { TotalCount: 1, TotalPageCount: 1 } }),
    );
    const run = execute(ports, begin(orders, { orderNumbers: '1, 2' }), orders);
    expect(run.notFound).toEqual(['2']);
  });
});

describe('a run with errors', () => {
  test('in some units is partial and reports them', () => {
    const ports = inMemoryPorts((request) => (itemOf(request) === 'a7' ? serviceError('CT001') : priceLog(request)));
    const run = execute(ports, begin(prices, { itemNumbers: numbers(30, 'a') }), prices);
    expect(run.state).toBe('partial');
    expect(errorsOf(run)).toEqual([
      {
        code: 'MARKET_SERVICE',
        message: expect.stringContaining('CT001'),
        serviceCode: 'CT001',
        httpStatus: 400,
      },
    ]);
    expect(ports.book.rows('Price log')).toHaveLength(58);
  });

  test('from the first call fails without touching a table', () => {
    const ports = inMemoryPorts(() => serviceError('InvalidToken', 401));
    const run = execute(ports, begin(prices, { itemNumbers: numbers(30, 'a') }), prices);
    expect(run).toMatchObject({ state: 'failed', calls: 20 });
    expect(errorsOf(run)).toMatchObject([{ code: 'MARKET_KEY', httpStatus: 401 }]);
    expect(ports.book.sheets.size).toBe(0);
    expect(ports.holds).toBe(0);
  });

  test('in every unit fails after the first slice and its retries', () => {
    const ports = inMemoryPorts(() => arrival('<html>Maintenance</html>'));
    const run = execute(ports, begin(prices, { itemNumbers: numbers(100, 'a') }), prices);
    expect(run.state).toBe('failed');
    expect(ports.requests).toHaveLength(60);
    expect(ports.book.sheets.size).toBe(0);
  });

  test.each<[string, (request: HttpRequest) => boolean, number]>([
    ['service errors only stops after the first slice', () => true, 20],
    ['service and item errors stops after three slices', (request) => /\w[02468]\?/.test(request.url), 60],
  ])('with %s', (_, isDown, items) => {
    const ports = inMemoryPorts((request) =>
      isDown(request) ? arrival('<html>Maintenance</html>') : serviceError('CT001'),
    );
    expect(execute(ports, begin(prices, { itemNumbers: numbers(100, 'a') }), prices).state).toBe('failed');
    expect(new Set(ports.requests.map(itemOf)).size).toBe(items);
  });

  test('case 88: after some slices keeps their rows and is partial', () => {
    let calls = 0;
    const ports = inMemoryPorts((request) =>
      ++calls > 20 ? serviceError('InvalidConsumerKey', 401) : priceLog(request),
    );
    const run = execute(ports, begin(prices, { itemNumbers: numbers(45, 'a') }), prices);
    expect(run.state).toBe('partial');
    expect(errorsOf(run)).toMatchObject([{ code: 'MARKET_KEY' }]);
    expect(ports.book.rows('Price log')).toHaveLength(40);
  });

  test('case 25: a timeout of all calls is reported, and no row is incomplete', () => {
    const ports = inMemoryPorts(() => ({ fault: 'timeout', message: 'Timeout' }));
    const waiting = execute(ports, begin(prices, { itemNumbers: ['a1'] }), prices);
    const failed = execute(ports, waiting, prices);
    expect([waiting.state, failed.state]).toEqual(['waiting', 'failed']);
    expect(errorsOf(failed)).toMatchObject([{ code: 'MARKET_TIMEOUT' }]);
    expect(ports.book.sheets.size).toBe(0);
  });

  test('in the sheet stops and explains what to do', () => {
    const ports = inMemoryPorts(stockOf());
    execute(ports, begin(inventory, { values: ['a'], type: '1' }), inventory);
    const sheet = ports.book.sheet('Inventory');
    sheet.deleteColumn(sheet.cells[0]!.length);
    const run = execute(ports, begin(inventory, { values: ['a'], type: '1' }), inventory);
    expect(run.state).toBe('failed');
    expect(errorsOf(run)).toMatchObject([{ code: 'MARKET_TABLE' }]);
  });

  test('in the program is thrown', () => {
    const ports = inMemoryPorts(stockOf());
    ports.exclusively = () => {
      throw new TypeError('a mistake');
    };
    expect(() => execute(ports, begin(inventory, { values: ['a'] }), inventory)).toThrow('a mistake');
  });
});

describe('a run that cannot continue yet', () => {
  test('loses no row when another execution is writing', () => {
    const ports = inMemoryPorts(priceLog);
    const write = ports.exclusively;
    let held = false;
    // Another execution is writing when the second slice is ready.
    ports.exclusively = (work) => {
      if (ports.holds === 1 && !held) {
        held = true;
        throw new MarketError('MARKET_TABLE', 'Somebody writes.', { retryAt: ports.clock.now() + 30_000 });
      }
      return write(work);
    };
    const waiting = execute(ports, begin(prices, { itemNumbers: numbers(45, 'a') }), prices);
    const report = reportOf(waiting, ports.clock.now());
    expect(report).toMatchObject({
      state: 'waiting',
      errors: [{ code: 'MARKET_TABLE' }],
      actual: { binding: null },
    });
    ports.wait(HOUR);
    const done = execute(ports, waiting, prices);
    expect(done).toMatchObject({ state: 'done', errors: [], notFound: [] });
    expect(ports.book.rows('Price log')).toHaveLength(90);
  });

  test("case 19: waits until the service's retry time, and then continues", () => {
    let refuse = true;
    const ports = inMemoryPorts((request) => (refuse && itemOf(request) === 'a3' ? TOO_MANY : priceLog(request)));
    const waiting = execute(ports, begin(prices, { itemNumbers: numbers(25, 'a') }), prices);
    expect(waiting.state).toBe('waiting');
    expect(waiting.resumeAt).toBe(Date.UTC(2025, 5, 16, 12, 30));
    const report = reportOf(waiting, ports.clock.now());
    expect(report).toMatchObject({
      resumeAt: '2025-06-16T12:30:00.000Z',
      state: 'waiting',
      errors: [{ code: 'MARKET_CAP' }],
    });
    expect(report.actual).toMatchObject({
      binding: 'price-history cap',
      finishAt: '2025-06-16T12:30:00.000Z',
    });
    refuse = false;
    ports.wait(HOUR);
    const done = execute(ports, waiting, prices);
    expect(done.state).toBe('done');
    expect(done.resumeAt).toBeNull();
    expect(ports.book.rows('Price log')).toHaveLength(50);
  });

  test('counts each row and each missing identifier once, and repeats only the refused call', () => {
    let refuse = true;
    const stock = stockOf(['sku5', 'sku205']);
    const ports = inMemoryPorts((request) =>
      refuse && JSON.parse(request.body!).Values.includes('sku150') ? TOO_MANY : stock(request),
    );
    const waiting = execute(ports, begin(inventory, { values: numbers(250, 'sku'), type: '1' }), inventory);
    expect(waiting.state).toBe('waiting');
    refuse = false;
    ports.wait(HOUR);
    const done = execute(ports, waiting, inventory);
    expect([...done.notFound].sort()).toEqual(['sku205', 'sku5']);
    expect(reportOf(done, 0).rows).toEqual({ added: 248, changed: 0, unchanged: 0, gone: 0 });
    expect(done.calls).toBe(4);
    expect(ports.book.rows('Inventory')).toHaveLength(248);
  });

  test('is done without errors after the refused calls succeed', () => {
    let refuse = true;
    const ports = inMemoryPorts((request) => (refuse ? TOO_MANY : priceLog(request)));
    const waiting = execute(ports, begin(prices, { itemNumbers: ['a1'] }), prices);
    expect(waiting.state).toBe('waiting');
    refuse = false;
    ports.wait(HOUR / 2);
    const done = execute(ports, waiting, prices);
    expect(done.state).toBe('done');
    expect(errorsOf(done)).toEqual([]);
  });
});

describe('before the first call', () => {
  test('case 94: filters that the service would ignore are reported', () => {
    const run = begin(orders, { orderNumbers: '1', status: 2, orderDateFrom: '2025-06-01' });
    expect([...reportOf(run, START).ignored].sort()).toEqual(['orderDateFrom', 'status']);
  });

  test.each([
    ['MARKET_ARGUMENT', inventory, {}],
    ['MARKET_STOREFRONT', prices, { itemNumbers: 'a', storefront: 'business' }],
  ] as const)('an invalid request throws %s', (code, operation, input) => {
    expect(() => begin(operation, input)).toThrow(expect.objectContaining({ code }));
  });

  test('the requested storefront is stored', () => {
    expect(begin(prices, { itemNumbers: 'a', storefront: 'canadian' }).storefront).toBe('canadian');
    expect(begin(prices, { itemNumbers: 'a' }).storefront).toBe('main');
  });

  test('the plan counts one call per unit, and names the cap if it binds', () => {
    const ports = connected();
    const plan = (count: number) =>
      beginPull(ports, { operation: 'price-history', params: { itemNumbers: numbers(count) } }).planned;
    expect(plan(1)).toMatchObject({
      calls: { byOperation: { 'price-history': 1 } },
      executions: 1,
      binding: null,
    });
    expect(plan(500).binding).toBeNull();
    expect(plan(501)).toMatchObject({ binding: 'price-history cap', executions: 2 });
    expect(Date.parse(plan(501).finishAt)).toBeGreaterThanOrEqual(START + HOUR);
    expect(Date.parse(plan(500).finishAt)).toBeLessThan(START + HOUR);
  });
});
