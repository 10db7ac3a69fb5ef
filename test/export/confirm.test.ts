/** Confirms by day, row count, and amount that the warehouse has the exported rows. */
import { expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '../../src/protocol/time.ts';
import { openExisting } from '../../src/tables/opened.ts';
import { incompleteKey, newKey } from '../../src/tables/positions.ts';
import { type ConfirmPorts, confirmed, literal, queryOf } from '../../src/warehouse/confirm.ts';
import { exportRows } from '../../src/warehouse/export.ts';
import { exportedTable } from '../../src/warehouse/schema.ts';
import type { ServiceRequest, ServiceResult } from '../../src/warehouse/service.ts';
import { faultOf } from '../protocol/fault.ts';
import { type Exporting, exporting, PLACE, START } from '../support/exporting.ts';
import { refusal } from '../support/in-memory-warehouse.ts';
import { writeLook } from '../tables/stock-looks.ts';
import { order, saveOrders } from './orders.ts';

const ORDERS = exportedTable('Orders')!;

/** Exports three orders from two days. */
function sent(): Exporting {
  const ports = exporting();
  const other = { OrderDate: '6/14/2025 9:03:05', OrderTotalAmount: 5.01 };
  saveOrders(ports.book, [order('0001'), order('0002'), order('0003', other)], START - DAY);
  exportRows(ports, PLACE, { tables: ['Orders'] }, START + 4 * MINUTE);
  return ports;
}

function leaving({ book }: Pick<Exporting, 'book'>, indexes: readonly number[] = [1, 2, 3]) {
  return [{ opened: openExisting(book, 'Orders', ORDERS.columns)!, indexes }];
}

const asks = (ports: ConfirmPorts & Pick<Exporting, 'book'>, indexes?: readonly number[]) =>
  confirmed(ports, PLACE, leaving(ports, indexes), ports.clock.now() + MINUTE);

/** Replaces the responses to queries. */
function answering(ports: Exporting, ...answers: readonly object[]) {
  let next = 0;
  const { warehouse } = ports;
  const asked: ServiceRequest[] = [];
  const call = (requests: readonly ServiceRequest[]): readonly ServiceResult[] =>
    requests.flatMap((request) => {
      if (!request.path.includes('/queries')) return warehouse.call([request]);
      asked.push(request);
      return [{ status: 200, body: answers[Math.min(next++, answers.length - 1)] }];
    });
  return { ports: { ...ports, service: { call } }, asked };
}

const rowsOf = (...lines: readonly (readonly (string | null)[])[]) =>
  lines.map((line) => ({ f: line.map((v) => ({ v })) }));

test('confirms rows that the warehouse has, all of them or a selection', () => {
  const ports = sent();
  expect([asks(ports), asks(ports, [1, 3]), asks(ports, [])]).toEqual([true, true, true]);
});

test("confirms rows after a change of the workbook's time zone", () => {
  const ports = exporting();
  saveOrders(ports.book, [order('0001'), order('0002', { OrderDate: '6/14/2025 19:00:00' })], START - DAY);
  for (const [hours, quantity] of [5, 6, 7, 8].entries())
    writeLook(ports.book, { at: START + 5 * hours * HOUR, stock: { A: { USA: quantity } } });
  ports.wait(DAY);
  exportRows(ports, PLACE, {}, ports.clock.now() + 4 * MINUTE);
  ports.book.changeZone('Pacific/Honolulu');
  const { columns } = exportedTable('Stock history')!;
  const history = { opened: openExisting(ports.book, 'Stock history', columns)!, indexes: [1, 2, 3, 4] };
  expect(confirmed(ports, PLACE, [...leaving(ports, [1, 2]), history], ports.clock.now() + MINUTE)).toBe(true);
});

test.each<[string, (ports: Exporting) => void]>([
  ['a row with a change that was not sent', ({ book }) => saveOrders(book, [order('0002', { OrderQty: 9 })], START)],
  [
    'a row with another amount in the warehouse',
    ({ warehouse }) => Object.assign(warehouse.rows.get('orders_log')![1]!, { order_total_amount: '19.97' }),
  ],
  [
    'a row whose key a killed execution left incomplete',
    ({ book }) => mark(book, 'rowKey', incompleteKey('A006|0002')),
  ],
  ['a new row that a killed execution left incomplete', ({ book }) => mark(book, 'rowKey', newKey('A006|0002'))],
  ['a row that appears twice', ({ book }) => mark(book, 'rowKey', 'A006|0001')],
  ['a row that was never sent', ({ memory }) => void memory.splice(0)],
  ['a row that the warehouse lost', ({ warehouse }) => void warehouse.rows.get('orders_log')!.pop()],
  [
    'a row with another day in the warehouse',
    ({ warehouse }) => Object.assign(warehouse.rows.get('orders_log')![2]!, { order_date: '2025-06-15' }),
  ],
])('does not confirm %s', (_, spoil) => {
  const ports = sent();
  spoil(ports);
  expect(asks(ports)).toBe(false);
});

type Book = Exporting['book'];
const position = (book: Book, id: string) => book.sheet('Orders').remembered!.positions[id]! - 1;
function mark(book: Book, id: string, text: string): void {
  book.sheet('Orders').cells[2]![position(book, id)] = text;
}

test('groups rows without a day, and ignores text instead of an amount', () => {
  const ports = exporting();
  const { book, warehouse } = ports;
  saveOrders(book, [order('0001'), order('0002')], START - DAY);
  const { cells } = book.sheet('Orders');
  cells[1]![position(book, 'orderDate')] = '';
  cells[1]![position(book, 'orderTotalAmount')] = 'call us';
  exportRows(ports, PLACE, { tables: ['Orders'] }, START + 4 * MINUTE);
  expect(warehouse.log('orders')).toHaveLength(2);
  expect(asks(ports, [1, 2])).toBe(true);
});

test("never confirms a table that isn't exported, and ignores a table without rows to confirm", () => {
  const ports = sent();
  const [orders] = leaving(ports, [1]);
  const unknown = { ...orders!, opened: { ...orders!.opened, table: 'Log' } };
  expect(confirmed(ports, PLACE, [unknown], ports.clock.now())).toBe(false);
  // Tables without rows aren't queried.
  expect(confirmed(ports, PLACE, [orders!, { ...unknown, indexes: [] }], ports.clock.now())).toBe(true);
});

test.each([
  ['the dataset lets tables expire', { defaultTableExpirationMs: '1' }, {}],
  ['the dataset lets partitions expire', { defaultPartitionExpirationMs: '1' }, {}],
  ['the log expires', {}, { expirationTime: '1' }],
  ['partitions of the log expire', {}, { timePartitioning: { expirationMs: '1' } }],
])('confirms no rows if %s', (_, dataset, log) => {
  const ports = sent();
  Object.assign(ports.warehouse.dataset!, dataset);
  Object.assign(ports.warehouse.tables.get('orders_log')!, log);
  expect(asks(ports)).toBe(false);
});

test('throws when the warehouse refuses the query', () => {
  const ports = sent();
  ports.warehouse.refused = () => refusal(403, 'accessDenied');
  expect(faultOf(() => asks(ports)).code).toBe('MARKET_KEY');
});

test('tolerates only the rounding of summed amounts', () => {
  const money = ORDERS.fields.filter(({ isMoney }) => isMoney);
  const line = (day: string, count: string, sum: string) => [
    ...[day, count],
    ...money.map(({ name }) => (name === 'order_total_amount' ? sum : null)),
  ];
  const confirms = (total: string) => {
    const rows = rowsOf(line('2025-06-15', '2', total), line('2025-06-14', '1', '5.01'));
    return asks(answering(sent(), { jobComplete: true, rows }).ports);
  };
  expect(money.length).toBeGreaterThan(1);
  expect(['39.9600001', '39.961', '39.95'].map(confirms)).toEqual([true, false, false]);
});

test('confirms no rows if a query takes too long', () => {
  const { ports, asked } = answering(sent(), { jobComplete: false });
  expect(asks(ports)).toBe(false);
  expect(asked).toHaveLength(1);
});

test('queries the newest versions, grouped by the day column', () => {
  const ask = (table: string) => {
    const known = exportedTable(table)!;
    const [first] = known.fields.filter(({ isMoney }) => isMoney);
    return queryOf(PLACE, known, first ? [first] : [], ["a'b", 'c']);
  };
  expect(ask('Orders')).toBe(
    "SELECT CAST(DATE(`order_date`) AS STRING) AS day, COUNT(*) AS row_count, SUM(`order_item_amount`) AS `order_item_amount` FROM `my-shop-123456.market_for_sheets.orders` WHERE `row_key` IN ('a\\'b', 'c') GROUP BY day",
  );
  expect(ask('Ad performance')).toContain('SELECT CAST(`from_date` AS STRING) AS day');
  expect(ask('Catalog')).toContain("SELECT '' AS day, COUNT(*) AS row_count FROM");
});

test.each([
  ['plain', "'plain'"],
  ["it's", "'it\\'s'"],
  ['a\\b', "'a\\\\b'"],
  ['two\nlines\r', "'two\\nlines\\r'"],
])('writes %j as %s', (text, written) => {
  expect(literal(text)).toBe(written);
});
