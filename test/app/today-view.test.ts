/** *Today* in the sidebar: its counts, the findings behind a tile, and sheets that were deleted. */
import { beforeEach, describe, expect, test } from 'vitest';
import { updateInsights } from '../../src/app/after-run.ts';
import { inventory } from '../../src/operations/inventory.ts';
import { orders } from '../../src/operations/orders.ts';
import { instantAt } from '../../src/protocol/fields.ts';
import { DAY, HOUR } from '../../src/protocol/time.ts';
import { notePeriod } from '../../src/pull/remembered.ts';
import { keepFreshness } from '../../src/schedule/table-freshness.ts';
import { order, put, SHOP, stock } from '../insights/findings/tables.ts';
import { connected, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';

let ports: InMemoryPorts;
beforeEach(() => {
  ports = connected();
});

test('Make Today and Findings again also makes a deleted Rules sheet again', () => {
  updateInsights(ports);
  ports.book.remove('Rules');
  updateInsights(ports);
  expect(ports.book.tables()).not.toContain('Rules');
  updateInsights(ports, true);
  expect(ports.book.tables()).toContain('Rules');
});

test('selects the findings that a tile of Today counts', () => {
  const voided = (hours: number) => instantAt(START + hours * HOUR);
  put(
    ports.book,
    orders,
    [order({ autoVoidTime: voided(5) }), order({ orderNumber: '1002', autoVoidTime: voided(99) })],
    START,
  );
  put(ports.book, inventory, [stock(0)], START);
  updateInsights(ports);
  const found = ports.book.rows('Findings');
  const at = (kind: string) => found.flatMap(({ Kinds }, index) => (String(Kinds).includes(kind) ? [index + 2] : []));
  for (const [tile, count] of Object.entries({ 'void-soon': 1, 'cannot-ship': 2, 'out-of-stock': 1 })) {
    expect(at(tile), tile).toHaveLength(count);
    expect(served(ports, 'showFindings', tile), tile).toBe(count);
    expect(ports.book.shown, tile).toMatchObject({ table: 'Findings', rows: at(tile) });
  }
  expect(served(ports, 'showFindings', 'other')).toBe(0);
});

describe('the view of Today', () => {
  const view = () => served(ports, 'today');

  test('is empty at first, and lists nothing as deleted', () => {
    expect(view()).toMatchObject({ open: 0, hasSheet: false, deleted: [] });
  });

  test('names a table that cannot be read, and is not all clear then', () => {
    put(ports.book, orders, [order()], START);
    for (const table of ['Orders', 'Inventory', 'Price log', 'Ad performance'])
      keepFreshness(ports.document, [{ table, sellerId: SHOP, state: 'fresh', doneAt: START }]);
    expect(updateInsights(ports)).toEqual([]);
    expect(view().unreadable).toEqual([]);
    ports.book.sheet('Orders').removeRows(1, 1);
    const note = 'The Orders sheet was not read: its header row or "Row key" column is missing. Undo that change.';
    expect(updateInsights(ports)).toEqual([note]);
    expect(view()).toMatchObject({ unreadable: [note], isAllRead: false, sales: { USD: { today: { orders: null } } } });
  });

  test("doesn't show yesterday's sales as today's", () => {
    const at = instantAt(START - HOUR);
    put(
      ports.book,
      orders,
      [order({ orderDate: at }), order({ orderNumber: '1', orderDate: instantAt(START - 9 * DAY) })],
      START,
    );
    keepFreshness(ports.document, [{ table: 'Orders', sellerId: SHOP, state: 'fresh', doneAt: START }]);
    notePeriod(ports.document, 'Orders', SHOP, [0, START]);
    updateInsights(ports);
    expect(view().sales.USD?.today).toMatchObject({ orders: 1 });
    ports.clock.sleep(DAY);
    expect(view().sales).toEqual({});
    updateInsights(ports);
    expect(view().sales.USD?.today).toMatchObject({ orders: null });
  });

  test('counts findings, and lists the sheets that were deleted', () => {
    put(ports.book, orders, [order({ autoVoidTime: instantAt(START + 5 * HOUR) })], START);
    keepFreshness(ports.document, [{ table: 'Orders', sellerId: SHOP, state: 'fresh', doneAt: START }]);
    updateInsights(ports);
    const { tiles, hasSheet, deleted, open } = view();
    expect([open, hasSheet, deleted]).toEqual([1, true, []]);
    expect(tiles).toContainEqual(expect.objectContaining({ id: 'void-soon', count: 1, money: 20.5, currency: 'USD' }));
    ports.laid.remove('Today');
    ports.book.remove('Findings');
    expect(view()).toMatchObject({ hasSheet: false, deleted: ['Findings', 'Today'] });
    updateInsights(ports);
    expect(view().deleted).toEqual(['Findings', 'Today']);
    updateInsights(ports, true);
    expect(view()).toMatchObject({ open: 1, hasSheet: true, deleted: [] });
  });
});
