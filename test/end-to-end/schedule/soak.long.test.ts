/**
 * Simulates several days of two users with random faults: no row is duplicated, torn, or lost, every job runs or
 * explains why not, and stores stay small. Prints daily sizes.
 */
import { expect, test } from 'vitest';
import { type Chance, chanceOf } from '../../bench/caps/chance.ts';
import type { Fired, Host } from '../../host/host.ts';
import { HOUR, ScheduledShop } from './scheduled-shop.ts';

const SHOPS = [
  { seed: 1, mode: 'addon', days: 30 },
  // A bound workbook's schedule runs six times as often.
  { seed: 2, mode: 'bound', days: 10 },
] as const;
const HOURS_A_DAY = 24;
/** Share of hours with a fault. */
const FAULTY = 0.1;
const SIZE = { items: 40, orders: 60 };

/** One call in a hundred is refused or fails. */
const FAULTS = [
  { kind: 'rate-limited', share: 0.003 },
  { kind: 'internal-error', share: 0.003 },
  { kind: 'unavailable', share: 0.002 },
  { kind: 'truncated', share: 0.002 },
] as const;

const REFUSED = [
  'Range.setValues',
  'Range.getValues',
  'Properties.setProperties',
  'Cache.putAll',
  'Sheet.getDataRange',
];

/** Google's documented limits in bytes. */
const MOST = { property: 9 * 1024, properties: 500 * 1024, cached: 100 * 1024 };

test.each(SHOPS)(
  'no row is lost and stores stay small in shop $seed, $mode, $days days',
  async ({ seed, mode, days }) => {
    const chance = chanceOf(seed);
    const shop = await ScheduledShop.open(
      // Row keys in the Log are exact to the second, so calls need latency.
      { mode, jitter: true, latency: 1 },
      { ...SIZE, seed, faults: FAULTS, latency: 600 },
    );
    try {
      await shop.ask('startImport');
      const sizes: Sizes[] = [];
      const struck = new Map<string, number>();
      const failed: string[] = [];
      for (let day = 1; day <= days; day++) {
        if (day === 2) await colleague(shop);
        for (let hour = 0; hour < HOURS_A_DAY; hour++) {
          const fault = chance.happens(FAULTY) ? plantFault(shop.host, chance) : undefined;
          if (fault !== undefined) struck.set(fault, (struck.get(fault) ?? 0) + 1);
          const ended = await anHour(shop, chance);
          failed.push(...ended.flatMap(({ result }) => (result.ok ? [] : [`${fault}: ${result.error.message}`])));
          shop.host.faults.clear();
        }
        sizes.push(sizesOf(shop, day));
      }
      // Later runs repair the last fault.
      await shop.pass(4 * HOUR);
      await untilDone(shop, 'orders');
      await untilDone(shop, 'inventory');
      console.log(`shop ${seed}, ${mode}: ${JSON.stringify(Object.fromEntries(struck))}, ${failed.length} ended`);
      console.log(tableOf(sizes));
      // Only executions that Google killed, or whose calls it rejected repeatedly, may fail.
      expect(failed.filter((text) => !/^(serviceCall|fetch|refusal: MARKET_TIMEOUT)/.test(text))).toEqual([]);
      for (const { name } of shop.host.workbook.sheets()) expect(wrongKeys(shop, name), name).toEqual([]);
      expect(sumsOf(shop)).toEqual(truthOf(shop));
      expectJobsRun(shop);
      expectSmall(shop);
      if (days > 21) expectFlat(sizes);
    } finally {
      await shop.close();
    }
  },
  HOUR,
);

/** Adds a second user of the same shop who turns on a schedule. */
async function colleague(shop: ScheduledShop): Promise<void> {
  const { user } = shop.host;
  shop.host.user = 'b@x';
  await shop.connect();
  await shop.ask('describeMe', { name: 'Bob' });
  await shop.ask('turnOn');
  shop.host.user = user;
}

function plantFault({ faults, stores }: Host, chance: Chance): string {
  const kind = chance.whole(0, 4);
  if (kind === 0) stores.evict(1);
  else if (kind === 1) faults.at('lock', chance.whole(1, 6));
  else if (kind === 2) faults.at('fetch', chance.whole(1, 4));
  else if (kind === 3) faults.at('serviceCall', chance.whole(1, 150));
  else {
    const member = REFUSED[chance.whole(0, REFUSED.length - 1)]!;
    faults.refuse({ member, in: 'any', times: chance.whole(1, 3), message: 'Service Spreadsheets timed out.' });
  }
  return ['cache', 'lock', 'fetch', 'serviceCall', 'refusal'][kind]!;
}

/** Simulates an hour in which a user may pull or type a formula. Ignores failures. */
async function anHour(shop: ScheduledShop, chance: Chance): Promise<Fired[]> {
  const { host } = shop;
  const until = host.clock.now() + HOUR;
  const fired = await shop.pass(chance.whole(0, HOUR));
  const owner = host.user;
  if (chance.happens(0.3)) host.user = host.triggers.of('b@x').length > 0 ? 'b@x' : owner;
  const item = shop.market.announcement.itemNumbers[chance.whole(0, 7)]!;
  if (chance.happens(0.1)) await shop.type({ 'Sheet1!A1': `=MARKET_STOCK("${item}")` }).catch(() => undefined);
  if (chance.happens(0.1)) await shop.pull(chance.happens(0.5) ? 'orders' : 'inventory', {}).catch(() => undefined);
  host.user = owner;
  return [...fired, ...(await shop.pass(until - host.clock.now()))];
}

async function untilDone(shop: ScheduledShop, operation: string): Promise<void> {
  const params = operation === 'inventory' ? { values: shop.market.announcement.allItemNumbers } : {};
  for (let tries = 0; tries < 5; tries++) {
    if ((await shop.pull(operation, params)).state === 'done') return;
    await shop.pass(HOUR);
  }
  throw new Error(`${operation} did not complete.`);
}

/** Finds duplicate keys, rows without a key, and rows marked as torn. */
function wrongKeys(shop: ScheduledShop, name: string): readonly string[] {
  const rows = shop.rows(name);
  if (rows.length === 0 || !('Row key' in rows[0]!)) return [];
  const keys = rows.map((row) => String(row['Row key']));
  return keys.filter((key, index) => key === '' || key.startsWith('incomplete') || keys.indexOf(key) !== index);
}

type Sums = Readonly<Record<string, { readonly orders: number; readonly total: number }>>;

function sumsOf(shop: ScheduledShop): { readonly orders: Sums; readonly stock: Readonly<Record<string, number>> } {
  const orders: Record<string, { orders: number; total: number }> = {};
  for (const row of shop.rows('Orders')) {
    const status = String(row['Order status description']);
    const known = orders[status] ?? { orders: 0, total: 0 };
    orders[status] = { orders: known.orders + 1, total: cents(known.total + Number(row['Order total amount'])) };
  }
  const stock: Record<string, number> = {};
  for (const row of shop.rows('Inventory')) {
    if (row['Fulfillment option name'] !== 'Ship by seller' || row['Gone since'] !== '') continue;
    const item = String(row['Item number']);
    stock[item] = (stock[item] ?? 0) + Number(row['Available quantity']);
  }
  return { orders, stock };
}

function truthOf({ market, host }: ScheduledShop): ReturnType<typeof sumsOf> {
  const { orders, items } = market.truth(host.workbook.timeZone);
  const told = Object.entries(orders).filter(([, sums]) => sums.orders > 0);
  return {
    orders: Object.fromEntries(
      told.map(([status, sums]) => [status, { orders: sums.orders, total: cents(sums.total) }]),
    ),
    stock: Object.fromEntries(items.map(({ itemNumber, stock }) => [itemNumber, stock])),
  };
}

const cents = (amount: number) => Math.round(amount * 100) / 100;

function expectJobsRun(shop: ScheduledShop): void {
  const since = shop.host.clock.now() - 26 * HOUR;
  const silent = shop.rows('Jobs').filter((row) => {
    const last = row['Last run'];
    const ran = last instanceof Date && Number(last) >= since;
    return !(
      ran ||
      /^(Waits|Not run)\. .+/.test(String(row.Result)) ||
      (row.Every === 'backfill' && row.Result !== '')
    );
  });
  expect(silent).toEqual([]);
}

/** Bytes by store, and rows by sheet. */
type Sizes = Readonly<Record<string, number>>;

function sizesOf({ host }: ScheduledShop, day: number): Sizes {
  const { stores, workbook } = host;
  const bytes = (map: ReadonlyMap<string, string>) =>
    [...map].reduce((sum, [key, text]) => sum + key.length + text.length, 0);
  const users = [...stores.user].map(([user, map]) => [user, bytes(map)] as const);
  const sheets = workbook.sheets().map(({ name, sheetId }) => [name, workbook.lastRow(sheetId)] as const);
  return { day, document: bytes(stores.document), ...Object.fromEntries([...users, ...sheets]) };
}

function tableOf(sizes: readonly Sizes[]): string {
  const columns = Object.keys(sizes[sizes.length - 1]!);
  const lines = [columns, ...sizes.map((line) => columns.map((column) => String(line[column] ?? '')))];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => line[at]!.length)));
  return lines.map((line) => line.map((text, at) => text.padStart(widths[at]!)).join(' ')).join('\n');
}

function expectSmall({ host: { stores } }: ScheduledShop): void {
  for (const map of [stores.document, ...stores.user.values()]) {
    for (const [key, text] of map) expect(Buffer.byteLength(text), key).toBeLessThan(MOST.property);
    const all = [...map].reduce((sum, [key, text]) => sum + key.length + Buffer.byteLength(text), 0);
    expect(all).toBeLessThan(MOST.properties);
  }
  for (const cache of stores.caches.values())
    for (const [key, { value }] of cache) expect(Buffer.byteLength(value), key).toBeLessThan(MOST.cached);
}

/**
 * Compares the last week's maximum sizes with those of the two weeks before, because unfinished pulls make sizes vary
 * from day to day. Checks only stores that don't grow with orders and prices.
 */
function expectFlat(days: readonly Sizes[]): void {
  const [before, week] = [days.slice(-21, -7), days.slice(-7)];
  const most = (some: readonly Sizes[], name: string) => Math.max(...some.map((day) => day[name] ?? 0));
  for (const name of ['document', 'a@x', 'b@x', 'Market journal', 'Log', 'Status', 'Today data'])
    expect(most(week, name), name).toBeLessThanOrEqual(most(before, name) * 1.1 + 200);
}
