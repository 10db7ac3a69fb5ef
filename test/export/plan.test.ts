/** What an export will cost is counted before it, and what there is, without a call. */
import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/protocol/time.ts';
import { exportRows } from '../../src/warehouse/export.ts';
import { holdings, planExport } from '../../src/warehouse/export-plan.ts';
import { addEntries } from '../../src/warehouse/outbox.ts';
import { forgetPlace, readState, writeState } from '../../src/warehouse/state.ts';
import { exporting, PLACE, START } from '../support/exporting.ts';
import { order, saveOrders } from './orders.ts';

function shop() {
  const ports = exporting();
  saveOrders(ports.book, [order('0001'), order('0002')], START - DAY);
  return ports;
}

test('before the first one every row of every table counts', () => {
  const ports = shop();
  expect(planExport(ports, {})).toEqual({
    rows: { Orders: 2, 'Order lines': 2 },
    total: 4,
    calls: 12,
    megabytes: 1,
    minutes: 1,
  });
  expect(planExport(ports, { tables: ['Orders', 'Keywords'] })).toMatchObject({
    rows: { Orders: 2 },
    calls: 6,
  });
  expect(planExport(ports, { tables: [] })).toEqual({
    rows: {},
    total: 0,
    calls: 0,
    megabytes: 0,
    minutes: 0,
  });
});

test('later what waits counts, each row once', () => {
  const ports = shop();
  exportRows(ports, PLACE, {}, START + 4 * MINUTE);
  expect(planExport(ports, {}).rows).toEqual({});
  saveOrders(ports.book, [order('0001', { OrderQty: 3 })], START);
  saveOrders(ports.book, [order('0001', { OrderQty: 4 }), order('0003')], START + 1000);
  expect(planExport(ports, {}).rows).toEqual({ Orders: 2, 'Order lines': 1 });
});

test('pieces of six thousand rows are three calls each', () => {
  const ports = exporting();
  writeState(ports.document, { ...readState(ports.document), listed: ['Orders', 'Keywords'] });
  const entries = Array.from({ length: 12_001 }, (_, index) => ({ key: `k${index}`, before: '', at: 0 }));
  addEntries(ports.lines, new Map([['Orders', entries]]), ports.unique);
  expect(planExport(ports, {})).toEqual({
    rows: { Orders: 12_001 },
    total: 12_001,
    calls: 3 + 3 * 3,
    megabytes: 7,
    minutes: 1,
  });
});

test('what it holds is told: rows sent and waiting, and whether they stay', () => {
  const ports = shop();
  const of = () => holdings(ports.document, ports.lines);
  const place = { project: 'my-shop-123456', location: 'US' };
  expect(of()).toEqual({ ...place, sent: 0, waiting: 2 * 2, expires: false });
  exportRows(ports, PLACE, {}, START + 4 * MINUTE);
  saveOrders(ports.book, [order('0001', { OrderQty: 3 })], START);
  saveOrders(ports.book, [order('0001', { OrderQty: 4 })], START);
  expect(of()).toMatchObject({ sent: 4, waiting: 1, doneAt: expect.any(Number) });
  writeState(ports.document, { ...readState(ports.document), expires: true });
  expect(of()!.expires).toBe(true);
  forgetPlace(ports.document);
  expect(of()).toBeUndefined();
});
