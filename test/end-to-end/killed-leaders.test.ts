/** Kills the execution that fetches for all formulas, and its successors. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong, longTest } from '../effort.ts';
import { SILENT } from '../host/execution/witness.ts';
import type { StartedRun } from '../host/host.ts';
import { StormBook } from '../host/storm-book.ts';

const [STOCKS, PRICES] = [5, 2];
/** Number of calls in total and in the largest batch: one call per price, and one for all stock. */
const [NEEDED, BATCH] = [1 + PRICES, PRICES];

const book = new StormBook();
let right: readonly unknown[];

/** One-cell formulas of two functions on two sheets, and a range. */
const shown = () => [
  ...book.column('Sheet1', 1, STOCKS + PRICES),
  ...book.column('Two', 2, STOCKS),
  ...book.column('Two', 3, STOCKS),
];
/** One formula fills the whole range. */
const formulaOf = (cell: number) => Math.min(cell, 2 * STOCKS + PRICES);

beforeAll(async () => {
  await book.open(2 * STOCKS, 600);
  await book.addSheets(['Two']);
  const [first, second] = [book.items.slice(0, STOCKS), book.items.slice(STOCKS)];
  book.fill('Sheet1', [
    [
      ...first.map((id) => `=MARKET_STOCK("${id}")`),
      ...first.slice(0, PRICES).map((id) => `=MARKET_PRICE("${id}","buybox")`),
    ],
  ]);
  const range = `=MARKET_STOCK(A1:A${STOCKS})`;
  book.fill('Two', [second, second.map((_, row) => `=MARKET_STOCK(A${row + 1})`), [range]]);
  await book.settled();
  right = shown();
  expect(right.every((cell) => typeof cell === 'number')).toBe(true);
  expect(book.spent().requests).toBe(NEEDED);
});
afterAll(() => book.close());

/** Kills each leader at its given call and returns the number killed. */
async function endLeaders(...at: readonly number[]): Promise<number> {
  const leaders: StartedRun[] = [];
  const calls: number[] = [];
  book.host.witness = (run: StartedRun) => ({
    ...SILENT,
    calls: (method) => {
      // Only leaders read ahead.
      const isLead = () => method === 'Spreadsheet.getSheets';
      const hasEnded = (leader: number) => calls[leader]! >= at[leader]!;
      if (leaders.length < at.length && leaders.every((_, leader) => hasEnded(leader)) && isLead()) {
        leaders.push(run);
        calls.push(0);
      }
      const leader = leaders.indexOf(run);
      if (leader < 0 || hasEnded(leader)) return;
      calls[leader]!++;
      if (hasEnded(leader)) book.host.faults.at('serviceCall', 1);
    },
  });
  book.host.stores.evict(1);
  book.spent();
  await book.recalculate();
  book.host.witness = undefined;
  return calls.filter((count, leader) => count >= at[leader]!).length;
}

function expectBoundedLoss(ends: number, when: string): void {
  const now = shown();
  const lost = now.flatMap((cell, index) => (cell === right[index] ? [] : [[index, cell] as const]));
  const formulas = new Set(lost.map(([index]) => formulaOf(index)));
  expect(formulas.size, `${when}: ${lost}`).toBeLessThanOrEqual(ends);
  for (const [index, cell] of lost) expect([when, cell]).toEqual([when, index > formulaOf(index) ? '' : '#ERROR!']);
  const { requests, longest } = book.spent();
  expect(requests, when).toBeLessThanOrEqual(NEEDED + ends * BATCH);
  expect(longest, when).toBeLessThanOrEqual(30_000);
}

async function expectRepaired(when: string): Promise<void> {
  await book.recalculate();
  expect([when, shown()]).toEqual([when, right]);
  expect(book.spent().requests, when).toBeLessThanOrEqual(BATCH);
}

test('one kill costs at most one batch, and every other cell keeps its value', async () => {
  let ended = 0;
  for (let at = 1; (await endLeaders(at)) === 1; at += isLong ? 1 : 24) {
    ended++;
    expectBoundedLoss(1, `killed at call ${at}`);
    await expectRepaired(`after the kill at call ${at}`);
  }
  expect(ended).toBeGreaterThan(isLong ? 30 : 1);
});

test.each(
  isLong
    ? [1, 5, 9, 13, 17, 21, 25, 29, 33, 37].flatMap((one) => [1, 2, 4, 8, 16, 24, 32].map((other) => [one, other]))
    : [[20, 3]],
)('two kills, at call %i of the leader and call %i of its successor, cost at most two batches', async (one, other) => {
  const ended = await endLeaders(one!, other!);
  // A leader makes more than thirty calls after it starts reading.
  expect(ended).toBeGreaterThanOrEqual(one! <= 30 ? 1 : 0);
  expectBoundedLoss(ended, `${ended} killed`);
  await expectRepaired(`after ${ended} kills`);
});

longTest('a busy ledger lock delays formulas but loses no value', async () => {
  for (let at = 1; at <= 4; at++) {
    book.host.stores.evict(1);
    book.host.faults.at('lock', at);
    await book.recalculate();
    expect([at, shown()]).toEqual([at, right]);
    expect(book.spent().longest).toBeLessThan(10_000);
  }
  book.host.faults.clear();
});
