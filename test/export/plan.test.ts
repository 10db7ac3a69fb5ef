import { expect, test } from 'vitest';
import { DAY, MINUTE } from '../../src/protocol/time.ts';
import { exportRows, holdings, planExport } from '../../src/warehouse/export.ts';
import { exportedTable } from '../../src/warehouse/schema.ts';
import { readState, writeState } from '../../src/warehouse/state.ts';
import { exporting, PLACE, START } from '../support/exporting.ts';
import { order, saveOrders } from './orders.ts';

function shop() {
  const ports = exporting();
  saveOrders(ports.book, [order('0001'), order('0002')], START - DAY);
  return ports;
}

test('counts every row of every table before the first export', () => {
  const ports = shop();
  expect(planExport(ports, PLACE, {})).toEqual({
    total: 4,
    calls: 12,
    megabytes: 1,
    minutes: 1,
  });
  expect(planExport(ports, PLACE, { tables: ['Orders', 'Keywords'] })).toMatchObject({
    total: 2,
    calls: 6,
  });
  expect(planExport(ports, PLACE, { tables: [] })).toEqual({
    total: 0,
    calls: 0,
    megabytes: 0,
    minutes: 0,
  });
});

test('counts only unsent rows later, each once', () => {
  const ports = shop();
  exportRows(ports, PLACE, {}, START + 4 * MINUTE);
  expect(planExport(ports, PLACE, {}).total).toBe(0);
  saveOrders(ports.book, [order('0001', { OrderQty: 3 })], START);
  saveOrders(ports.book, [order('0001', { OrderQty: 4 }), order('0003')], START + 1000);
  expect(planExport(ports, PLACE, {}).total).toBe(2 + 1);
});

test('counts three calls per 6,000 rows', () => {
  const ports = exporting();
  const columns = exportedTable('Keywords')!.columns;
  ports.book.create('Keywords', columns);
  const { cells } = ports.book.sheet('Keywords');
  const key = columns.findIndex(({ id }) => id === 'rowKey');
  for (let row = 0; row < 12_001; row++) cells.push(columns.map((_, index) => (index === key ? `k${row}` : '')));
  expect(planExport(ports, PLACE, {})).toEqual({
    total: 12_001,
    calls: 3 + 3 * 3,
    megabytes: 7,
    minutes: 1,
  });
});

test('reports the number of sent rows, and whether they expire', () => {
  const ports = shop();
  const of = () => holdings(ports.document, PLACE);
  expect(of()).toEqual({ ...PLACE, sent: 0, expires: false });
  exportRows(ports, PLACE, {}, START + 4 * MINUTE);
  expect(of()).toMatchObject({ sent: 4, doneAt: expect.any(Number) });
  writeState(ports.document, PLACE, { ...readState(ports.document, PLACE), expires: true });
  expect(of().expires).toBe(true);
});
