/** The execution that asks for all formulas may end at any of its calls to a service. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import type { StartedRun } from '../host/host.ts';
import { SILENT, StormBook } from '../host/storm-book.ts';

const CELLS = 14;
const book = new StormBook();
let stock: readonly unknown[];

beforeAll(async () => {
  await book.open(CELLS, 600);
  book.fill('Sheet1', [book.items.map((id) => `=MARKET_STOCK("${id}")`)]);
  await book.settled();
  stock = book.column('Sheet1', 1, CELLS);
});
afterAll(() => book.close());

/** Ends the first execution that leads at its `at`th call from then on; says whether it came so far. */
async function endLeader(at: number): Promise<boolean> {
  let leader: object | undefined;
  let calls = 0;
  book.host.witness = (run: StartedRun) => ({
    ...SILENT,
    calls: (method, args) => {
      const isLead = () => method === 'Cache.putAll' && JSON.stringify(args()).includes('"lead"');
      if (!leader && isLead()) leader = run;
      if (leader === run && ++calls === at) book.host.faults.at('serviceCall', 1);
    },
  });
  book.host.stores.evict(1);
  book.spent();
  await book.recalculate();
  book.host.witness = undefined;
  return calls >= at;
}

test('that costs one batch at most, and no other cell its value', async () => {
  let ended = 0;
  for (let at = 1; await endLeader(at); at += isLong ? 1 : 6) {
    ended++;
    const shown = book.column('Sheet1', 1, CELLS);
    const lost = shown.filter((cell) => typeof cell !== 'number');
    expect(lost.length, `ended at call ${at}: ${lost}`).toBeLessThanOrEqual(1);
    shown.forEach((cell, index) => {
      if (typeof cell === 'number') expect(cell).toBe(stock[index]);
    });
    const { requests, longest } = book.spent();
    expect(requests, `ended at call ${at}`).toBeLessThanOrEqual(2);
    expect(longest).toBeLessThanOrEqual(30_000);
  }
  expect(ended).toBeGreaterThan(isLong ? 30 : 5);
});
