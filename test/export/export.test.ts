/** Exports every row once, even after a kill, and never exports buyer data. */
import { describe, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/protocol/time.ts';
import { exportRows, sendAgain } from '../../src/warehouse/export.ts';
import { noteUndone, readMemory, readState } from '../../src/warehouse/state.ts';
import { type Exporting, exporting, PLACE, START } from '../support/exporting.ts';
import { Killed } from '../support/in-memory-store.ts';
import { refusal } from '../support/in-memory-warehouse.ts';
import { writeLook } from '../tables/stock-looks.ts';
import { BUYER, order, saveOrders, savePrices } from './orders.ts';

const send = (ports: Exporting, choice = {}) => exportRows(ports, PLACE, choice, ports.clock.now() + 4 * MINUTE);

function shop(): Exporting {
  const ports = exporting();
  saveOrders(ports.book, [order('0001'), order('0002')], START - DAY);
  return ports;
}

const keys = (ports: Exporting, table: string) => ports.warehouse.log(table).map(({ row_key }) => row_key);

describe('an export', () => {
  test('sends whole tables first, then only new rows', () => {
    const ports = shop();
    expect(send(ports)).toMatchObject({ state: 'done', rows: { Orders: 2, 'Order lines': 2 } });
    expect(ports.warehouse.log('orders')).toMatchObject([
      { order_number: '0001', order_total_amount: '19.98', order_qty: '2', order_status: '2' },
      { order_number: '0002' },
    ]);
    expect(ports.memory.map(({ label }) => label)).toEqual([
      'sent my-shop-123456 Orders',
      'sent my-shop-123456 Order lines',
    ]);

    const calls = ports.warehouse.requests.length;
    expect(send(ports)).toMatchObject({ state: 'done', rows: {}, calls: 0 });
    saveOrders(ports.book, [order('0001'), order('0002')], START);
    expect(send(ports)).toMatchObject({ rows: {}, calls: 0 });
    expect(ports.warehouse.requests).toHaveLength(calls);

    saveOrders(ports.book, [order('0002', { OrderStatus: 4 }), order('0003')], START);
    expect(send(ports).rows).toEqual({ Orders: 2, 'Order lines': 1 });
    expect(keys(ports, 'orders')).toEqual(['A006|0001', 'A006|0002', 'A006|0002', 'A006|0003']);
    expect(ports.warehouse.view('orders').map(({ order_status }) => order_status)).toEqual(['2', '4', '2']);
  });

  test('sends a row once after several changes, and not at all if its old values are back', () => {
    const ports = shop();
    send(ports);
    saveOrders(ports.book, [order('0001', { OrderQty: 3 })], START);
    saveOrders(ports.book, [order('0001', { OrderQty: 4 })], START + 1000);
    saveOrders(ports.book, [order('0002', { OrderQty: 5 })], START);
    saveOrders(ports.book, [order('0002')], START + 1000);
    expect(send(ports).rows).toEqual({ Orders: 1 });
    expect(ports.warehouse.view('orders').map(({ order_qty }) => order_qty)).toEqual(['4', '2']);
  });

  test('sends a row again when an earlier value returns', () => {
    const ports = shop();
    for (const [minutes, quantity] of [
      [1, 5],
      [2, 2],
      [3, 5],
    ] as const) {
      ports.wait(MINUTE);
      saveOrders(ports.book, [order('0002', { OrderQty: quantity })], START + minutes * MINUTE);
      expect(send(ports).state).toBe('done');
      expect(ports.warehouse.view('orders')[1]!.order_qty).toBe(String(quantity));
    }
    expect(keys(ports, 'orders')).toHaveLength(4);
  });

  test('sends rows in order of As of', () => {
    const ports = exporting();
    saveOrders(ports.book, [order('0001'), order('0002')], START - DAY);
    saveOrders(ports.book, [order('0003')], START - 2 * DAY);
    saveOrders(ports.book, [order('0001')], START - DAY / 2);
    send(ports, { tables: ['Orders'] });
    expect(keys(ports, 'orders')).toEqual(['A006|0003', 'A006|0002', 'A006|0001']);
  });

  test('sends a restored row as the newest version', () => {
    const ports = shop();
    const sheet = ports.book.sheet('Orders');
    const before = [...sheet.cells[1]!];
    send(ports);
    ports.wait(MINUTE);
    saveOrders(ports.book, [order('0001', { OrderQty: 9 })], ports.clock.now());
    ports.wait(MINUTE);
    send(ports);
    // An undo restores the row, including its earlier time.
    sheet.cells[1] = before;
    ports.wait(MINUTE);
    const restoredAt = ports.clock.now();
    expect(send(ports).rows).toEqual({ Orders: 1 });
    expect(ports.warehouse.view('orders')[0]).toMatchObject({
      order_qty: '2',
      as_of: new Date(restoredAt).toISOString(),
    });
  });

  test('removes an undone row from the view, until it is pulled again', () => {
    const ports = shop();
    const undo = (table: string, row: number, key: string) => {
      ports.wait(MINUTE);
      noteUndone(ports.lines, table, [key], ports.clock.now());
      ports.book.sheet(table).removeRows(row, 1);
    };
    const seen = () => ports.warehouse.view('orders').map(({ order_number }) => order_number);
    // Before the first export, an undo records nothing.
    noteUndone(ports.lines, 'Orders', ['A006|0002'], START);
    expect(ports.memory).toEqual([]);
    send(ports);
    undo('Orders', 3, 'A006|0002');
    send(ports, { tables: ['Order lines'] });
    const since = new Date(ports.clock.now()).toISOString();
    ports.wait(MINUTE);
    send(ports);
    expect(seen()).toEqual(['0001']);
    expect(ports.warehouse.log('orders').at(-1)).toEqual({ row_key: 'A006|0002', as_of: since, taken_back: since });
    expect(ports.memory.some(({ label }) => label.startsWith('undone'))).toBe(false);
    expect(send(ports).rows).toEqual({});

    ports.wait(MINUTE);
    saveOrders(ports.book, [order('0002')], ports.clock.now());
    send(ports);
    expect(seen()).toEqual(['0001', '0002']);

    // The row is undone and pulled again before the next export.
    undo('Orders', 3, 'A006|0002');
    ports.wait(MINUTE);
    saveOrders(ports.book, [order('0002', { OrderQty: 8 })], ports.clock.now());
    send(ports);
    expect(ports.warehouse.view('orders').map(({ order_qty }) => order_qty)).toEqual(['2', '8']);
  });

  test('shows a price change again that was undone and pulled again, although it has no time of its own', () => {
    const ports = exporting();
    const log = { SellerID: 'A006', MarketItemNumber: '9SIA1', OriginalUnitPrice: 1, TargetUnitPrice: 2 };
    const pull = () => savePrices(ports.book, [{ ...log, RequestTimeStamp: '06/15/2025 09:00:00' }], START);
    const seen = () => {
      ports.wait(MINUTE);
      send(ports);
      return ports.warehouse.view('price_log').length;
    };
    pull();
    expect(seen()).toBe(1);
    const [{ 'Row key': key }] = ports.book.rows('Price log') as [{ 'Row key': string }];
    noteUndone(ports.lines, 'Price log', [key], ports.clock.now());
    ports.book.sheet('Price log').removeRows(2, 1);
    expect(seen()).toBe(0);
    pull();
    expect(seen()).toBe(1);
  });

  test('keeps a row in the warehouse after the user deletes it', () => {
    const ports = shop();
    send(ports);
    ports.book.sheet('Orders').removeRows(3, 1);
    expect(send(ports).rows).toEqual({});
    expect(ports.warehouse.view('orders')).toHaveLength(2);
    // The next export of the table forgets what it sent of the deleted row.
    ports.wait(MINUTE);
    saveOrders(ports.book, [order('0001', { OrderQty: 9 })], ports.clock.now());
    send(ports);
    expect(readMemory(ports.lines, PLACE).sent.get('Orders')!.size).toBe(1);
  });

  test('skips incomplete rows of a killed execution until they are complete', () => {
    const ports = shop();
    const sheet = ports.book.sheet('Orders');
    const key = sheet.remembered!.positions.rowKey!;
    const whole = sheet.cells[1]![key - 1]!;
    sheet.cells[1]![key - 1] = `incomplete: ${whole}`;
    expect(send(ports, { tables: ['Orders'] }).rows).toEqual({ Orders: 1 });
    sheet.cells[1]![key - 1] = whole;
    expect(send(ports, { tables: ['Orders'] }).rows).toEqual({ Orders: 1 });
    expect(new Set(keys(ports, 'orders')).size).toBe(2);
  });

  test('never sends buyer fields or unselected user columns', () => {
    const ports = shop();
    ports.book.sheet('Orders').insertColumn(3, ['My secret', 'cost 5', 'cost 6']);
    ports.book.sheet('Orders').insertColumn(3, ['My note!', 'one', '']);
    // Add a user column with the same name as one of the add-on's.
    ports.book.sheet('Orders').insertColumn(1, ['Customer name', BUYER.CustomerName, '']);
    send(ports, { ownColumns: ['My note!', 'Customer name', ' Customer name'] });
    const wire = ports.warehouse.wire();
    for (const value of Object.values(BUYER)) expect(wire).not.toContain(value);
    for (const name of ['customer', 'ship_to', 'My secret', 'cost 5']) expect(wire).not.toContain(name);
    expect(ports.warehouse.log('orders').map((row) => row.own_my_note)).toEqual(['one', undefined]);
  });

  test('separates user columns with equal names or without plain letters', () => {
    const ports = shop();
    const headers = ['Cost €', 'Cost $', '成本', '重量'];
    // One of them is the sheet's first column.
    for (const [index, header] of headers.entries())
      ports.book.sheet('Orders').insertColumn(index === 2 ? 1 : 3, [header, `value of ${header}`, '']);
    send(ports, { ownColumns: headers, tables: ['Orders'] });
    const [row] = ports.warehouse.log('orders');
    const own = Object.entries(row!).filter(([name]) => name.startsWith('own_'));
    expect(own.map(([, value]) => value)).toEqual(headers.map((header) => `value of ${header}`));
    for (const [name] of own) expect(name).toMatch(/^own_[a-z0-9_]+$/);
  });

  test('creates tables with description, clustering and partitions, and views of the newest versions', () => {
    const ports = shop();
    send(ports);
    expect(ports.warehouse.tables.get('order_lines_log')).toMatchObject({
      description: 'One row per item in an order, with units and prices. All versions of each row.',
      clustering: { fields: ['seller_id', 'row_key'] },
      timePartitioning: { type: 'MONTH', field: 'order_date' },
    });
    const { view } = ports.warehouse.tables.get('order_lines') as { view: { query: string } };
    expect(view.query).toContain('WHERE TRUE QUALIFY ROW_NUMBER() OVER (PARTITION BY `row_key`');
    expect(view.query).not.toContain('*');
  });

  test('adds a column of a later version to the log and the view', () => {
    const ports = shop();
    send(ports);
    const log = ports.warehouse.tables.get('orders_log') as { schema: { fields: { name: string }[] } };
    const without = log.schema.fields.filter(({ name }) => name !== 'order_qty');
    ports.warehouse.tables.set('orders_log', { ...log, schema: { fields: without } });
    saveOrders(ports.book, [order('0001', { OrderQty: 3 })], START);
    expect(send(ports).state).toBe('done');
    const { schema } = ports.warehouse.tables.get('orders_log') as typeof log;
    expect(schema.fields.at(-1)).toMatchObject({ name: 'order_qty', type: 'INT64', mode: 'NULLABLE' });
    expect(JSON.stringify(ports.warehouse.tables.get('orders'))).toContain('`order_qty`');
  });

  test('sends every row again after a log was deleted', () => {
    const ports = shop();
    send(ports);
    ports.warehouse.tables.delete('orders_log');
    ports.warehouse.rows.delete('orders_log');
    saveOrders(ports.book, [order('0003')], START);
    const lost = send(ports);
    expect([lost.state, lost.error?.message]).toEqual([
      'waiting',
      expect.stringContaining('Tables missing from BigQuery were recreated: Orders'),
    ]);
    expect(send(ports).state).toBe('done');
    expect(keys(ports, 'orders').sort()).toEqual(['A006|0001', 'A006|0002', 'A006|0003']);
  });

  test('stops with a message after another program changed a table', () => {
    const ports = shop();
    send(ports);
    const log = ports.warehouse.tables.get('orders_log') as { schema: { fields: object[] } };
    ports.warehouse.tables.set('orders_log', { ...log, type: 'VIEW' });
    ports.warehouse.failing = ['invalid'];
    saveOrders(ports.book, [order('0003')], START);
    const { state, error } = send(ports, { tables: ['Orders'] });
    expect(state).toBe('failed');
    expect(error?.message).toContain('If you changed a table in BigQuery, undo the change or rename the table');
    expect(keys(ports, 'orders')).toHaveLength(2);
  });

  test("uses the price change's time for a row without its own time", () => {
    const ports = exporting();
    const log = { SellerID: 'A006', MarketItemNumber: '9SIA1', OriginalUnitPrice: 1, TargetUnitPrice: 2 };
    savePrices(ports.book, [{ ...log, RequestTimeStamp: '06/15/2025 09:00:00' }], START);
    send(ports);
    expect(ports.warehouse.log('price_log')).toMatchObject([{ as_of: '2025-06-15T16:00:00.000Z' }]);
  });
});

describe("after a change of the workbook's time zone", () => {
  const PRICE = { SellerID: 'A006', MarketItemNumber: '9SIA1', OriginalUnitPrice: 1, TargetUnitPrice: 2 };

  test('sends nothing until a row changes', () => {
    const ports = shop();
    savePrices(ports.book, [{ ...PRICE, RequestTimeStamp: '06/15/2025 09:00:00' }], START);
    writeLook(ports.book, { at: START, stock: { A: { USA: 5 } } });
    send(ports);
    const calls = ports.warehouse.requests.length;
    for (const zone of ['Pacific/Honolulu', 'Europe/Berlin']) {
      ports.wait(HOUR);
      ports.book.changeZone(zone);
      expect(send(ports)).toMatchObject({ rows: {}, calls: 0 });
    }
    expect(ports.warehouse.requests).toHaveLength(calls);
    ports.wait(HOUR);
    const readAt = ports.clock.now();
    saveOrders(ports.book, [order('0001', { OrderQty: 9 })], readAt);
    send(ports);
    expect(ports.warehouse.view('orders')[0]).toMatchObject({
      order_qty: '9',
      order_date: '2025-06-15T16:03:05.000Z',
      as_of: new Date(readAt).toISOString(),
    });
  });

  test.each(['Pacific/Honolulu', 'Europe/Berlin'])(
    'to %s, sends true times, and every later version is newer',
    (zone) => {
      const ports = exporting();
      saveOrders(ports.book, [order('0001'), order('0002')], START);
      savePrices(ports.book, [{ ...PRICE, RequestTimeStamp: '06/16/2025 04:59:00' }], START);
      writeLook(ports.book, { at: START, stock: { A: { USA: 5 } } });
      send(ports, { tables: ['Orders'] });
      ports.wait(MINUTE);
      ports.book.changeZone(zone);
      // The row changes without being read, and the other tables are exported for the first time.
      const sheet = ports.book.sheet('Orders');
      sheet.cells[1]![sheet.remembered!.positions.orderQty! - 1] = 5;
      const now = ports.clock.now();
      send(ports);
      const [first] = ports.warehouse.view('orders');
      expect(first).toMatchObject({ order_qty: '5', order_date: '2025-06-15T16:03:05.000Z' });
      const time = '2025-06-16T11:59:00.000Z';
      expect(ports.warehouse.log('price_log')).toMatchObject([{ request_time_stamp: time, as_of: time }]);
      const seen = new Date(START).toISOString();
      expect(ports.warehouse.log('stock_history')).toMatchObject([{ first_seen: seen, as_of: seen }]);
      for (const table of ['orders', 'order_lines', 'inventory', 'stock_history'])
        for (const { as_of } of ports.warehouse.view(table)) expect(Date.parse(String(as_of))).toBeLessThanOrEqual(now);
      for (const quantity of ['6', '7']) {
        ports.wait(MINUTE);
        saveOrders(ports.book, [order('0001', { OrderQty: quantity })], ports.clock.now());
        send(ports);
        expect(ports.warehouse.view('orders')[0]!.order_qty).toBe(quantity);
      }
    },
  );
});

describe('load jobs', () => {
  test('retries a failed job under a new name, and never reuses its old name', () => {
    const ports = shop();
    ports.warehouse.failing = ['backendError'];
    expect(send(ports)).toMatchObject({ state: 'done' });
    const attempts = [...ports.warehouse.jobs.keys()].filter((id) => id.startsWith('market_orders_log'));
    expect(attempts.map((id) => id.slice(-2))).toEqual(['_1', '_2']);
    expect(keys(ports, 'orders')).toHaveLength(2);
  });

  test('makes the next attempt after a job that failed in an earlier run', () => {
    const ports = shop();
    ports.warehouse.failing = ['invalid'];
    expect(send(ports)).toMatchObject({ state: 'failed' });
    expect(send(ports)).toMatchObject({ state: 'done' });
    expect(keys(ports, 'orders')).toHaveLength(2);
  });

  test('waits for a running job, and finds it in the next run', () => {
    const ports = shop();
    ports.warehouse.slow = 3;
    expect(send(ports).state).toBe('done');
    saveOrders(ports.book, [order('0003')], START);
    ports.warehouse.slow = 1000;
    expect(exportRows(ports, PLACE, {}, ports.clock.now() + 5000).state).toBe('waiting');
    for (const job of ports.warehouse.jobs.values()) Object.assign(job, { runs: 0 });
    ports.warehouse.slow = 0;
    expect(send(ports).state).toBe('done');
    expect(keys(ports, 'orders')).toHaveLength(3);
  });

  test("doesn't repeat an upload without a response", () => {
    const ports = shop();
    let lost = 0;
    ports.warehouse.lost = ({ rows }) =>
      rows !== undefined && lost++ === 0 ? { fault: 'timeout', message: 'late' } : undefined;
    expect(send(ports).state).toBe('done');
    expect(keys(ports, 'orders')).toHaveLength(2);
  });
});

describe('refusals by the service', () => {
  test.each([
    [403, 'accessNotConfigured', 'failed', 'BigQuery is not turned on'],
    [403, 'accessDenied', 'failed', 'BigQuery Data Editor'],
    [403, 'insufficientPermissions', 'failed', "doesn't have permission to use BigQuery"],
    [403, 'billingNotEnabled', 'failed', 'free BigQuery sandbox'],
    [403, 'quotaExceeded', 'waiting', 'BigQuery quota'],
    [403, 'rateLimitExceeded', 'waiting', 'temporarily unavailable'],
    [401, 'authError', 'failed', 'Reload the spreadsheet'],
    [503, 'backendError', 'waiting', 'temporarily unavailable'],
    [400, 'invalid', 'failed', 'rejected the request'],
  ])('after %i %s the export has the state %s and a message', (status, reason, state, sentence) => {
    const ports = shop();
    ports.warehouse.refused = () => refusal(status, reason);
    const sent = send(ports);
    expect(sent.state).toBe(state);
    expect(sent.error?.message).toContain(sentence);
    ports.warehouse.refused = () => undefined;
    ports.wait(DAY);
    expect(send(ports).state).toBe('done');
    expect(keys(ports, 'orders')).toHaveLength(2);
  });

  test('reports the location of a dataset in another location', () => {
    const ports = shop();
    ports.warehouse.dataset = { location: 'EU' };
    expect(send(ports).error?.message).toContain('is located in EU, not US');
  });

  test('retries a temporary error immediately', () => {
    const ports = shop();
    ports.warehouse.refused = (_, call) => (call % 3 === 0 ? refusal(503, 'backendError') : undefined);
    expect(send(ports).state).toBe('done');
    expect(keys(ports, 'orders')).toHaveLength(2);
  });
});

describe('killed at any point, the next run completes the export', () => {
  /**
   * Exports, adds rows, exports again until killed after `end` calls or changes, then saves the orders in `again` and
   * exports once more.
   */
  function play(end: number, again: readonly ReturnType<typeof order>[]) {
    const ports = shop();
    let isEnded = false;
    ports.left = end;
    try {
      send(ports);
      saveOrders(ports.book, [order('0001', { OrderQty: 7 }), order('0003')], START);
      send(ports);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      isEnded = true;
    }
    ports.left = Number.POSITIVE_INFINITY;
    ports.wait(10 * MINUTE);
    if (again.length > 0) saveOrders(ports.book, again, START + MINUTE);
    expect(send(ports).state).toBe('done');
    expect(send(ports).rows, `ended at ${end}`).toEqual({});
    return { ports, isEnded };
  }

  test('without a duplicate row in the logs if the rows are unchanged', () => {
    let end = 0;
    for (let isEnded = true; isEnded; end++) {
      const { ports, isEnded: was } = play(end, []);
      isEnded = was;
      for (const table of ['orders', 'order_lines']) {
        const rows = ports.warehouse.log(table).map((row) => JSON.stringify(row));
        expect(new Set(rows).size, `${table}, ended at ${end}`).toBe(rows.length);
      }
    }
    expect(end).toBeGreaterThan(20);
  });

  test('without a duplicate or missing row in the views if rows changed meanwhile', () => {
    let end = 0;
    for (let isEnded = true; isEnded; end++) {
      const { ports, isEnded: was } = play(end, [order('0001', { OrderQty: 8 }), order('0003')]);
      isEnded = was;
      const view = ports.warehouse.view('orders');
      expect(view.map((row) => [row.order_number, row.order_qty]).sort(), `ended at ${end}`).toEqual([
        ['0001', '8'],
        ['0002', '2'],
        ['0003', '2'],
      ]);
    }
    expect(end).toBeGreaterThan(20);
  });
});

describe('rows of many megabytes', () => {
  test('are sent a few pieces at a time; the next run continues when time is up', () => {
    const ports = shop();
    send(ports);
    const long = { OrderStatusDescription: 'x'.repeat(45_000) };
    const records = Array.from({ length: 258 }, (_, index) => order(String(index).padStart(993, '0'), long));
    saveOrders(ports.book, records, START);
    const uploads: number[] = [];
    const { service } = ports;
    const call: typeof service.call = (requests) => {
      const count = requests.filter(({ rows }) => rows !== undefined).length;
      if (count > 0) uploads.push(count);
      // Simulate a slow upload.
      if (count > 0) ports.wait(10 * MINUTE);
      return service.call(requests);
    };
    const slow = { ...ports, service: { call } };
    // Delete the log, so that all rows are sent again.
    ports.warehouse.tables.delete('orders_log');
    ports.warehouse.rows.delete('orders_log');
    expect(send(slow, { tables: ['Orders'] })).toMatchObject({ state: 'waiting', rows: {} });
    expect(send(slow, { tables: ['Orders'] })).toMatchObject({ state: 'waiting' });
    expect(send(slow, { tables: ['Orders'] }).state).toBe('done');
    expect(uploads).toEqual([3, 2]);
    expect(keys(ports, 'orders')).toHaveLength(260);
    expect(new Set(keys(ports, 'orders')).size).toBe(260);
    expect(readState(ports.document, PLACE).sent).toEqual({ Orders: 260, 'Order lines': 2 });
  });
});

describe('one of two concurrent exports', () => {
  test('sends no rows that the other sent', () => {
    const ports = shop();
    const { service } = ports;
    let isFirst = true;
    const call: typeof service.call = (requests) => {
      if (isFirst && requests.some(({ rows }) => rows !== undefined)) {
        isFirst = false;
        send(ports);
      }
      return service.call(requests);
    };
    expect(send({ ...ports, service: { call } }).state).toBe('done');
    expect(keys(ports, 'orders')).toEqual(['A006|0001', 'A006|0002']);
  });
});

describe('a deleted sheet', () => {
  test('has no rows to send; rows pulled again are sent if they changed', () => {
    const ports = shop();
    send(ports);
    ports.book.remove('Orders');
    expect(send(ports)).toMatchObject({ state: 'done', rows: {} });
    saveOrders(ports.book, [order('0001'), order('0002', { OrderQty: 3 }), order('0004')], START);
    expect(send(ports).rows).toMatchObject({ Orders: 2 });
    expect(ports.warehouse.view('orders').map(({ order_qty }) => order_qty)).toEqual(['2', '3', '2']);
  });
});

describe('every row is sent again', () => {
  test('when a user requests it', () => {
    const ports = shop();
    send(ports);
    sendAgain(ports, PLACE);
    expect(send(ports).rows).toEqual({ Orders: 2, 'Order lines': 2 });
    expect(keys(ports, 'orders')).toHaveLength(4);
    sendAgain(ports, PLACE);
    send(ports);
    expect(keys(ports, 'orders')).toHaveLength(6);
    expect(ports.warehouse.view('orders')).toHaveLength(2);
  });

  test.each(['before', 'after'])('and an undo %s the request changes the views', (when) => {
    const ports = shop();
    const sheet = ports.book.sheet('Orders');
    const first = [...sheet.cells[1]!];
    send(ports);
    ports.wait(MINUTE);
    const readAt = ports.clock.now();
    saveOrders(ports.book, [order('0001', { OrderQty: 9 }), order('0003')], readAt);
    send(ports);
    ports.wait(MINUTE);
    const steps = [
      () => {
        noteUndone(ports.lines, 'Orders', ['A006|0003'], ports.clock.now());
        sheet.removeRows(sheet.cells.findIndex((row) => row.includes('A006|0003')) + 1, 1);
        sheet.cells[sheet.cells.findIndex((row) => row.includes('A006|0001'))] = first;
      },
      () => sendAgain(ports, PLACE),
    ];
    for (const step of when === 'before' ? steps : steps.reverse()) step();
    ports.wait(MINUTE);
    send(ports);
    const view = ports.warehouse.view('orders').map((row) => [row.order_number, row.order_qty]);
    expect(view.sort()).toEqual([
      ['0001', '2'],
      ['0002', '2'],
    ]);
    // Unchanged rows keep their times.
    const unchanged = ports.warehouse.view('orders').find((row) => row.order_number === '0002');
    expect(unchanged!.as_of).toBe(new Date(START - DAY).toISOString());
  });

  test('after the record of sent rows is lost, without duplicating existing rows', () => {
    const ports = shop();
    send(ports);
    ports.memory.splice(0);
    expect(send(ports).state).toBe('done');
    expect(keys(ports, 'orders')).toHaveLength(2);
    ports.memory.splice(0);
    saveOrders(ports.book, [order('0003')], START);
    send(ports);
    expect(ports.warehouse.view('orders').map((row) => row.order_number)).toEqual(['0001', '0002', '0003']);
  });

  test('to a new project', () => {
    const ports = shop();
    send(ports);
    const other = { ...PLACE, project: 'my-shop-654321' };
    ports.warehouse.tables.clear();
    const sent = exportRows(ports, other, {}, ports.clock.now() + 4 * MINUTE);
    expect(sent.rows).toEqual({ Orders: 2, 'Order lines': 2 });
  });
});
