/** The sheet Today in the built add-on: its counts, the sidebar's, and what becomes of it. */
import { expect, test } from 'vitest';
import { runScenario } from './scenario.ts';

const TILES = { get: 'Today!A6:C13' };
const LIST = { get: 'Today!B16:B18' };

test('sheet and sidebar count alike, a state counts as it is typed, and the demo takes it along', async () => {
  const replies = await runScenario([
    { open: { clock: '2026-11-22T18:00:00Z' } },
    { menu: 'Try with the demo shop' },
    TILES,
    { sidebar: ['today'] },
    { sidebar: ['showFindings', 'void-48'] },
    { eval: 'return [ss.getActiveSheet().getName(), ss.getActiveRangeList().getRanges().length]' },
    LIST,
    {
      eval: "const f = ss.getSheetByName('Findings'); const h = f.getRange('1:1').getValues()[0]; f.getRange(2, h.indexOf('State') + 1).setValue('explained')",
    },
    TILES,
    LIST,
    { sidebar: ['today'] },
    { sheets: true },
    { menu: 'Remove the demo shop' },
    { sheets: true },
  ]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const values = replies.map(({ value }) => value);
  const counted = (view: { counts: { tiles: { count: number; label: string; money: number }[] } }) =>
    view.counts.tiles.map(({ count, label, money }) => [count, label, money || '']);
  const before = values[2] as (string | number)[][];
  const after = values[8] as (string | number)[][];
  const rounded = (rows: readonly (readonly (string | number)[])[]) =>
    rows.map((row) => row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 100) / 100 : cell)));
  expect(rounded(before.slice(0, 7))).toEqual(counted(values[3].value));
  expect(rounded(before)[7]![2]).toBe(values[3].value.counts.all.money);
  expect(values[4].value).toBe(before[1]![0]);
  expect(values[5]).toEqual(['Findings', before[1]![0]]);

  expect(rounded(after.slice(0, 7))).toEqual(counted(values[10].value));
  expect(after[7]![0]).toBe(Number(before[7]![0]) - 1);
  expect(values[9].slice(0, 2)).toEqual(values[6].slice(1));

  const [there, left] = [values[11], values[13]] as { name: string; charts: number; hidden: boolean }[][];
  expect(there![0]).toMatchObject({ name: 'Today', charts: 3 });
  expect(there!.find(({ name }) => name === 'Today data')!.hidden).toBe(true);
  expect(left!.map(({ name }) => name)).toEqual(['Sheet1']);
}, 60_000);

test('a run that finds the same leaves Today as it is, and one that was deleted away', async () => {
  const replies = await runScenario([
    { open: { clock: '2026-11-22T18:00:00Z' } },
    { menu: 'Try with the demo shop' },
    {
      eval: "ss.getSheetByName('Today').getRange('B16').setBackground('#ffff00'); ss.getSheetByName('Today').getRange('A14').setValue(true)",
    },
    { get: 'Today!A1:C45', as: 'formulas' },
    { pull: { operation: 'orders', params: { connection: 'Demo shop' } } },
    { get: 'Today!A1:C45', as: 'formulas' },
    { get: 'Today!A14' },
    { edit: ['deleteSheet', 'Today', {}] },
    { pull: { operation: 'orders', params: { connection: 'Demo shop' } } },
    { sheets: true },
    { menu: 'Make Today and Findings again' },
    { sheets: true },
    { get: 'Today!A6:A6' },
  ]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const values = replies.map(({ value }) => value);
  expect(values[5]).toEqual(values[3]);
  expect(values[6]).toEqual([[false]]);
  const names = (sheets: { name: string }[]) => sheets.map(({ name }) => name);
  expect(names(values[9])).not.toContain('Today');
  expect(names(values[11])[0]).toBe('Today');
  expect(values[12][0][0]).toBeTypeOf('number');
}, 60_000);

test('what was taken back needs nobody any more, and a part that was deleted is told of', async () => {
  const again = { menu: 'Make Today and Findings again' };
  const first = { get: 'Today!B16' };
  const replies = await runScenario([
    { open: {} },
    { market: { orders: 30 } },
    { connect: { name: 'Shop', baseUrl: 'https://market.test' } },
    { pull: { operation: 'orders', params: {} } },
    TILES,
    { sidebar: ['undoRun'] },
    TILES,
    first,
    { pull: { operation: 'orders', params: {} } },
    { edit: ['deleteSheet', 'Findings', {}] },
    TILES,
    first,
    again,
    TILES,
    { edit: ['deleteSheet', 'Today data', {}] },
    again,
    { edit: ['deleteSheet', 'Today', {}] },
    again,
    TILES,
    { edit: ['deleteSheet', 'Rules', {}] },
    TILES,
  ]);
  expect(replies.filter(({ ok }) => !ok)).toEqual([]);
  const values = replies.map(({ value }) => value);
  const counts = (step: number) => (values[step] as (string | number)[][]).map(([count]) => count);
  const told = counts(4);
  expect(told[7]).toBeGreaterThan(0);
  expect([counts(6), values[7]]).toEqual([Array(8).fill(0), [['Nothing needs you now.']]]);
  expect(counts(10)).toEqual(Array(8).fill('?'));
  expect(values[10].map(([, , money]: unknown[]) => money)).toEqual(Array(8).fill(''));
  expect(values[11][0][0]).toContain('Make Today and Findings again brings it back');
  expect(counts(13)).toEqual(told);
  expect(values[15].shown[0]).toMatchObject({
    what: 'alert',
    text: expect.stringContaining('delete it too'),
  });
  expect([counts(18), counts(20)]).toEqual([told, told]);
}, 60_000);
