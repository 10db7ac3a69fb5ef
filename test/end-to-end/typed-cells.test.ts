/** Values that spreadsheets tend to convert, in a workbook in Tokyo. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { runScenario } from './scenario.ts';
import { askShop, connectionTo, openShop, pullsFrom, SMALL, TABLES } from './shop.ts';

interface Orders {
  ResponseBody: {
    OrderInfoList: {
      OrderNumber: number;
      OrderDate: string;
      ItemInfoList: { UPCCode: string; SellerPartNumber: string }[];
    }[];
  };
}

let shop: RunningMarketplace;
let tables: Record<string, { values: string[][]; display: string[][]; formulas: string[][] }>;
let raw: Orders['ResponseBody']['OrderInfoList'];

beforeAll(async () => {
  shop = await openShop(SMALL.market);
  const reads = TABLES.flatMap((table) =>
    ['values', 'display', 'formulas'].map((as) => ({ get: `${table}!A1:AZ300`, as })),
  );
  const replies = await runScenario([
    { open: { timeZone: 'Asia/Tokyo' } },
    SMALL,
    { connect: connectionTo(shop, { format: 'xml' }) },
    ...pullsFrom(shop),
    ...reads,
  ]);
  const grids = replies.slice(-reads.length).map(({ value }) => value);
  tables = Object.fromEntries(
    TABLES.map((table, index) => [
      table,
      { values: grids[3 * index], display: grids[3 * index + 1], formulas: grids[3 * index + 2] },
    ]),
  );
  const answer = await askShop(shop, 'PUT', '/marketplace/b2b/ordermgmt/order/orderinfo?version=314', {
    OperationType: 'GetOrderInfoRequest',
    RequestBody: { PageIndex: 1, PageSize: 100, RequestCriteria: {} },
  });
  raw = (answer as Orders).ResponseBody.OrderInfoList;
});
afterAll(() => shop.close());

function column(table: string, header: string, as: 'values' | 'display' = 'values'): string[] {
  const place = tables[table]!.values[0]!.indexOf(header);
  return tables[table]!.values.slice(1)
    .map((row, index) => (row[0] === '' ? undefined : tables[table]![as][index + 1]![place]!))
    .filter((cell): cell is string => cell !== undefined);
}

/** Cells show minutes; their values include seconds. */
function inTokyo(at: number): string {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const text = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Tokyo', ...parts }).format(at);
  return text.replace(',', '').replace('\u202f', ' ');
}

test('a Pacific order date is the same time, shown in Tokyo time', () => {
  const numbers = column('Order lines', 'Order number');
  expect(numbers.length).toBeGreaterThan(0);
  const orders = column('Orders', 'Order number');
  for (const { OrderNumber, OrderDate } of raw) {
    const index = orders.indexOf(String(OrderNumber));
    const [, month, day, year, hour, minute, second] = /^(\d+)\/(\d+)\/(\d+) (\d+):(\d+):(\d+)$/.exec(OrderDate)!;
    // All of this shop's orders fall within daylight saving time: Pacific is UTC-7, Tokyo is UTC+9.
    const at = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour) + 7, Number(minute), Number(second));
    expect(column('Orders', 'Order date')[index]).toBe(new Date(at).toISOString());
    expect(column('Orders', 'Order date', 'display')[index]).toBe(inTokyo(at));
  }
});

test('a date without a time keeps its day', () => {
  const days = Array.from({ length: 10 }, (_, index) => `6/${index + 1}/2025`);
  const [from, to] = ['From date', 'To date'].map((header) => column('Ad performance', header, 'display'));
  expect(new Set(from)).toEqual(new Set(days));
  expect(to).toEqual(from);
  for (const shown of column('Ad periods', 'From date', 'display')) expect(shown).toBe('6/1/2025');
  for (const shown of column('Ad periods', 'To date', 'display')) expect(shown).toBe('6/10/2025');
});

test('UPC codes keep their zeros', () => {
  const wanted = raw.flatMap(({ ItemInfoList }) => ItemInfoList.map(({ UPCCode }) => UPCCode));
  expect(wanted.some((code) => code.startsWith('0'))).toBe(true);
  const shown = new Set(column('Order lines', 'UPC code'));
  for (const code of wanted) expect(shown.has(code)).toBe(true);
});

test('text that looks like a formula stays text', () => {
  const remote = Object.values(tables).flatMap(({ values }) => values.slice(1).flat());
  expect(remote.filter((cell) => typeof cell === 'string' && cell.startsWith('=')).length).toBeGreaterThan(0);
  for (const { formulas } of Object.values(tables))
    expect(formulas.flat().filter((formula) => formula !== '')).toEqual([]);
});
