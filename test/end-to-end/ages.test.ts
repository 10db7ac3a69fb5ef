/** Old rows leave their tables by the schedule, as the sheet Rules says, in the built add-on; ended anywhere, none is lost. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { type Reply, runScenario } from './scenario.ts';
import { connectionTo, openShop } from './shop.ts';

const ORDERS = 60;
/** What is typed for closed orders, in days. */
const AGE = 20;
const DAY = 86_400_000;

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const pullOrders = (params: object = {}) => ({ pull: { operation: 'orders', params } });
const SHEETS = ['Orders', 'Order lines', 'Packages', 'Archive', 'Rules', 'Log'];
const READ = SHEETS.map((name) => ({ get: `${name}!A1:AS400` }));

/** A shop with orders of some weeks, and its jobs, paused; the first day with the schedule is over. */
const before = () => [
  { open: { mode: 'addon', account: 'consumer' } },
  { market: { orders: ORDERS, items: 10 } },
  { connect: connectionTo(shop) },
  pullOrders(),
  { menu: 'Set up standard jobs' },
  { menu: 'Pause all jobs' },
  { cells: { 'Rules!C7': String(AGE), 'Rules!C2': 'soon' } },
  { edit: ['note', 'Order lines', { cell: 'C2', text: 'mine' }] },
  { advance: 'PT24H' },
];

type Row = Readonly<Record<string, string>>;

/** Rows of the sheets that the last steps read, by their names. */
function tablesIn(replies: readonly Reply[]): Readonly<Record<string, readonly Row[]>> {
  const read = replies.slice(-SHEETS.length).map(({ value }, index) => {
    // A sheet that is not there yet has no rows.
    const [header = [], ...rows] = (value ?? []) as string[][];
    const there = rows.filter((row) => row.some((cell) => cell !== ''));
    const named = there.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at]!])));
    return [SHEETS[index]!, named] as const;
  });
  return Object.fromEntries(read);
}

const orderOf = (row: Row) => row['Order number']!;

test('orders that are closed and old move to Archive, and come back by name alone', async () => {
  const replies = await runScenario([...before(), ...READ, { advance: 'PT2H' }, ...READ]);
  const until = tablesIn(replies.slice(0, -SHEETS.length - 1));
  const after = tablesIn(replies);
  const now = Date.parse('2025-06-17T18:00:00Z');
  const noted = orderOf(until['Order lines']![0]!);
  const isOld = (row: Row) =>
    ['2', '3', '4'].includes(String(row['Order status'])) &&
    Date.parse(row['Order date']!) < now - AGE * DAY &&
    orderOf(row) !== noted;
  expect(until.Orders).toHaveLength(ORDERS);
  const left = until.Orders!.filter(isOld).map(orderOf);
  expect(left.length).toBeGreaterThan(3);
  expect(after.Orders!.map(orderOf)).toEqual(until.Orders!.filter((row) => !isOld(row)).map(orderOf));
  for (const name of ['Order lines', 'Packages'])
    expect(after[name]!.map(orderOf), name).toEqual(
      until[name]!.map(orderOf).filter((number) => !left.includes(number)),
    );
  const archived = after.Archive!.map(({ Table }) => Table);
  for (const name of ['Orders', 'Order lines', 'Packages'])
    expect(archived.filter((table) => table === name)).toHaveLength(until[name]!.length - after[name]!.length);
  expect(after.Rules![0]).toMatchObject({
    Kind: 'log-age',
    Threshold: 'soon',
    Result: 'Threshold: type a number of days, 1 or more; until then 90 counts.',
  });

  const again = await runScenario([
    ...before(),
    { advance: 'PT2H' },
    pullOrders(),
    pullOrders({ orderNumbers: left.slice(0, 2) }),
    ...READ,
  ]);
  const [unnamed, named] = again.slice(-SHEETS.length - 2);
  expect(unnamed!.value.state).toBe('done');
  // Packages of orders that were shipped since then are new.
  for (const name of ['Orders', 'Order lines'])
    expect(unnamed!.value.tables).toContainEqual(expect.objectContaining({ table: name, added: 0 }));
  expect(unnamed!.value.notes.join()).toContain('were not added again');
  expect(named!.value).toMatchObject({ state: 'done', rows: { gone: 0 } });
  expect(tablesIn(again).Orders!.map(orderOf).sort()).toEqual(
    [...after.Orders!.map(orderOf), ...left.slice(0, 2)].sort(),
  );
});

test('an execution that is ended in the middle of it loses no row, and the next one goes on', async () => {
  const whole = tablesIn(await runScenario([...before(), { advance: 'PT3H' }, ...READ]));
  const sorted = (rows: readonly Row[]) => rows.map((row) => `${row.Table ?? ''} ${row['Row key']}`).sort();
  for (let each = 0; each < runs(1, 60); each++) {
    const call = runs(50, 8) + each * runs(45, 4);
    const replies = await runScenario([
      ...before(),
      { fault: { killAtServiceCall: call } },
      { advance: 'PT3H' },
      ...READ,
    ]);
    const tables = tablesIn(replies);
    for (const name of ['Orders', 'Order lines', 'Packages', 'Archive'])
      expect(sorted(tables[name]!), `${name}, ended at call ${call}`).toEqual(sorted(whole[name]!));
  }
});
