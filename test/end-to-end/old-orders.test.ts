import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { PreparedBook } from './prepared-book.ts';
import type { Reply } from './scenario.ts';
import { connectionTo, openShop } from './shop.ts';

const ORDERS = 60;

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const SHEETS = ['Orders', 'Order lines', 'Packages'];
const READ = SHEETS.map((name) => ({ get: `${name}!A1:AS400` }));

/** A workbook with five million cells, half a year after a pull and a day after the schedule started. */
const book = new PreparedBook();
afterAll(() => book.close());

type Row = Readonly<Record<string, string>>;

function tablesIn(replies: readonly Reply[]): Readonly<Record<string, readonly Row[]>> {
  const read = replies.slice(-SHEETS.length).map(({ value }, index) => {
    const [header = [], ...rows] = (value ?? []) as string[][];
    const there = rows.filter((row) => row.some((cell) => cell !== ''));
    const named = there.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at]!])));
    return [SHEETS[index]!, named] as const;
  });
  return Object.fromEntries(read);
}

const orderOf = (row: Row) => row['Order number']!;

/** The tables before and after an uninterrupted deletion. */
let until: ReturnType<typeof tablesIn>;
let after: ReturnType<typeof tablesIn>;
beforeAll(async () => {
  await book.go([
    { open: { mode: 'addon', account: 'consumer' } },
    { market: { orders: ORDERS, items: 10 } },
    { connect: connectionTo(shop) },
    { pull: { operation: 'orders', params: {} } },
    { edit: ['note', 'Order lines', { cell: 'C2', text: 'mine' }] },
    { eval: "ss.insertSheet('Mine').insertRowsAfter(1000, 192000)" },
    { advance: 'P150D' },
    { menu: 'Set up standard jobs' },
    { menu: 'Pause all jobs' },
    { advance: 'PT24H' },
  ]);
  until = tablesIn(await book.go(READ));
  const replies = await book.replies([{ advance: 'PT4H' }, ...READ]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  after = tablesIn(replies);
});

test("deletes old closed orders with their lines and packages, except one with a user's note", () => {
  const noted = orderOf(until['Order lines']![0]!);
  const now = Date.parse('2025-11-14T18:00:00Z');
  const isOld = (row: Row) =>
    ['2', '3', '4'].includes(String(row['Order status'])) &&
    Date.parse(row['Order date']!) < now - 180 * 86_400_000 &&
    orderOf(row) !== noted;
  expect(until.Orders).toHaveLength(ORDERS);
  const left = until.Orders!.filter(isOld).map(orderOf);
  expect(left.length).toBeGreaterThan(3);
  expect(after.Orders!.map(orderOf)).toEqual(until.Orders!.filter((row) => !isOld(row)).map(orderOf));
  for (const name of ['Order lines', 'Packages'])
    expect(after[name]!.map(orderOf), name).toEqual(
      until[name]!.map(orderOf).filter((number) => !left.includes(number)),
    );
});

test('the next execution completes an interrupted deletion', async () => {
  const sorted = (rows: readonly Row[]) => rows.map((row) => row['Row key']!).sort();
  for (let each = 0; each < runs(1, 10); each++) {
    const call = runs(30, 8) + each * runs(45, 12);
    const [, advanced, ...read] = await book.replies([
      { fault: { killAtServiceCall: call } },
      { advance: 'PT4H' },
      ...READ,
    ]);
    expect(advanced!.value.filter(({ ok }: { ok: boolean }) => !ok)).toHaveLength(1);
    const tables = tablesIn(read);
    for (const name of SHEETS)
      expect(sorted(tables[name]!), `${name}, killed at call ${call}`).toEqual(sorted(after[name]!));
  }
});
