import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong, longTest } from '../effort.ts';
import type { RunningMarketplace } from '../marketplace/server.ts';
import { PreparedBook } from './prepared-book.ts';
import { runScenario } from './scenario.ts';
import { connectionTo, openShop, stockFrom } from './shop.ts';

const MARKET = { orders: 60 };

let shop: RunningMarketplace;
beforeAll(async () => {
  shop = await openShop(MARKET);
});
afterAll(() => shop.close());

const fresh = (...steps: object[]) => [{ open: {} }, { market: MARKET }, { connect: connectionTo(shop) }, ...steps];
const stock = (count: number) => stockFrom(shop, count);
const all = { get: 'Inventory!A1:P60', as: 'values' };
const columnsOf = (grid: unknown[][]) => (row: number, header: string) => grid[row]![grid[0]!.indexOf(header)];

describe('a preview', () => {
  test('counts the changes of a pull and writes nothing', async () => {
    const replies = await runScenario(
      fresh(
        { pull: { ...stock(10), preview: true } },
        { sheets: true },
        { pull: stock(10) },
        { cells: { 'Inventory!H2': '777' } },
        { edit: ['deleteRow', 'Inventory', { row: 5 }] },
        { advance: 'PT1M' },
        all,
        { pull: { ...stock(12), preview: true } },
        all,
        { pull: stock(12) },
      ),
    );
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    const [preview, sheets, pull, , , , before, again, after, whole] = replies.slice(3).map(({ value }) => value);
    expect(preview.state).toBe('planned');
    expect(preview.rows).toEqual(pull.rows);
    expect(preview.actual.calls).toEqual({ byOperation: { inventory: 1 } });
    expect(sheets.map(({ name }: { name: string }) => name)).toEqual(['Sheet1']);
    expect(preview.workbook.cells).toBeGreaterThan(26_000);
    expect(preview.workbook.share).toBe(Math.round(preview.workbook.cells / 10_000) / 1000);
    expect(after).toEqual(before);
    expect(again.rows).toEqual(whole.rows);
    expect(again.rows.added).toBeGreaterThan(1);
  });

  test('lists rows that would be marked as gone', async () => {
    const replies = await runScenario(
      fresh(
        { pull: stock(3) },
        { market: { items: 2 } },
        { pull: { ...stock(3), preview: true } },
        { pull: stock(3) },
        all,
      ),
    );
    const [, , preview, pull, values] = replies.slice(3).map(({ value }) => value);
    expect(preview.rows.gone).toBeGreaterThan(0);
    expect(preview.rows).toEqual(pull.rows);
    const marked = (values as unknown[][]).filter(
      (row, index) => index > 0 && row[values[0].indexOf('Gone since')] !== '',
    );
    expect(marked).toHaveLength(preview.rows.gone);
  });
});

describe('Undo last run', () => {
  const undo = { menu: 'Undo last run' };

  test('removes new rows, restores changed cells, and lists cells that were changed since', async () => {
    const replies = await runScenario(
      fresh(
        { pull: stock(10) },
        { edit: ['insertColumn', 'Inventory', { before: 3 }] },
        { cells: { 'Inventory!C1': 'Mine', 'Inventory!C2': 'keep' } },
        { edit: ['deleteRow', 'Inventory', { row: 4 }] },
        { cells: { 'Inventory!B2': 'other', 'Inventory!B3': 'another' } },
        all,
        { advance: 'PT10M' },
        { pull: stock(12) },
        all,
        // Change a cell, and add a note to an added row.
        { cells: { 'Inventory!B3': 'typed since' } },
        {
          eval: 'const t = ss.getSheetByName("Inventory"); t.getRange(t.getLastRow(), 1).setNote("mine"); return t.getLastRow()',
        },
        undo,
        all,
        { get: 'Status!A1:E10', as: 'values' },
        undo,
        all,
        { dump: true },
      ),
    );
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    const values = replies.slice(3).map(({ value }) => value);
    const [before, run, noted, after, status, again] = [
      values[5],
      values[7],
      values[10],
      values[12],
      values[13],
      values[15],
    ];
    const at = columnsOf(after);
    expect(at(1, 'Mine')).toBe('keep');
    expect(at(1, 'Seller part number')).toBe('other');
    expect(at(1, 'As of')).toBe(columnsOf(before)(1, 'As of'));
    expect(at(2, 'Seller part number')).toBe('typed since');
    // Only the row with the note remains.
    const used = (grid: unknown[][]) => grid.filter((row) => row.some((cell) => cell !== ''));
    expect(run.rows.added).toBeGreaterThan(2);
    expect(used(after)).toHaveLength(used(before).length + 1);
    expect(noted).toBe(used(before).length + run.rows.added);
    const listed = (status as string[][]).filter(([about]) => about === 'Undo');
    expect(listed.map(([, subject, state]) => [subject!.split(':')[0], state])).toEqual([
      ['Inventory', 'Seller part number changed since'],
      ['Inventory', 'the new row changed, or has your notes, cells, or colors'],
    ]);
    expect(again).toEqual(after);
  });

  test('keeps new rows that the user colored, even if there are no others', async () => {
    const rows = "const t = ss.getSheetByName('Inventory'); const last = t.getLastRow();";
    const replies = await runScenario(
      fresh(
        { pull: stock(2) },
        {
          eval: `${rows} t.deleteRows(last + 1, t.getMaxRows() - last); t.getRange(2, 1, last - 1, 1).setBackground('yellow'); return last`,
        },
        undo,
        { eval: `${rows} return last` },
      ),
    );
    const [colored, undone, left] = replies.slice(4).map(({ value }) => value);
    expect(undone.shown[0].text).toMatch(/0 new rows removed/);
    expect(left).toBe(colored);
  });

  longTest(
    'works after an interrupted run, and after an interrupted undo',
    async () => {
      const orders = { pull: { operation: 'orders', params: {} } };
      const sheets = ['Orders!A1:AK310', 'Order lines!A1:R700', 'Packages!A1:T700'];
      const read = sheets.map((range) => ({ get: range, as: 'values' }));
      const first = { pull: { operation: 'orders', params: { status: '2' } } };
      const begun = fresh(first, { stats: true });
      const whole = await runScenario([
        ...begun,
        ...read,
        { stats: true },
        orders,
        { stats: true },
        undo,
        { stats: true },
        ...read,
      ]);
      const expected = whole.slice(5, 8).map(({ value }) => value);
      expect(whole.slice(-3).map(({ value }) => value)).toEqual(expected);
      const calls = whole[10]!.value.serviceCalls.total as number;
      const undoCalls = whole[12]!.value.serviceCalls.total as number;
      const spread = (count: number) =>
        Array.from({ length: 12 }, (_, index) => Math.round((0.97 - 0.35 * (index / 12)) * count));
      for (const call of spread(calls)) {
        const replies = await runScenario([
          ...begun,
          { fault: { killAtServiceCall: call } },
          orders,
          { fault: null },
          undo,
          ...read,
        ]);
        const back = replies.slice(-3).map(({ value }) => value);
        expect({ call, back }).toEqual({ call, back: expected });
      }
      for (const call of spread(undoCalls)) {
        const replies = await runScenario([
          ...begun,
          orders,
          { fault: { killAtServiceCall: call } },
          undo,
          { fault: null },
          undo,
          ...read,
        ]);
        const back = replies.slice(-3).map(({ value }) => value);
        expect({ call, back }).toEqual({ call, back: expected });
      }
    },
    180_000,
  );

  type Undone = [string, [string, string?], [string, string?], string[]];
  const OLDER: Undone = [
    'older orders',
    ['2025-06-01'],
    ['2025-05-01', '2025-06-01'],
    ['shown', 'shown', 'shown', '–'],
  ];
  test.each<Undone>([
    ['newest orders', ['2025-05-01', '2025-06-10'], ['2025-06-10'], ['shown', '–', '–', '–']],
    ...(isLong ? [OLDER] : []),
  ])('of the %s leaves the periods on Today that are still complete', async (_, first, second, shown) => {
    const pull = ([orderDateFrom, orderDateTo]: [string, string?]) => ({
      pull: { operation: 'orders', params: { orderDateFrom, ...(orderDateTo && { orderDateTo }) } },
    });
    const sales = { get: 'Today!A4:H4', as: 'display' };
    const replies = await runScenario([
      { open: { clock: '2025-06-16T18:00:00Z' } },
      { market: { seed: 3, items: 60, orders: 300 } },
      { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
      pull(first),
      pull(second),
      { menu: 'Undo last run' },
      // The table counts as read again from here on.
      pull(['2025-06-15']),
      sales,
    ]);
    expect(replies.filter(({ ok }) => !ok)).toEqual([]);
    const [cells] = replies.at(-1)!.value as [string[]];
    const periods = [2, 3, 4, 6].map((column) => (cells[column] === '–' ? '–' : 'shown'));
    expect(periods).toEqual(shown);
  });

  test('of a chosen run leaves runs before and after it unchanged', async () => {
    const book = new PreparedBook();
    try {
      const [, , , first, , , second] = await book
        .go(
          fresh(
            { pull: stock(3) },
            { cells: { 'Inventory!H2': '777' } },
            { advance: 'PT10M' },
            { pull: stock(5) },
            { pull: { operation: 'orders', params: { status: '2' } } },
          ),
        )
        .then((replies) => replies.map(({ value }) => value));
      const undone = async (...args: string[]) => (await book.go([{ sidebar: ['undoRun', ...args] }]))[0]!.value;
      const orders = { get: 'Orders!A1:AK310', as: 'values' };
      const [before] = await book.go([orders]);
      const back = await undone(second.id);
      expect(back).toMatchObject({ ok: true, value: { removed: second.rows.added, conflicts: [] } });
      expect(back.value.restored).toBe(second.rows.changed);
      expect((await book.go([orders]))[0]!.value).toEqual(before!.value);
      expect(await undone('nobody')).toMatchObject({ ok: false, error: { code: 'MARKET_ARGUMENT' } });
      expect(await undone(first.id)).toMatchObject({ ok: true, value: { removed: first.rows.added - 1 } });
      const [log] = await book.go([{ get: 'Log!A1:P4', as: 'values' }]);
      const states = columnsOf(log!.value as unknown[][]);
      expect([1, 2, 3].map((row) => states(row, 'State')).sort()).toEqual(['done', 'undone', 'undone']);
    } finally {
      await book.close();
    }
  });

  test('stores no buyer data in its journal', async () => {
    const replies = await runScenario(
      fresh(
        { consent: { buyerData: true, retentionDays: 3000 } },
        { pull: { operation: 'orders', params: {} } },
        { dump: true },
        { get: 'Orders!A1:AT50', as: 'values' },
      ),
    );
    const { cells } = replies[5]!.value as { cells: Record<string, unknown> };
    const journal = Object.entries(cells).filter(([place]) => place.startsWith('Market journal!'));
    expect(journal.length).toBeGreaterThan(3);
    const text = JSON.stringify(journal);
    expect(text).toContain('Orders');
    const grid = replies[6]!.value as string[][];
    for (const header of ['Customer name', 'Customer phone number', 'Ship to address 1', 'Ship to zip code']) {
      const values = grid
        .slice(1)
        .map((row) => row[grid[0]!.indexOf(header)]!)
        .filter((value) => value.length > 3);
      expect(values.length).toBeGreaterThan(5);
      for (const value of values) expect(text).not.toContain(value);
    }
  });
});
