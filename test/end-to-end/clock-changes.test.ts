/** Pacific dates near clock changes have the right values in workbooks in any time zone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { Entries, type OwnMarket, ownConnection, startAnswering, type Wire } from './own-answers.ts';
import { runScenario } from './scenario.ts';

const REPEATED = ' (clocks were set back: may be an hour later)';
const SKIPPED = ' (clocks skipped this hour: read as an hour later)';

/** Input, expected UTC time, and expected remark in the hidden Raw dates column. */
const MOMENTS: readonly (readonly [sent: string, instant: string, remark: string])[] = [
  // Daylight saving time starts on March 9, 2025: 2 AM becomes 3 AM.
  ['03/09/2025 01:59:59', '2025-03-09T09:59:59.000Z', ''],
  ['03/09/2025 02:00:00', '2025-03-09T10:00:00.000Z', SKIPPED],
  ['03/09/2025 02:30:00', '2025-03-09T10:30:00.000Z', SKIPPED],
  ['03/09/2025 2:59:59 AM', '2025-03-09T10:59:59.000Z', SKIPPED],
  ['2025-03-09T02:30:00', '2025-03-09T10:30:00.000Z', SKIPPED],
  ['03/09/2025 03:00:00', '2025-03-09T10:00:00.000Z', ''],
  ['03/09/2025', '2025-03-09T08:00:00.000Z', ''],
  ['2025-03-09T02:30:00-08:00', '2025-03-09T10:30:00.000Z', ''],
  // Daylight saving time ends on November 2: 2 AM becomes 1 AM. A time without an offset is in the first of the two
  // hours.
  ['11/02/2025 00:59:59', '2025-11-02T07:59:59.000Z', ''],
  ['11/02/2025 01:00:00', '2025-11-02T08:00:00.000Z', REPEATED],
  ['11/02/2025 01:30:00', '2025-11-02T08:30:00.000Z', REPEATED],
  ['11/02/2025 1:59:59 AM', '2025-11-02T08:59:59.000Z', REPEATED],
  ['2025-11-02 01:30:00', '2025-11-02T08:30:00.000Z', REPEATED],
  ['11/02/2025 02:00:00', '2025-11-02T10:00:00.000Z', ''],
  ['11/02/2025', '2025-11-02T07:00:00.000Z', ''],
  ['2025-11-02T01:30:00-07:00', '2025-11-02T08:30:00.000Z', ''],
  ['2025-11-02T01:30:00-08:00', '2025-11-02T09:30:00.000Z', ''],
  // The repeated hours of New York and Paris are regular hours in Pacific time.
  ['11/01/2025 22:30:00', '2025-11-02T05:30:00.000Z', ''],
  ['11/01/2025 23:30:00', '2025-11-02T06:30:00.000Z', ''],
  ['10/25/2025 17:30:00', '2025-10-26T00:30:00.000Z', ''],
  ['10/25/2025 18:30:00', '2025-10-26T01:30:00.000Z', ''],
];

const DAYS = [
  ['03/09/2025', '3/9/2025'],
  ['03/09/2025 02:30:00', '3/9/2025'],
  ['11/02/2025', '11/2/2025'],
  ['2025-11-02 01:30:00', '11/2/2025'],
] as const;

const HOUR = 3_600_000;

const orders = MOMENTS.map(([sent], index) => ({
  SellerID: 'S1',
  OrderNumber: 7000 + index,
  OrderDate: sent,
  AutoVoidTime: sent,
  OnTimeShipDueDate: DAYS[index % DAYS.length]![0],
  ItemInfoList: new Entries('ItemInfo', [{ SellerPartNumber: `P${index}` }]),
  PackageInfoList: new Entries('PackageInfo', [
    {
      TrackingNumber: `T${index}`,
      ShipDate: sent,
      ItemInfoList: new Entries('ItemInfo', [{ SellerPartNumber: `P${index}` }]),
    },
  ]),
}));

const prices = MOMENTS.map(([sent], index) => ({
  MarketItemNumber: '9SI1',
  RequestTimeStamp: sent,
  TargetUnitPrice: index + 1,
}));

/** Columns that identify a row's test time. Rows are sorted newest first. */
const NUMBERED: Readonly<Record<string, string>> = {
  Orders: 'Order number',
  'Price log': 'Target unit price',
};

const ANSWERS = {
  orders: {
    IsSuccess: true,
    ResponseBody: {
      PageInfo: { TotalCount: orders.length, TotalPageCount: 1, PageSize: 100, PageIndex: 1 },
      OrderInfoList: new Entries('OrderInfo', orders),
    },
  },
  'price-history': {
    IsSuccess: true,
    ResponseBody: { PriceLogs: new Entries('PriceLog', prices), TotalCount: prices.length },
  },
  'ad-performance': {
    rows: new Entries('row', [{ campaignNumber: 1, groupNumber: 2, sellerID: 'S1' }]),
    totalRows: 1,
  },
};

const PULLS = [
  { pull: { operation: 'orders', params: {} } },
  { pull: { operation: 'price-history', params: { itemNumbers: ['9SI1'] } } },
  {
    pull: {
      operation: 'ad-performance',
      params: { fromDate: '2025-03-09', toDate: '2025-11-02', by: 'range' },
    },
  },
];
const TABLES = ['Orders', 'Order lines', 'Packages', 'Price log', 'Ad periods'];
const READS = TABLES.flatMap((table) => [
  { get: `${table}!A1:BA40`, as: 'values' },
  { get: `${table}!A1:BA40`, as: 'display' },
]);
const HIDDEN = {
  eval: `return ${JSON.stringify(TABLES)}.flatMap((name) => {
    const sheet = ss.getSheetByName(name);
    const header = sheet.getRange(1, 1, 1, sheet.getLastColumn()).getValues()[0];
    return header.filter((_, index) => sheet.isColumnHiddenByUser(index + 1)).map((title) => name + ': ' + title);
  })`,
};

function shown(at: number, zone: string): string {
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
  const text = new Intl.DateTimeFormat('en-US', { timeZone: zone, ...parts }).format(at);
  return text.replace(',', '').replace('\u202f', ' ');
}

/** Times in both passes of the repeated hour look the same in a cell. Reading the cell returns the first one. */
function readBack(instant: string, zone: string): string {
  const at = Date.parse(instant);
  return new Date(shown(at - HOUR, zone) === shown(at, zone) ? at - HOUR : at).toISOString();
}

interface Grids {
  readonly values: readonly string[][];
  readonly display: readonly string[][];
}

function gridsOf(replies: readonly { value: string[][] }[]): Record<string, Grids> {
  return Object.fromEntries(
    TABLES.map((table, index) => [
      table,
      { values: replies[2 * index]!.value, display: replies[2 * index + 1]!.value },
    ]),
  );
}

function column(grids: Record<string, Grids>, table: string, header: string, as: keyof Grids): string[] {
  const place = grids[table]!.values[0]!.indexOf(header);
  expect(place, `${header} in ${table}`).toBeGreaterThanOrEqual(0);
  const { values } = grids[table]!;
  const rows = [...values.keys()].filter((index) => index > 0 && values[index]!.some((cell) => cell !== ''));
  const number = values[0]!.indexOf(NUMBERED[table] ?? '');
  if (number >= 0) rows.sort((one, other) => Number(values[one]![number]) - Number(values[other]![number]));
  return rows.map((index) => grids[table]![as][index]![place]!);
}

let market: OwnMarket;
beforeAll(async () => {
  market = await startAnswering(ANSWERS);
});
afterAll(() => market.close());

const ZONES = [
  ['Europe/Paris', 'xml'],
  // March 9 has no midnight in Havana.
  ['America/Havana', 'json'],
  ['America/Los_Angeles', 'json'],
  ['Asia/Tokyo', 'json'],
  ['America/New_York', 'xml'],
] as const;

describe.each(isLong ? ZONES : ZONES.slice(0, 2))('in %s, pulled as %s', (zone, format) => {
  let first: Record<string, Grids>;
  let second: Record<string, Grids>;
  let reports: { state: string; rows: object }[];
  let hidden: string[];

  beforeAll(async () => {
    const replies = await runScenario([
      { open: { timeZone: zone, clock: '2025-11-20T18:00:00Z' } },
      ...ownConnection(market, { format }),
      ...PULLS,
      ...READS,
      HIDDEN,
      { advance: 'PT1H' },
      ...PULLS,
      ...READS,
    ]);
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    const after = replies.slice(3);
    first = gridsOf(after.slice(3, 13));
    hidden = after[13]!.value;
    reports = [...after.slice(0, 3), ...after.slice(15, 18)].map(({ value }) => value);
    second = gridsOf(after.slice(18));
  });

  const columns = [
    ['Orders', 'Order date'],
    ['Orders', 'Auto void time'],
    ['Packages', 'Ship date'],
    ['Price log', 'Request time stamp'],
  ] as const;

  test.each(columns)("%s: %s has the right times and shows the zone's local time", (table, header) => {
    const instants = MOMENTS.map(([, instant]) => instant);
    expect(column(first, table, header, 'values')).toEqual(instants.map((each) => readBack(each, zone)));
    expect(column(first, table, header, 'display')).toEqual(instants.map((each) => shown(Date.parse(each), zone)));
  });

  test('calendar days stay the same', () => {
    const days = MOMENTS.map((_, index) => DAYS[index % DAYS.length]![1]);
    expect(column(first, 'Orders', 'On time ship due date', 'display')).toEqual(days);
    expect(column(first, 'Ad periods', 'From date', 'display')).toEqual(['3/9/2025']);
    expect(column(first, 'Ad periods', 'To date', 'display')).toEqual(['11/2/2025']);
  });

  const partsOf = (table: string) => column(first, table, 'Raw dates', 'values').map((cell) => cell.split('; ').sort());
  const partsFrom = (told: readonly string[]) => ({
    Orders: told.map((text, index) =>
      [
        `Order date: ${text}`,
        `Auto void time: ${text}`,
        `On time ship due date: ${DAYS[index % DAYS.length]![0]}`,
      ].sort(),
    ),
    Packages: told.map((text) => [`Ship date: ${text}`]),
    'Price log': told.map((text) => [`Request time stamp: ${text}`]),
  });

  test('the original values are in a hidden column', () => {
    const withoutRemarks = (cells: string[][]) =>
      cells.map((parts) => parts.map((part) => part.replace(/ \(.*\)$/, '')));
    for (const [table, parts] of Object.entries(partsFrom(MOMENTS.map(([sent]) => sent)))) {
      expect(withoutRemarks(partsOf(table)), table).toEqual(parts);
      expect(hidden).toContain(`${table}: Raw dates`);
    }
    expect(hidden).toContain('Ad periods: Raw dates');
  });

  test('values in the skipped or repeated hour have a remark', () => {
    const told = MOMENTS.map(([sent, , remark]) => sent + remark);
    for (const [table, parts] of Object.entries(partsFrom(told))) expect(partsOf(table), table).toEqual(parts);
  });

  test('a second pull changes nothing', () => {
    expect(reports.map(({ state }) => state)).toEqual(Array(6).fill('done'));
    expect(reports.map(({ rows }) => rows)).toMatchObject([
      { added: 3 * MOMENTS.length, changed: 0, unchanged: 0 },
      { added: MOMENTS.length, changed: 0, unchanged: 0 },
      { added: 1, changed: 0, unchanged: 0 },
      { added: 0, changed: 0, unchanged: 3 * MOMENTS.length },
      { added: 0, changed: 0, unchanged: MOMENTS.length },
      { added: 0, changed: 0, unchanged: 1 },
    ]);
    for (const table of TABLES) {
      const asOf = first[table]!.values[0]!.indexOf('As of');
      for (const as of ['values', 'display'] as const)
        expect(withoutColumn(second[table]![as], asOf)).toEqual(withoutColumn(first[table]![as], asOf));
    }
  });
});

describe.each([
  ['within the second repeated hour', '2025-11-02T09:10:00Z'],
  ['in the first and in the second repeated hour', '2025-11-02T08:50:00Z'],
])('two pulls %s', (_, clock) => {
  test('mark only missing rows as gone', async () => {
    const stock = (numbers: readonly string[]) => ({
      IsSuccess: true,
      SellerID: 'S1',
      ResponseBody: { ItemList: new Entries('InventoryResult', numbers.map(stockOf)) },
    });
    const selling = await startAnswering({
      inventory: (call) => stock(call === 1 ? ['9SIA', '9SIB'] : ['9SIA']),
    });
    const pull = { pull: { operation: 'inventory', params: { type: '0', values: ['9SIA', '9SIB'] } } };
    const read = { get: 'Inventory!A1:Z3', as: 'values' };
    const replies = await runScenario([
      { open: { timeZone: 'America/Los_Angeles', clock } },
      ...ownConnection(selling),
      pull,
      read,
      { advance: 'PT20M' },
      pull,
      read,
    ]);
    selling.close();
    const gone = ({ value }: { value: string[][] }) => {
      const [header, ...rows] = value;
      return rows
        .filter((row) => row[header!.indexOf('Gone since')] !== '')
        .map((row) => row[header!.indexOf('Item number')]);
    };
    expect([3, 6].map((step) => replies[step]!.value.rows.gone)).toEqual([0, 1]);
    expect([4, 7].map((step) => gone(replies[step]!))).toEqual([[], ['9SIB']]);
  });
});

function stockOf(ItemNumber: string): Wire {
  const stock = { WarehouseLocation: 'USA', FulfillmentOption: '0', AvailableQuantity: 3 };
  return {
    ItemNumber,
    SellerPartNumber: `P-${ItemNumber}`,
    Condition: 1,
    InventoryAllocation: new Entries('Inventory', [stock]),
  };
}

function withoutColumn(grid: readonly string[][], place: number): readonly string[][] {
  return grid.map((row) => row.filter((_, index) => index !== place));
}
