/** Rows in the warehouse as they stand in the sheets, once each, whatever comes between. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import { readBundle } from '../host/bundle.ts';
import { freshBundle } from '../host/fresh-bundle.ts';
import { World } from '../host/steps/world.ts';
import type { Reply } from './scenario.ts';
import { CLOCK, repliesOf } from './scenario.ts';

const ZONE = 'America/Los_Angeles';
const SECOND = 'https://second.test';
const SHEETS: Readonly<Record<string, string>> = {
  orders: 'Orders',
  order_lines: 'Order lines',
  packages: 'Packages',
  inventory: 'Inventory',
};
const BUYER = ['customer_', 'ship_to_'];
/** Those of the host's own, and those that say when a row was read. */
const KEPT = ['as_of', 'raw_dates', 'row_key', 'gone_since'];

let world: World;
let opened: readonly Reply[];
/** So often every row was sent. */
let rounds = 1;

beforeAll(async () => {
  world = new World(readBundle(freshBundle(true)));
  opened = await repliesOf(world, [
    { open: { clock: CLOCK, timeZone: ZONE, locale: 'de_DE' } },
    { market: { items: 6, orders: 6 } },
    { market: { items: 6, orders: 4, seed: 2, origin: SECOND } },
    { connect: { name: 'One', baseUrl: 'https://market.test' } },
    { connect: { name: 'Two', baseUrl: SECOND } },
    { warehouse: {} },
    { consent: { buyerData: true } },
    { pull: { operation: 'orders', params: { connection: 'One' } } },
    { pull: { operation: 'orders', params: { connection: 'Two' } } },
    { pull: { operation: 'inventory', params: { connection: 'One', items: 'catalog' } } },
    { menu: 'Export to the warehouse' },
  ]);
});
afterAll(() => world.close());

async function valueFrom(step: object) {
  const [reply] = await repliesOf(world, [step]);
  if (!reply!.ok) throw new Error(`${JSON.stringify(step)}: ${reply!.error!.message}`);
  return reply!.value;
}

const rowsOf = (sql: string): Promise<Record<string, unknown>[]> => valueFrom({ query: sql });

async function logs(): Promise<string[]> {
  const found = await rowsOf(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_type = 'BASE TABLE' ORDER BY name",
  );
  return found.map(({ name }) => String(name));
}

/** The rows of a sheet of ours, by their keys, each as its cells by the names of the warehouse. */
async function cellsOf(sheet: string): Promise<Map<string, Record<string, unknown>>> {
  const [header, ...lines] = (await valueFrom({ get: `${sheet}!A1:BZ200` })) as unknown[][];
  const names = header!.map((name) => String(name).toLowerCase().replace(/\W+/g, '_'));
  const rows = lines
    .filter(([first]) => first !== '')
    .map((line) => Object.fromEntries(line.map((cell, index) => [names[index]!, cell])));
  return new Map(rows.map((row) => [String(row.row_key), row]));
}

const dayIn = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE, dateStyle: 'short' });

/** What the warehouse has to hold of a cell, by what it holds. */
function expectedOf(cell: unknown, held: unknown): unknown {
  if (cell === '') return null;
  if (/^\d{4}-\d\d-\d\d$/.test(String(held))) return dayIn.format(new Date(String(cell)));
  if (/^[{[]/.test(String(held))) return listText(JSON.parse(String(held))) === cell ? held : cell;
  // Codes are numbers in a cell.
  return typeof held === 'string' ? String(cell) : cell;
}

/** Lists are JSON in the warehouse, and texts in a cell. */
function listText(list: readonly string[] | Readonly<Record<string, string>>): string {
  if (Array.isArray(list)) return list.join(', ');
  return Object.entries(list)
    .map(([name, value]) => `${name}: ${value}`)
    .join('; ');
}

test('every step goes well', () => {
  expect(opened.filter(({ ok }) => !ok)).toEqual([]);
});

test.each(Object.keys(SHEETS))(
  '%s: each row is there once, each value of its type, and nothing of a buyer',
  async (view) => {
    const cells = await cellsOf(SHEETS[view]!);
    const rows = await rowsOf(`SELECT * FROM market_for_sheets.${view}`);
    expect(rows.map(({ row_key }) => row_key).sort()).toEqual([...cells.keys()].sort());
    for (const row of rows) {
      const line = cells.get(String(row.row_key))!;
      const names = Object.keys(row).filter((name) => name in line && !KEPT.includes(name));
      expect(names.length).toBeGreaterThan(8);
      const expected = names.map((name) => [name, expectedOf(line[name], row[name])]);
      expect(names.map((name) => [name, row[name]])).toEqual(expected);
    }
    const left = [...cells.values()].flatMap((line) =>
      Object.keys(line).filter((name) => name !== '' && !KEPT.includes(name) && !(name in rows[0]!)),
    );
    expect(left.filter((name) => !BUYER.some((prefix) => name.startsWith(prefix)))).toEqual([]);
    expect(left.length > 0).toBe(view === 'orders');
  },
);

test('no table has a value of a buyer', async () => {
  const buyers = [...(await cellsOf('Orders')).values()].flatMap((line) =>
    ['customer_name', 'customer_email_address', 'ship_to_address_1'].map((name) => String(line[name])),
  );
  const everything: string[] = [];
  for (const log of await logs())
    everything.push(JSON.stringify(await rowsOf(`SELECT * FROM market_for_sheets.${log}`)));
  expect(everything.length).toBeGreaterThan(4);
  expect(buyers.filter((text) => everything.join('').includes(text))).toEqual([]);
});

test('what was sent is not sent again', async () => {
  await valueFrom({ stats: true });
  await valueFrom({ menu: 'Export to the warehouse' });
  expect((await valueFrom({ stats: true })).fetches.total).toBe(0);
});

/** Sends every row once more, with something in the way of the first run; the runs after it finish it. */
async function throughAll(fault: object): Promise<void> {
  await valueFrom({ sidebar: ['sendEverything'] });
  rounds++;
  await repliesOf(world, [{ fault }, { menu: 'Export to the warehouse' }, { fault: null }]);
  for (let run = 0; run < 3; run++)
    await repliesOf(world, [{ advance: 'PT61M' }, { menu: 'Export to the warehouse' }]);
  for (const log of await logs()) {
    const times = await rowsOf(
      `SELECT DISTINCT count(*) AS times FROM market_for_sheets.${log} GROUP BY row_key`,
    );
    expect({ [log]: times }).toEqual({ [log]: [{ times: rounds }] });
  }
  const { value } = await valueFrom({ sidebar: ['warehouse'] });
  expect(value.holdings.waiting).toBe(0);
}

const ERRORS = [
  { error: 'backendError', at: 'jobs.insert', after: true, times: 0 },
  { error: 'lost', at: 'jobs.insert', skip: 1, after: true },
  { error: 'jobBackendError', at: 'jobs.insert', skip: 2 },
  { error: 'apiDisabled', times: 0 },
  ...(isLong
    ? [
        { error: 'accessDenied', times: 0 },
        { error: 'insufficientScope', times: 0 },
        { error: 'unauthenticated', times: 0 },
        { error: 'quotaExceeded', at: 'jobs.insert', skip: 1, times: 0 },
        { error: 'rateLimitExceeded', at: 'jobs.insert', times: 2 },
        { error: 'rateLimitExceeded', times: 0 },
        { error: 'wrongLocation', times: 0 },
        { error: 'billingNotEnabled', at: 'jobs.insert', times: 0 },
        { error: 'backendError', at: 'jobs.insert', times: 3 },
        { error: 'backendError', at: 'tables.get', times: 0 },
        { error: 'internalError', at: 'jobs.get', times: 0 },
        { error: 'badGateway', at: 'jobs.get', times: 2 },
        { error: 'badGateway', at: 'jobs.insert', after: true, times: 0 },
        { error: 'lost', times: 0 },
        { error: 'jobInternalError', at: 'jobs.insert', times: 2 },
        { error: 'jobRateLimitExceeded', at: 'jobs.insert', times: 0 },
        { error: 'jobQuotaExceeded', at: 'jobs.insert' },
        { error: 'slow', at: 'jobs.get', times: 6 },
        { error: 'slow', at: 'jobs.get', times: 0 },
      ]
    : []),
];

describe('no row is lost or doubled where the service answers', () => {
  test.each(ERRORS.map((each) => [JSON.stringify(each), each] as const))('%s', async (_, warehouse) => {
    await throughAll({ warehouse });
  });
});

describe('no row is lost or doubled where an export is ended', () => {
  test('at its calls', async () => {
    await valueFrom({ sidebar: ['sendEverything'] });
    rounds++;
    await valueFrom({ stats: true });
    await valueFrom({ menu: 'Export to the warehouse' });
    const { fetches, serviceCalls } = await valueFrom({ stats: true });
    expect(serviceCalls.total).toBeGreaterThan(20);
    const [services, requests] = isLong
      ? [everyOne(serviceCalls.total), everyOne(fetches.total)]
      : [[Math.round(serviceCalls.total * 0.6)], [3]];
    for (const killAtServiceCall of services) await throughAll({ killAtServiceCall });
    for (const killAtFetch of requests) await throughAll({ killAtFetch });
  });
});

const everyOne = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
