/** After any user edits between pulls, the edits stay with their records, and add-on cells are correct. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { isLong, runs } from '../../effort.ts';
import { runScenario } from '../../end-to-end/scenario.ts';
import { connectionTo, openShop } from '../../end-to-end/shop.ts';
import { deeds } from './deeds.ts';
import { pull } from './pull.ts';
import { openWorld, Position } from './world.ts';

// A killed execution logs the call that ended it.
beforeAll(() => void vi.spyOn(console, 'warn').mockReturnValue());
afterAll(() => vi.restoreAllMocks());

test('a pull after any sequence of user edits writes its own cells and no others', () => {
  fc.assert(
    fc.property(fc.commands([...deeds], { maxCommands: 40, size: 'max' }), (commands) => {
      fc.modelRun(() => {
        const world = openWorld();
        return { model: world, real: world };
      }, commands);
    }),
    { numRuns: runs(2, 500), ...(isLong ? {} : { seed: 20250616 }) },
  );
});

test.each([undefined, 0, 1])(
  "a column with the header of a deleted column becomes the add-on's (killed after %s writes)",
  (calls) => {
    const { model, workbook } = openWorld();
    const { id, sheet } = new Position({ model, workbook }, 'Orders');
    const asOf = sheet.position('asOf');
    workbook.deleteColumns(id, asOf, 1);
    sheet.deleteColumn(asOf);
    workbook.type(id, 1, sheet.columns.push('own 1'), 'As of');
    pull(model, workbook, [1, 2, 3, 4, 5, 6], { version: 1, consent: false }, calls);
    expect(sheet.columns).not.toContain('own 1');
  },
);

test.each([undefined, 1, 2, 3])(
  'two missing columns are added again, one of them wide (killed after %s writes)',
  (calls) => {
    const { model, workbook } = openWorld();
    const { id, sheet } = new Position({ model, workbook }, 'Orders');
    model.market.set(1, { ...model.market.get(1)!, buyerName: '1,234.50' });
    workbook.deleteColumns(id, 2, 1);
    sheet.deleteColumn(2);
    pull(model, workbook, [1, 2, 3, 4, 5, 6], { version: 1, consent: true }, calls);
  },
);

test("the built add-on keeps the user's edits across pulls", async () => {
  const market = { items: 40, orders: 0 };
  const shop = await openShop(market);
  const pull = {
    pull: { operation: 'inventory', params: { type: '0', values: shop.announcement.itemNumbers } },
  };
  const by = (name: string, details: object) => ({ edit: [name, 'Stock', details] });
  const read = (as: string) => ({ get: 'Stock!A1:T40', as });
  const replies = await runScenario([
    { open: {} },
    { market },
    { connect: connectionTo(shop) },
    pull,
    { edit: ['renameSheet', 'Inventory', { to: 'Stock' }] },
    by('moveColumn', { from: 7, to: 1 }),
    by('insertColumn', { before: 3 }),
    by('sort', { column: 2, ascending: false }),
    by('insertRow', { before: 4 }),
    { cells: { 'Stock!C1': 'Row key', 'Stock!C2': 'mine', 'Stock!C3': '=A3*2', 'Stock!D1': 'Renamed' } },
    { cells: { 'Stock!A4': 'Total', 'Stock!C4': '=SUM(A5:A6)' } },
    by('note', { cell: 'D5', text: 'call back' }),
    by('background', { cell: 'A5', color: '#ff0000' }),
    by('hideColumn', { column: 5 }),
    read('values'),
    read('formulas'),
    read('notes'),
    read('formats'),
    { advance: 'PT5S' },
    pull,
    read('values'),
    read('formulas'),
    read('notes'),
    read('formats'),
    by('deleteRow', { row: 2 }),
    pull,
    read('values'),
    { sheets: true },
  ]);
  await shop.close();
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const [values, ...looks] = replies.slice(14, 18).map(({ value }) => value as unknown[][]);
  const [again, ...looksAgain] = replies.slice(20, 24).map(({ value }) => value as unknown[][]);
  const asOf = values![0]!.indexOf('As of');
  const others = (grid: unknown[][]) => grid.map((row) => row.filter((_, column) => column !== asOf));
  expect(replies[19]!.value.rows).toMatchObject({ added: 0, changed: 0, gone: 0 });
  expect(others(again!)).toEqual(others(values!));
  expect(again!.slice(1).map((row) => row[asOf])).not.toEqual(values!.slice(1).map((row) => row[asOf]));
  expect(looksAgain).toEqual(looks);
  expect(values![1]![2]).toBe('mine');
  expect(looks[1]![4]![3]).toBe('call back');
  // The deleted row is appended again, without the user's content.
  const back = replies[26]!.value as unknown[][];
  const last = values!.filter((row) => row.some((cell) => cell !== '')).length;
  const deleted = others(values!)[1]!.map((cell) => (cell === 'mine' ? '' : cell));
  expect(replies[25]!.value.rows).toMatchObject({ added: 1, changed: 0 });
  expect(others(back)[last - 1]).toEqual(deleted);
  expect((replies[27]!.value as { name: string }[]).map(({ name }) => name)).not.toContain('Inventory');
});
