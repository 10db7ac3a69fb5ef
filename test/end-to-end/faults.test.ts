import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLong } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { type Reply, runScenario } from './scenario.ts';
import { connectionTo, openShop, TWO_PAGES } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const READ = [
  { get: 'Keywords!A1:T100', as: 'values' },
  { get: 'Keywords!A1:T100', as: 'formats' },
  { sheets: true },
  // Undo treats the pulls before and after the kill as one run.
  { sidebar: ['undoRun'] },
  { get: 'Keywords!A1:T100', as: 'values' },
];

/** Normalizes the results: after a kill, Journal and Log may repeat a line, and Changes may be missing some lines. */
function readIn(replies: readonly Reply[]): readonly unknown[] {
  const [values, formats, sheets, taken, after] = replies.map(({ value }) => value);
  const { ok, value } = taken;
  const { removed, restored, conflicts } = value;
  const found = (sheets as { name: string; rows: number }[])
    .filter(({ name }) => name !== 'Changes')
    .map((sheet) => (['Market journal', 'Log'].includes(sheet.name) ? { ...sheet, rows: 'any' } : sheet));
  return [values, formats, found, ok, restored, conflicts, removed, after];
}

test('the next pull succeeds after a first pull was killed at any service call', async () => {
  const pull = {
    pull: { operation: 'keywords', params: { campaignNumber: shop.announcement.campaigns[0] } },
  };
  const fresh = [{ open: {} }, { market: { orders: 12 } }, { connect: connectionTo(shop) }];
  const whole = await runScenario([...fresh, { stats: true }, pull, { stats: true }, ...READ]);
  const calls = whole[5]!.value.serviceCalls.total;
  expect(calls).toBeGreaterThan(15);
  const expected = readIn(whole.slice(6));

  const step = isLong ? 4 : 60;
  const ends = Array.from({ length: Math.floor(calls / step) }, (_, index) => 1 + index * step);
  const replies = await runScenario(
    ends.flatMap((call) => [...fresh, { fault: { killAtServiceCall: call } }, pull, { fault: null }, pull, ...READ]),
  );
  const steps = replies.length / ends.length;
  for (const [index, call] of ends.entries()) {
    const [killed, , again, ...after] = replies.slice(index * steps + 4, (index + 1) * steps);
    expect({ call, ok: killed!.ok }).toEqual({ call, ok: false });
    expect({ call, state: again!.value.state }).toEqual({ call, state: 'done' });
    expect({ call, read: readIn(after) }).toEqual({ call, read: expected });
  }
}, 600_000);

test('repeating a pull killed before its cells were written adds no duplicate rows', async () => {
  const pull = { pull: { operation: 'orders', params: {} } };
  const read = { get: 'Order lines!A1:P700', as: 'values' };
  const fresh = [{ open: {} }, TWO_PAGES, { connect: connectionTo(shop) }];
  const whole = await runScenario([...fresh, pull, read]);
  const killed = await runScenario([...fresh, { fault: { killAtFetch: 2 } }, pull, pull, read]);
  expect(killed[4]!.ok).toBe(false);
  expect(killed[6]!.value).toEqual(whole[4]!.value);
});
