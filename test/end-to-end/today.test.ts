import { afterAll, beforeAll, expect, test } from 'vitest';
import { PreparedBook } from './prepared-book.ts';
import { runScenario } from './scenario.ts';

const TILES = { get: 'Today!A11:G14' };
const LIST = { get: 'Today!B16:B18' };

type Cells = readonly (readonly (string | number)[])[];

/** Returns tiles in the sidebar's order, with amounts rounded to cents. */
function tilesIn(cells: Cells): readonly (readonly (string | number)[])[] {
  const rounded = (cell: string | number) => (typeof cell === 'number' ? Math.round(cell * 100) / 100 : cell);
  return cells.flatMap((line) => [
    [line[0]!, line[1]!, rounded(line[2]!)],
    [line[3]!, line[4]!, rounded(line[6]!)],
  ]);
}

interface View {
  readonly tiles: readonly { readonly count: number | null; readonly label: string; readonly money: number | null }[];
}

const tilesOf = ({ tiles }: View) => tiles.map(({ count, label, money }) => [count ?? '–', label, money || '']);

/** A workbook with the demo shop. */
const book = new PreparedBook();
beforeAll(async () => {
  await book.go([{ open: { clock: '2026-11-22T18:00:00Z' } }, { menu: 'Try with the demo shop' }]);
});
afterAll(() => book.close());

test('sheet and sidebar show the same counts, a typed state updates them, and removing the demo removes Today', async () => {
  const values = await book.values([
    TILES,
    { sidebar: ['today'] },
    { sidebar: ['showFindings', 'overdue'] },
    {
      eval: 'return [ss.getActiveSheet().getName(), ss.getActiveRangeList().getRanges().length, ss.getRange("B2").getWrap()]',
    },
    LIST,
    {
      eval: "const f = ss.getSheetByName('Findings'); const h = f.getRange('1:1').getValues()[0]; f.getRange(2, h.indexOf('State') + 1).setValue('explained')",
    },
    TILES,
    { sidebar: ['today'] },
    { pull: { operation: 'orders', params: { connection: 'Demo shop' } } },
    LIST,
    { sheets: true },
    { menu: 'Remove the demo shop' },
    { sheets: true },
  ]);
  const before = tilesIn(values[0]);
  const after = tilesIn(values[6]);
  expect(before).toEqual(tilesOf(values[1].value));
  const overdue = Number(before[1]![0]);
  expect(overdue).toBeGreaterThan(0);
  expect([values[2].value, values[3]]).toEqual([overdue, ['Findings', overdue, true]]);
  expect(values[1].value.sales.USD.today.orders).toBeTypeOf('number');
  expect(values[1].value.coverage.stock).toMatchObject({ read: 20, of: expect.any(Number) });

  expect(after).toEqual(tilesOf(values[7].value));
  expect(after).not.toEqual(before);
  // Only runs update the list.
  expect(values[9].slice(0, 2)).toEqual(values[4].slice(1));

  const [there, left] = [values[10], values[12]] as { name: string; charts: number; hidden: boolean }[][];
  expect(there![0]).toMatchObject({ name: 'Today', charts: 3 });
  expect(there!.find(({ name }) => name === 'Today data')!.hidden).toBe(true);
  expect(left!.map(({ name }) => name)).toEqual(['Sheet1']);
});

test('an identical run does not change Today, and does not recreate a deleted one', async () => {
  const values = await book.values([
    {
      eval: "ss.getSheetByName('Today').getRange('B16').setBackground('#ffff00'); ss.getSheetByName('Today').getRange('A33').setValue(true)",
    },
    { get: 'Today!A1:H55', as: 'formulas' },
    { pull: { operation: 'orders', params: { connection: 'Demo shop' } } },
    { get: 'Today!A1:H55', as: 'formulas' },
    { get: 'Today!A33' },
    { edit: ['deleteSheet', 'Today', {}] },
    { pull: { operation: 'orders', params: { connection: 'Demo shop' } } },
    { sheets: true },
    { menu: 'Make Today and Findings again' },
    { sheets: true },
    { get: 'Today!A11' },
  ]);
  expect(values[3]).toEqual(values[1]);
  expect(values[4]).toEqual([[false]]);
  const names = (sheets: { name: string }[]) => sheets.map(({ name }) => name);
  expect(names(values[7])).not.toContain('Today');
  expect(names(values[9])[0]).toBe('Today');
  expect(values[10][0][0]).toBeTypeOf('number');
});

test('undone records leave Findings, and the menu recreates deleted sheets', async () => {
  const again = { menu: 'Make Today and Findings again' };
  const first = { get: 'Today!B16' };
  const pull = { pull: { operation: 'orders', params: {} } };
  const replies = await runScenario([
    { open: {} },
    { market: { orders: 30 } },
    { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
    { sidebar: ['today'] },
    pull,
    TILES,
    { sidebar: ['undoRun'] },
    TILES,
    first,
    pull,
    { edit: ['deleteSheet', 'Findings', {}] },
    TILES,
    pull,
    first,
    again,
    TILES,
    { edit: ['deleteSheet', 'Today data', {}] },
    again,
    TILES,
    again,
    TILES,
    { edit: ['deleteSheet', 'Rules', {}] },
    TILES,
    { sidebar: ['today'] },
    { edit: ['deleteSheet', 'Today data', {}] },
    { get: 'Today!A2' },
    { edit: ['deleteSheet', 'Findings', {}] },
    { edit: ['deleteSheet', 'Today', {}] },
    { sidebar: ['today'] },
  ]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const values = replies.map(({ value }) => value);
  const counts = (step: number) => tilesIn(values[step]).map(([count]) => count);
  // A count never shows 0 for data that hasn't been read.
  expect(tilesOf(values[3].value).map(([count]) => count)).toEqual(Array(8).fill('–'));
  const told = counts(5);
  expect(told[2]).toBeGreaterThan(0);
  expect(told.slice(3, 7)).toEqual(Array(4).fill('–'));
  expect(counts(7)).toEqual(Array(8).fill('–'));
  expect(values[8]).toEqual([['No findings so far; some data is missing.']]);
  expect(counts(11)).toEqual(Array(8).fill('–'));
  expect(values[13][0][0]).toContain('choose Make Today and Findings again');
  expect(counts(15)).toEqual(told);
  expect([counts(18), counts(20), counts(22)]).toEqual([told, told, told]);
  expect(values[25]).toEqual([['The Today data sheet was deleted. The next run will recreate it.']]);
  expect([values[23], values[28]].map(({ value }) => value.deleted)).toEqual([[], ['Findings', 'Today', 'Today data']]);
});
