import { afterAll, beforeAll, expect, test } from 'vitest';
import { longTest } from '../effort.ts';
import type { Host } from '../host/host.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { listenTo, PreparedBook, pulled } from './prepared-book.ts';
import { runScenario } from './scenario.ts';
import { connectedTo, openShop, SMALL, stockFrom } from './shop.ts';

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
      SMALL,
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

longTest(
  'the next pull repairs a half-written row of Stock history',
  async () => {
    const book = new PreparedBook();
    try {
      await book.go(
        fresh(
          { pull: stock(2) },
          { edit: ['insertColumn', 'Stock history', { before: 4 }] },
          { cells: { 'Stock history!D1': 'Mine' } },
          { advance: 'PT1M' },
        ),
      );
      const keysOf = ({ workbook }: Host): readonly string[] => {
        const { sheetId, columns } = workbook.sheetByName('Stock history')!;
        const grid = workbook.read(sheetId, { row: 1, column: 1, rows: 60, columns }, 'values');
        const place = grid[0]!.indexOf('Row key');
        return grid.slice(1).flatMap((row) => (row[place] === '' ? [] : [String(row[place])]));
      };
      const isTorn = (key: string) => key.startsWith('incomplete');
      const whole = await book.twin();
      const calls: string[] = [];
      listenTo(whole, calls);
      expect((await pulled(whole, stock(6)))?.state).toBe('done');
      const endedAt = async (call: number) => {
        const host = await book.twin();
        host.faults.at('serviceCall', call);
        expect(await pulled(host, stock(6))).toBeUndefined();
        return host;
      };
      const known = keysOf(await endedAt(1)).length;
      // Find the first call that adds rows.
      let [before, first] = [1, calls.length];
      while (first - before > 1) {
        const middle = Math.floor((before + first) / 2);
        if (keysOf(await endedAt(middle)).length > known) first = middle;
        else before = middle;
      }
      let torn = 0;
      for (let nth = 0; nth < 20; nth++) {
        const call = first + 3 * nth - 27;
        const host = await endedAt(call);
        if (keysOf(host).some(isTorn)) torn++;
        expect([call, (await pulled(host, stock(6)))?.state]).toEqual([call, 'done']);
        expect({ call, marks: keysOf(host).filter(isTorn) }).toEqual({ call, marks: [] });
        expect({ call, rows: keysOf(host).length }).toEqual({ call, rows: keysOf(whole).length });
      }
      expect(torn).toBeGreaterThan(0);
    } finally {
      await book.close();
    }
  },
  300_000,
);
