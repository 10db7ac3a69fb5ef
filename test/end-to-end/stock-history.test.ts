import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { runScenario } from './scenario.ts';
import { connectedTo, openShop, stockFrom } from './shop.ts';

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const fresh = (...steps: object[]) => connectedTo(shop, ...steps);
const stock = (count: number) => stockFrom(shop, count);
test('Stock history grows only with changes and renews unchanged periods daily', async () => {
  const past = { get: 'Stock history!A1:L60', as: 'values' };
  const replies = await runScenario(
    fresh(
      { pull: stock(5) },
      past,
      { pull: stock(5) },
      past,
      { advance: 'P1D' },
      { pull: stock(5) },
      past,
      { market: { seed: 1, scenario: 'sell-out' } },
      { advance: 'P20D' },
      { pull: stock(5) },
      past,
      { get: 'Inventory!A1:P40', as: 'values' },
    ),
  );
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const values = replies.slice(3).map(({ value }) => value);
  const [first, same, nextDay, later, inventory] = [
    values[1],
    values[3],
    values[6],
    values[10],
    values[11],
  ] as unknown[][][];
  const rows = (grid: unknown[][]) => grid.slice(1).filter((row) => row[0] !== '');
  const at = (grid: unknown[][], header: string) => (row: unknown[]) => row[grid[0]!.indexOf(header)];
  expect(rows(first!)).toHaveLength(rows(inventory!).length);
  expect(same).toEqual(first);
  const quantity = at(first!, 'Available quantity');
  const changed = rows(nextDay!).length - rows(first!).length;
  // Unchanged rows get a new Last seen date. A changed row starts a new period.
  const renewed = rows(nextDay!).filter((row) => at(nextDay!, 'Last seen')(row) !== at(nextDay!, 'First seen')(row));
  expect(renewed).toHaveLength(rows(first!).length - changed);
  for (const row of renewed) expect(String(at(nextDay!, 'Last seen')(row)).slice(0, 10)).toBe('2025-06-17');
  const latest = new Map(
    rows(later!).map((row) => [String(at(later!, 'Row key')(row)).replace(/\|[^|]*$/, ''), quantity(row)]),
  );
  for (const row of rows(inventory!))
    expect(latest.get(String(at(inventory!, 'Row key')(row)))).toBe(at(inventory!, 'Available quantity')(row));
  expect(rows(later!).length).toBeGreaterThan(rows(nextDay!).length);
});

test("a user's sheet named Stock history does not affect the table", async () => {
  const replies = await runScenario(
    fresh(
      { eval: 'ss.insertSheet("Stock history").getRange(1, 1).setValue("mine")' },
      { pull: stock(3) },
      { get: 'Stock history!A1:B2', as: 'values' },
    ),
  );
  const [, report, sheet] = replies.slice(3).map(({ value }) => value);
  expect(report).toMatchObject({ state: 'done', errors: [] });
  expect(report.rows.added).toBeGreaterThan(2);
  expect(report.notes.join(' ')).toContain(
    `Couldn't update the history: Another sheet is already named "Stock history"`,
  );
  expect(sheet).toEqual([
    ['mine', ''],
    ['', ''],
  ]);
});

test('an item that disappears and returns starts a new period', async () => {
  const replies = await runScenario(
    fresh(
      { pull: stock(3) },
      { market: { items: 2 } },
      { advance: 'PT1M' },
      { pull: stock(3) },
      { market: {} },
      { advance: 'PT1M' },
      { pull: stock(3) },
      { get: 'Stock history!A1:L40', as: 'values' },
    ),
  );
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const [first, , , gone, , , , past] = replies.slice(3).map(({ value }) => value);
  expect(gone.rows.gone).toBeGreaterThan(0);
  const used = (past as unknown[][]).slice(1).filter((row) => row[0] !== '');
  expect(used.length).toBeGreaterThanOrEqual(first.rows.added + gone.rows.gone);
});

test('the next pull repairs a half-written row of Stock history', async () => {
  const begun = fresh(
    { pull: stock(2) },
    { edit: ['insertColumn', 'Stock history', { before: 4 }] },
    { cells: { 'Stock history!D1': 'Mine' } },
    { advance: 'PT1M' },
    { stats: true },
  );
  const read = { get: 'Stock history!A1:M60', as: 'values' };
  const whole = await runScenario([...begun, { pull: stock(6) }, { stats: true }, read]);
  const calls = whole.at(-2)!.value.serviceCalls.total as number;
  const place = (whole.at(-1)!.value as string[][])[0]!.indexOf('Row key');
  const used = (grid: string[][]) => grid.slice(1).filter((row) => row[place] !== '');
  const endedAt = (call: number, ...then: object[]) =>
    runScenario([...begun, { fault: { killAtServiceCall: call } }, { pull: stock(6) }, { fault: null }, read, ...then]);
  const known = used((await endedAt(1)).at(-1)!.value).length;
  // Find the first call that adds rows.
  let [before, first] = [1, calls];
  while (first - before > 1) {
    const middle = Math.floor((before + first) / 2);
    if (used((await endedAt(middle)).at(-1)!.value).length > known) first = middle;
    else before = middle;
  }
  let torn = 0;
  for (let nth = 0; nth < runs(3, 20); nth++) {
    const call = first + runs(4 * nth - 4, 3 * nth - 27);
    const replies = await endedAt(call, { pull: stock(6) }, read);
    const [left, , mended] = replies.slice(-3).map(({ value }) => value) as string[][][];
    if (left!.some((row) => row[place]!.startsWith('incomplete'))) torn++;
    expect({ call, marks: mended!.filter((row) => row[place]!.startsWith('incomplete')) }).toEqual({
      call,
      marks: [],
    });
    expect({ call, rows: used(mended!).length }).toEqual({ call, rows: used(whole.at(-1)!.value).length });
  }
  expect(torn).toBeGreaterThan(0);
}, 300_000);
