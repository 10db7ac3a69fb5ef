/**
 * Updates Findings and Today in a large in-memory workbook twice. Prints CPU times, and the number of cells that the
 * second run changes.
 */
import { createRequire } from 'node:module';
import { updateInsights } from '../../../src/app/after-run.ts';
import { factsOf } from '../../../src/insights/facts/facts.ts';
import { makeReport, reports } from '../../../src/insights/reports/refresh-reports.ts';
import { workbookOf } from '../../../src/insights/workbook.ts';
import { adPerformance } from '../../../src/operations/ad-performance.ts';
import { inventory } from '../../../src/operations/inventory.ts';
import { keywords } from '../../../src/operations/keywords.ts';
import { orders } from '../../../src/operations/orders.ts';
import { NONE_PRIVATE } from '../../../src/protocol/fields.ts';
import type { Cell } from '../../../src/tables/cells.ts';
import { type Column, inSheetOrder, sheetColumns } from '../../../src/tables/columns.ts';
import { historyColumns } from '../../../src/tables/history.ts';
import { readThresholds } from '../../../src/tables/rules/rules-sheet.ts';
import type { Recorded, Table } from '../../../src/tables/table.ts';
import { newColumn } from '../../../src/tables/widths.ts';
import { InMemoryBook } from '../../support/in-memory-book.ts';
import { inMemoryLaidSheets } from '../../support/in-memory-laid-sheets.ts';
import { inMemoryStore } from '../../support/in-memory-store.ts';

// The bundle needs `require` to load the statistics on first use.
Object.assign(globalThis, { require: createRequire(import.meta.url) });

const [orderCount, itemCount, adCount] = process.argv.slice(2).map(Number) as [number, number, number];
const NOW = Date.parse('2025-06-18T16:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const SELLER = 'A006';
const book = new InMemoryBook();
const asOf = new Date(NOW - HOUR);

function fill(declared: Recorded, name: string, count: number, row: (index: number) => Record<string, Cell>) {
  const table: Table = declared.tables.find((each) => each.name === name)!;
  fillSheet(name, inSheetOrder(sheetColumns(declared, table, NONE_PRIVATE)), count, row);
}

function fillSheet(
  name: string,
  columns: readonly Column[],
  count: number,
  row: (index: number) => Record<string, Cell>,
) {
  book.create(
    name,
    columns.map((column) => newColumn(column, [])),
  );
  const { cells } = book.sheet(name);
  for (let index = 0; index < count; index++) {
    const said: Record<string, Cell> = { sellerId: SELLER, asOf, rowKey: `${name}|${index}`, ...row(index) };
    cells.push(columns.map(({ id }) => said[id] ?? `text of ${index % 100}`));
  }
}

/** One order in fifty is open, and some are short on stock. */
const isOpen = (index: number) => index % 50 === 0;
const item = (index: number) => ({
  itemNumber: `9SI${index % itemCount}`,
  marketItemNumber: `9SI${index % itemCount}`,
  sellerPartNumber: `P-${index % itemCount}`,
});
const gone = { goneSince: '' };
fill(orders, 'Orders', orderCount, (index) => ({
  orderNumber: String(10_000 + index),
  orderDate: new Date(NOW - (index % 60) * DAY - HOUR),
  autoVoidTime: new Date(NOW + ((index % 90) + 0.5) * HOUR),
  onTimeShipDueDate: new Date(NOW + ((index % 5) - 2) * DAY),
  orderStatus: isOpen(index) ? 0 : 3,
  fulfillmentOption: 0,
  currencyCode: 'USD',
  orderItemAmount: 20.5,
  orderTotalAmount: 20.5,
  shippingAmount: 0,
  recyclingFeeAmount: 0,
  discountAmount: 0,
}));
fill(orders, 'Order lines', orderCount, (index) => ({
  ...item(index),
  orderNumber: String(10_000 + index),
  orderedQty: 2,
  shippedQty: isOpen(index) ? 0 : 2,
  unitPrice: 10.25,
  status: isOpen(index) ? 1 : 2,
}));
fill(orders, 'Packages', orderCount, (index) => ({
  ...item(index),
  orderNumber: String(10_000 + index),
  shippedQty: isOpen(index) ? 0 : 2,
}));
fill(inventory, 'Inventory', itemCount, (index) => ({
  ...item(index),
  ...gone,
  fulfillmentOption: '0',
  availableQuantity: index % 7,
}));
const groups = 500;
fill(adPerformance, 'Ad performance', adCount, (index) => {
  const date = new Date(NOW - (Math.floor(index / groups) + 1) * DAY);
  return {
    campaignNumber: String(index % 20),
    groupNumber: String(index % groups),
    countryCode: 'USA',
    fromDate: date,
    toDate: date,
    status: index % groups < 400 ? 'Delivering' : 'Out of budget',
    productList: `9SI${index % itemCount}, 9SI${(index * 7) % itemCount}`,
    spend: 1.1,
    sales: 10 + (index % 13),
  };
});

fill(keywords, 'Keywords', itemCount, (index) => ({
  ...gone,
  campaignNumber: String(index % 20),
  groupNumber: String(index % groups),
  keyword: `word ${index % 700}`,
  matchType: index % 2,
  bid: 0.5 + (index % 9) / 10,
  suggBidLowest: 0.4,
  suggBidMost: 1.2,
}));
/** Days of stock history; stock falls by 1 to 3 per day. */
const HISTORY = 20;
const [stocks] = inventory.tables;
fillSheet(stocks.history.name, historyColumns(inventory, stocks, stocks.history), itemCount * HISTORY, (index) => {
  const day = Math.floor(index / itemCount);
  const first = new Date(NOW - (HISTORY - day) * DAY);
  return {
    ...item(index),
    fulfillmentOption: '0',
    availableQuantity: (HISTORY - day) * (1 + (index % 3)),
    firstSeen: first,
    lastSeen: new Date(NOW - (HISTORY - day) * DAY + 20 * HOUR),
    rowKey: `Inventory|${index % itemCount}|${first.toISOString()}`,
  };
});

const document = inMemoryStore();
const laid = inMemoryLaidSheets();
let now = NOW;
const clock = { now: () => now, sleep: () => undefined };

function run(): number {
  const start = process.cpuUsage();
  const problems = updateInsights({ book, clock, document, laid });
  const { user, system } = process.cpuUsage(start);
  if (problems.length > 0) throw new Error(problems.join(' '));
  return (user + system) / 1e6;
}

/** Returns CPU time and the number of changed cells, excluding `As of`. */
function unchanged(names: readonly string[]) {
  const cells = () => names.map((name) => book.sheet(name).cells.map((line) => [...line]));
  const before = cells();
  now += 60_000;
  const seconds = run();
  const changed = cells().map((sheet, number) => {
    const asOf = sheet[0]!.indexOf('As of');
    const isOther = (cell: Cell, row: number, column: number) =>
      column !== asOf && String(cell) !== String(before[number]![row]?.[column]);
    return sheet.reduce((sum, line, row) => sum + line.filter((cell, at) => isOther(cell, row, at)).length, 0);
  });
  return { seconds, changed: changed.reduce((sum, each) => sum + each, 0) };
}

const first = run();
const second = unchanged(['Findings']);
const found = book.sheet('Findings').cells.length - 1;
const reads = Math.max(
  ...['Orders', 'Order lines', 'Packages', 'Inventory', 'Ad performance'].map((name) => book.sheet(name).reads),
);
const thresholds = readThresholds(book);
for (const report of reports) makeReport(book, factsOf(workbookOf({ book, now, thresholds, ages: [] })), report);
run();
const third = unchanged(['Findings', ...reports.flatMap(({ declared }) => declared.tables.map(({ name }) => name))]);
console.log(
  JSON.stringify({
    ...{ first, second: second.seconds, found, changed: second.changed, reads },
    ...{ reports: third.seconds, reportCells: third.changed },
  }),
);
