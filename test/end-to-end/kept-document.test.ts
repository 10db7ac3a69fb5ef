/** A document that another build has left: this build opens it, loses nothing in it, and goes on with what was begun. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Host } from '../host/host.ts';
import type { World } from '../host/steps/world.ts';
import type { CellValue } from '../host/workbook/surface.ts';
import { differencesOf, sheetsOf } from './document-sight.ts';
import { newWorld, valuesOf } from './scenario.ts';
import { type RowSight, tableIn } from './table-sight.ts';

const FILE = fileURLToPath(new URL('../fixtures/documents/seller-0.1.json', import.meta.url));
/** As the scenario beside the file has it. */
const MARKET = { market: { items: 30, orders: 60, latency: 400, evenStock: true } };
const PULLED = [
  '9SIASDG0ZJ33PR 9SIASDG0ZSB0OM 9SIASDG101IXNH 9SIASDG10AQUMC 9SIASDG10JYRL7 9SIASDG10T6OK2',
  '9SIASDG112ELIX 9SIASDG11BMIHS 9SIASDG16P8QTV',
].flatMap((line) => line.split(' '));
const LAST_PULL = { operation: 'inventory', params: { values: PULLED } };
const [BID, KILLED] = ['Words we bid on', 'Google ended the execution before it was through.'];

/** How many rows each table holds. */
const ROWS = {
  Orders: 60,
  'Order lines': 134,
  Packages: 113,
  Catalog: 30,
  Inventory: 86,
  'Stock history': 107,
  Archive: 3,
  'Price log': 252,
  'Ad performance': 162,
  'Words we bid on': 228,
  'Lookup report': 137,
};
const TABLES = Object.keys(ROWS);
/** Of Ad performance: they have a table of their own once anything ran. */
const PERIODS = 24;

let world: World;
let host: Host;

beforeEach(async () => {
  world = newWorld();
  await go({ open: { document: FILE } }, MARKET);
  host = await world.host();
});
afterEach(() => world.close());

const go = (...steps: readonly object[]) => valuesOf(world, steps);

// biome-ignore lint/suspicious/noExplicitAny: as above
async function ask(...call: readonly unknown[]): Promise<any> {
  const [reply] = await go({ sidebar: call });
  if (!reply.ok) throw new Error(reply.error.message);
  return reply.value;
}

const rowsOf = (name: string): readonly RowSight[] => tableIn(host.workbook, name)!.rows;

function cellsOf(name: string, header: string): readonly (CellValue | undefined)[] {
  const { headers, rows } = tableIn(host.workbook, name)!;
  return rows.map(({ cells }) => cells[headers.indexOf(header)]);
}

/** What people have added to rows, by the row's key. */
function theirsIn(name: string): ReadonlyMap<string, string> {
  // The first run puts the seller before each key, and periods into a table of their own.
  const all = name === 'Ad performance' && tableIn(host.workbook, 'Ad periods') ? [name, 'Ad periods'] : [name];
  const rows = all.flatMap((each) => rowsOf(each));
  return new Map(rows.map(({ key, theirs }) => [key.replace(/^ASDG\|/, ''), theirs]));
}

function hiddenIn(name: string): readonly string[] {
  const { workbook } = host;
  const { sheetId, columns } = workbook.sheetByName(name)!;
  const [header] = workbook.read(sheetId, { row: 1, column: 1, rows: 1, columns }, 'values');
  return header!.filter((_, column) => workbook.isColumnHidden(sheetId, column + 1)).map(String);
}

/** Keys that are there twice, by table. */
function doubled(): readonly string[] {
  return TABLES.filter((name) => {
    const keys = rowsOf(name).map(({ key }) => key);
    return new Set(keys).size < keys.length || keys.includes('');
  });
}

const storedKeys = (part: string) => [...host.stores.document.keys()].filter((key) => key.includes(part));

const sheetNames = () => host.workbook.sheets().map(({ name }) => name);
const counted = () => Object.fromEntries(TABLES.map((name) => [name, rowsOf(name).length]));
const jobStates = () => [...host.stores.document].filter(([key]) => key.includes('.job.'));
const leased = () => jobStates().filter(([, text]) => 'lease' in JSON.parse(text));

/** Of the pull that waits for its calls, and of the one whose execution was ended. */
async function openPulls(): Promise<readonly [waiting: string, ended: string]> {
  const { open } = await ask('activity');
  expect(open).toMatchObject([
    { operation: 'ad-performance', why: 'sidebar', state: 'waiting', callsLeft: 10 },
    { operation: 'orders', why: 'schedule', state: 'running' },
  ]);
  return [open[0].id, open[1].id];
}

test('it has all that it had', async () => {
  expect(counted()).toEqual(ROWS);
  expect(doubled()).toEqual([]);
  expect(sheetNames()).toEqual([
    ...['My board', 'Market journal', 'Orders', 'Order lines', 'Packages', 'Catalog', 'Status', 'Log'],
    ...['Inventory', 'Stock history', 'Archive', 'Price log', 'Ad performance', BID],
    ...['Lookup report', 'Lookup requests', 'Jobs'],
  ]);
  expect(new Date(host.clock.now()).toISOString()).toMatch(/^2025-06-16T22:11:/);
  const { connections, consent } = await ask('state');
  expect(connections).toMatchObject([
    { name: 'Second', format: 'xml', version: '307', isDefault: false },
    { name: 'Shop', settings: { orderNumbersPerCall: 1, caps: 'ad-performance 30' }, isDefault: true },
  ]);
  expect(consent).toEqual({ buyerData: false, destination: false, retentionDays: 30 });
  expect(leased()).toHaveLength(1);
  await openPulls();
});

test('what people changed in it is as they left it', async () => {
  const [orders, formats, fees, notes, stock] = await go(
    { get: 'Orders!A1:H61' },
    { get: 'Orders!H2:V2', as: 'formats' },
    { get: 'Orders!C60:C61', as: 'formulas' },
    { get: 'Orders!B58:B61', as: 'notes' },
    { get: 'Inventory!A1:D3' },
  );
  expect(orders[0].slice(0, 5)).toEqual(['Seller ID', 'Order number', 'My fee', 'My picker', 'Seller order number']);
  const numbers = orders.slice(1).map(([, number]: string[]) => number);
  expect(numbers).toEqual([...numbers].sort());
  expect(orders.slice(-3).map((line: unknown[]) => [line[1], line[3]])).toEqual([
    ['253397364', 12],
    ['253397413', 'Bo'],
    ['253397441', 'Ana'],
  ]);
  expect(orders[60][2]).toBeCloseTo(145.12 * 0.12, 2);
  expect(fees).toEqual([['=ROUND(V60*0.12,2)'], ['=ROUND(V61*0.12,2)']]);
  expect([formats[0][0], formats[0].at(-1)]).toEqual(['dd.mm.yyyy hh:mm', '#,##0.00 [$USD]']);
  expect(notes.flat()).toEqual(['', '', 'Called the buyer.\nShip on Friday.', '']);
  expect(theirsIn('Orders').get('253397413')).toContain('My picker: #ffe599');
  expect(stock).toEqual([
    ['Seller part number', 'My shelf', 'Seller ID', 'Item number'],
    ['SSD-000001', 'A-01', 'ASDG', PULLED[0]],
    ['SSD-000001', 'A-02', 'ASDG', PULLED[0]],
  ]);
  expect(hiddenIn('Order lines')).toEqual(['UPC code', 'Row key']);
  expect(hiddenIn(BID)).toEqual(['Keyword URL', 'Row key']);
  const kinds = host.workbook.book.attachments.all().map(({ kind }) => kind);
  expect(kinds).toEqual(['conditionalFormat', 'filter', 'protection']);
});

test('opened again, its formulas are computed to what they showed', async () => {
  const board = { get: 'My board!A1:K16' };
  const before = sheetsOf(host);
  const [was, , is, formulas] = await go(board, { reopen: true }, board, { ...board, as: 'formulas' });
  // What was known of a price may be five hours old; what was kept of it for formulas is not in the document.
  was[1][2] = is[1][2];
  // How fresh a table is stood beside the instant, and does on Status alone.
  expect([was[8][1], is[8][1]]).toEqual(['fresh', '']);
  was[8][1] = '';
  expect(is).toEqual(was);
  expect(is.slice(1, 6).map((line: unknown[]) => line[1])).toEqual([187, 87, 14, 91, 57]);
  expect(is[1].slice(2, 4)).toEqual([84.53, '#ERROR!']);
  expect(is[8][0]).toBe('2025-06-16T22:00:08.240Z');
  expect(is[10][0]).toBe(30);
  expect(is[13].slice(0, 3)).toEqual(['253397441', 'Payment Pending', 145.12]);
  expect(is.slice(0, 2).map((line: unknown[]) => line[10])).toEqual([436, 60]);
  expect(formulas.slice(1, 4).map((line: unknown[]) => line[1])).toEqual(['=MARKET_STOCK(A2:A6)', '', '']);
  const changed = differencesOf(sheetsOf(host), before);
  expect(changed.filter((text) => !text.startsWith('My board'))).toEqual([]);
});

test.each([
  ['inventory', LAST_PULL, 1],
  ['keywords', { operation: 'keywords', params: { campaignNumber: 1300194 } }, 1],
  ['lookup-report', { operation: 'lookup-report', params: { requestId: '2Y561LH5ZNTSE' } }, 2],
  [
    'ad-performance',
    { operation: 'ad-performance', params: { fromDate: '2025-05-01', toDate: '2025-05-31', by: 'range' } },
    1,
  ],
  ['price-history', { operation: 'price-history', params: { itemNumbers: ['9SIASDG0ZJ33PR', '9SIASDG0ZSB0OM'] } }, 2],
  ['orders', { operation: 'orders', params: {} }, 1],
])('a second pull of %s changes nothing but times', async (operation, pull, calls) => {
  if (operation === 'ad-performance') {
    // Its calls are used up for an hour, in which nobody else is to ask.
    await ask('turnOff');
    await go({ advance: 'PT55M' });
  }
  // The first brings the tables to the form of this build.
  expect((await go({ pull }))[0].rows).toMatchObject({ added: 0, changed: 0, gone: 0 });
  const before = sheetsOf(host);
  const [{ state, rows, actual }] = await go({ pull });
  expect({ state, calls: actual.calls.byOperation }).toEqual({
    state: 'done',
    calls: { [operation]: calls },
  });
  expect(rows).toMatchObject({ added: 0, changed: 0, gone: 0 });
  expect(rows.unchanged).toBeGreaterThan(18);
  // These two tell of the pull itself.
  const changed = differencesOf(sheetsOf(host), before);
  expect(changed.filter((text) => !/^(My board|Lookup requests|Status): /.test(text))).toEqual([]);
});

test('what was refused is remembered, and spoils nothing', async () => {
  const wrong = 'A part number that is longer than any part number may be';
  const values = ['9SIASDG101IXNH', 'SSD-000001', wrong];
  const pull = { operation: 'inventory', params: { values } };
  const [known] = await go({ pull });
  expect(known).toMatchObject({ state: 'partial', actual: { calls: { byOperation: { inventory: 3 } } } });
  const [key] = storedKeys('refused.inventory');
  host.stores.document.delete(key!);
  const [unknown] = await go({ pull });
  expect(unknown.actual.calls.byOperation.inventory).toBeGreaterThan(3);
});

/** Sheets that there were none of yet. */
const MADE_SINCE = new Set(['Changes', 'Today', 'Today data', 'Findings', 'Rules']);

test('a pull that waits for its calls goes on, and is through', async () => {
  const [waiting, ended] = await openPulls();
  await ask('turnOff');
  const [early, , done] = [
    await ask('continuePull', waiting),
    await go({ advance: 'PT55M' }),
    await ask('continuePull', waiting),
  ];
  expect(early).toMatchObject({ state: 'waiting', callsLeft: 10, resumeAt: '2025-06-16T23:05:12.000Z' });
  expect(done).toMatchObject({ state: 'done', rows: { added: 120 }, actual: { executions: 2 } });
  expect(storedKeys(waiting)).toEqual([]);
  expect(storedKeys(ended)).not.toEqual([]);
  expect(counted()).toEqual({ ...ROWS, 'Ad performance': 192 - PERIODS });
  expect(rowsOf('Ad periods')).toHaveLength(PERIODS);
  expect(doubled()).toEqual([]);
});

test('the schedule goes on: what was ended is released and done, what is paused stays so', async () => {
  const before = Object.fromEntries(TABLES.map((name) => [name, theirsIn(name)]));
  const formats = { get: 'Orders!A2:AE61', as: 'formats' };
  const [shown] = await go(formats);
  const [names, jobCount] = [sheetNames(), jobStates().length];
  await go({ advance: 'PT9M' });
  expect(leased()).toEqual([]);
  const log = tableIn(host.workbook, 'Log')!;
  const cell = (row: RowSight, header: string) => String(row.cells[log.headers.indexOf(header)]);
  const killed = log.rows.filter((row) => cell(row, 'State') === 'killed');
  expect(killed.map((row) => cell(row, 'What'))).toEqual(['Orders']);
  expect(cell(killed[0]!, 'What to do')).toContain(KILLED);
  // The schedule goes on with the person's pull, too.
  await go({ advance: 'PT50M' });
  expect(sheetNames().filter((name) => !MADE_SINCE.has(name))).toEqual(
    names.flatMap((name) => (name === 'Ad performance' ? [name, 'Ad periods'] : [name])),
  );
  expect(storedKeys('.run.')).toEqual([]);
  expect(jobStates()).toHaveLength(jobCount);
  const { jobs } = await ask('schedule');
  // biome-ignore lint/suspicious/noExplicitAny: as above
  expect(jobs.map(({ dataset, every, state, freshness }: any) => [dataset, every, state, freshness])).toEqual([
    ['Orders', '10 minutes', 'active', 'fresh'],
    ['Ad performance', '6 hours', 'paused', 'due'],
    ['Orders', 'backfill', 'active', 'fresh'],
    ['Inventory', '4 hours', 'active', 'fresh'],
    ['Price history', 'continuous', 'active', 'fresh'],
    ['Keywords', 'daily', 'active', 'fresh'],
    ['Lookup report', 'daily', 'active', 'fresh'],
    ['Keywords', '2 hours', 'active', 'fresh'],
    ['Ordrs', 'hourly', 'invalid', null],
  ]);
  expect(jobs[0].lastRun > '2025-06-16T23:00').toBe(true);
  expect([jobs[1].lastRun, jobs[8].result]).toEqual([null, expect.stringContaining('there is no "Ordrs"')]);
  expect(doubled()).toEqual([]);
  const { Packages, 'Stock history': past, 'Price log': prices, ...whole } = counted();
  expect(whole).toEqual({
    ...Object.fromEntries(Object.entries(ROWS).filter(([name]) => name in whole)),
    'Ad performance': 192 - PERIODS,
  });
  expect(past).toBeGreaterThan(ROWS['Stock history']);
  expect(Math.min(Packages! - ROWS.Packages, prices! - ROWS['Price log'])).toBeGreaterThanOrEqual(0);
  for (const [name, theirs] of Object.entries(before))
    for (const [key, text] of theirs) expect([name, key, theirsIn(name).get(key)]).toEqual([name, key, text]);
  expect(await go(formats)).toEqual([shown]);
  expect(hiddenIn('Order lines')).toEqual(['UPC code', 'Row key']);
}, 120_000);

test('the last run is taken back once, and brings the same again', async () => {
  const available = () => cellsOf('Inventory', 'Available quantity').slice(0, 2);
  expect(available()).toEqual([50, 133]);
  const undo = { menu: 'Undo last run' };
  const [back] = await go(undo);
  expect(back.shown[0].text).toMatch(
    /^The pull of Inventory of 2025-06-16 18:11 is taken back: 2 new rows removed, 16 changed rows restored\./,
  );
  expect(available()).toEqual([53, 134]);
  expect(counted()).toEqual({ ...ROWS, Inventory: 84, 'Stock history': 89 });
  const [again, pulled] = await go(undo, { pull: LAST_PULL });
  expect(again.shown[0].text).toBe('There is nothing to take back.');
  expect(pulled.rows).toEqual({ added: 2, changed: 16, unchanged: 1, gone: 0 });
  expect(counted()).toEqual({ ...ROWS, 'Ad performance': ROWS['Ad performance'] - PERIODS });
});
