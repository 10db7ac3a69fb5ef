/** Adding reports: on request only, finished by the next run, and with sample data in the demo shop. */
import { beforeEach, describe, expect, test } from 'vitest';
import { saveConnection } from '../../src/account/connections.ts';
import { updateInsights } from '../../src/app/after-run.ts';
import { MAKING, reports } from '../../src/insights/reports/refresh-reports.ts';
import { inventory } from '../../src/operations/inventory.ts';
import { orders } from '../../src/operations/orders.ts';
import { instantAt } from '../../src/protocol/fields.ts';
import { MarketError } from '../../src/protocol/market-error.ts';
import { DAY } from '../../src/protocol/time.ts';
import { line, order, put, SHOP, stock } from '../insights/findings/tables.ts';
import { CONNECTION, connected, refused, served } from '../support/connected-ports.ts';
import { type InMemoryPorts, START } from '../support/in-memory-ports.ts';

let ports: InMemoryPorts;
/** Tabs that were opened. */
let opened: string[];
beforeEach(() => {
  ports = connected();
  opened = [];
  ports.book.show = (tab) => opened.push(tab) > 0;
});

const add = (name: string) => served(ports, 'addReport', name).message;
const listed = () => served(ports, 'listReports').map(({ isThere }) => isThere);
const NAMES = reports.map(({ name }) => name);

/** Six sales of each item, and this many units in stock. */
function sold(units: Readonly<Record<string, number>>, sellerId = SHOP): void {
  const lines = Object.keys(units).map((item) =>
    line({ marketItemNumber: item, sellerPartNumber: `P-${item}`, orderedQty: 6 }),
  );
  const date = instantAt(START - 3 * DAY);
  put(ports.book, orders, [order({ sellerId, orderStatus: 2, orderDate: date, itemInfoList: lines })], START);
  const stocked = Object.entries(units).map(([itemNumber, count]) =>
    stock(count, { sellerId, itemNumber, sellerPartNumber: `P-${itemNumber}` }),
  );
  put(ports.book, inventory, stocked, START);
}

test.each(NAMES)('%s is added once, opened, and updated on request', (name) => {
  expect(listed()).toEqual(NAMES.map(() => false));
  expect(add(name)).toBe(`${name} added. It updates automatically.`);
  expect(listed()).toEqual(NAMES.map((each) => each === name));
  expect(add(name)).toBe(`${name} updated.`);
  expect(opened).toEqual([name, name]);
  expect(ports.document.get('report.making')).toBeNull();
});

test("a report that can't be updated doesn't stop Today or other reports", () => {
  for (const name of ['Reorder', 'Items']) add(name);
  const sheet = ports.book.sheet('Reorder');
  sheet.read = () => {
    throw new MarketError('MARKET_TABLE', 'Reorder has no key.');
  };
  sold({ '9SIA': 4 });
  expect(updateInsights(ports)).toEqual(['The reports are not up to date: Reorder has no key.']);
  expect(ports.document.get('today.figures')).toContain('"USD"');
  expect(ports.book.rows('Items').map((row) => row['Item number'])).toContain('9SIA');
});

test("a Findings sheet that can't be updated doesn't stop Today", () => {
  updateInsights(ports);
  const sheet = ports.book.sheet('Findings');
  sheet.deleteColumn(sheet.cells[0]!.indexOf('Row key') + 1);
  sold({ '9SIA': 4 });
  expect(updateInsights(ports).join()).toMatch(/^Today and Findings are not up to date: .*"Row key"/);
  expect(ports.document.get('today.figures')).toContain('"USD"');
});

test('Findings that could not be created are created by the next run', () => {
  const create = ports.book.create.bind(ports.book);
  ports.book.create = (table, ...others) => {
    if (table === 'Findings') throw new MarketError('MARKET_TABLE', 'No room.');
    return create(table, ...others);
  };
  sold({ '9SIA': 4 });
  expect(updateInsights(ports)).toEqual(['Today and Findings are not up to date: No room.']);
  ports.book.create = create;
  expect(updateInsights(ports)).toEqual([]);
  expect(ports.book.tables()).toContain('Findings');
});

test('an unknown report is refused', () => {
  expect(refused(ports, 'addReport', 'Profit').message).toBe('There is no report "Profit". Reload the sidebar.');
  expect(opened).toEqual([]);
});

test('a report whose creation was killed is finished by the next run', () => {
  sold({ '9SI1': 20 });
  MAKING.write(ports.document, 'Items');
  expect(updateInsights(ports)).toEqual([]);
  expect(ports.book.rows('Items').map((row) => row['Item number'])).toContain('9SI1');
  expect(ports.document.get('report.making')).toBeNull();
});

describe('in the demo shop', () => {
  beforeEach(() => {
    saveConnection(ports, { ...CONNECTION, name: 'Demo shop', sellerId: 'DEMO' });
  });

  test('Reorder starts with four weeks of sales for items with enough stock', () => {
    sold({ A: 0, B: 9, C: 10, D: 300 }, 'DEMO');
    sold({ E: 100 });
    add('Reorder');
    const rows = ports.book.rows('Stock days');
    const byItem = (item: string) => rows.filter((row) => row['Item number'] === item);
    expect([...new Set(rows.map((row) => row['Item number']))].sort()).toEqual(['A', 'C', 'D']);
    expect(rows.map((row) => row['Seller ID'])).toEqual(rows.map(() => 'DEMO'));
    const fallen = (item: string) => byItem(item).reduce((sum, row) => sum + Number(row['Units fallen']), 0) / 28;
    for (const item of ['A', 'C', 'D']) expect(byItem(item)).toHaveLength(28);
    // A sold-out item sold 2 per day. The items with the least stock have cover for 4 and 7 days.
    expect(fallen('A')).toBeCloseTo(2, 0);
    expect(fallen('C')).toBeCloseTo(10 / 4, 0);
    expect(Math.abs(fallen('D') - 300 / 7)).toBeLessThan(3);
    const days = byItem('D').map((row) => (row.Day as Date).toISOString().slice(0, 10));
    expect([days[0], days.at(-1)]).toEqual(['2025-05-19', '2025-06-15']);
    add('Reorder');
    expect(ports.book.rows('Stock days')).toHaveLength(rows.length);
  });

  test('Items starts with costs of the items sold, and keeps typed ones', () => {
    sold({ A: 5, B: 5 }, 'DEMO');
    put(ports.book, inventory, [stock(7, { sellerId: 'DEMO', itemNumber: 'C', sellerPartNumber: 'P-C' })], START);
    sold({ E: 5 });
    add('Items');
    const costs = () =>
      Object.fromEntries(
        ports.book.rows('Items').map((row) => [row['Item number'], [row.Cost, row['Fee %'], row['Ship cost']]]),
      );
    // Cost is 40 to 90% of the price of 10.25, by item.
    expect(costs()).toMatchObject({ A: [9.23, 0.12, 6.5], B: [4.1, 0.12, 6.5], E: ['', '', ''] });
    for (const [item, [cost]] of Object.entries(costs() as Record<string, unknown[]>))
      if (!['A', 'B'].includes(item)) expect(cost, item).toBe('');
    ports.book.remove('Stock days');
    expect(add('Items')).toBe('Items updated.');
    expect(costs()).toMatchObject({ A: [9.23, 0.12, 6.5] });
  });
});
