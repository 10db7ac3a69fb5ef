/**
 * Today is created once. Later runs write only changed cells to its hidden sheet, and only the checkbox to Today
 * itself.
 */
import { beforeEach, expect, test } from 'vitest';
import { dataColumn, TODAY, TODAY_DATA } from '../../../src/insights/today/today-data.ts';
import { forgetToday, makeToday, updateToday } from '../../../src/insights/today/update-today.ts';
import { inMemoryLaidSheets } from '../../support/in-memory-laid-sheets.ts';
import { inMemoryStore } from '../../support/in-memory-store.ts';
import { content, HOUR, NOW, place, row } from './content.ts';

let laid: ReturnType<typeof inMemoryLaidSheets>;
let document: ReturnType<typeof inMemoryStore>;
beforeEach(() => {
  laid = inMemoryLaidSheets();
  document = inMemoryStore();
});

const run = (given = content()) => {
  laid.writes.length = 0;
  updateToday({ laid, document }, given);
};
const written = () =>
  laid.writes.map(({ tab, row, column, contents }) => [tab, row, column, contents.length, contents[0]!.length]);
const SEEN = dataColumn('seen');
const cell = (column: Parameters<typeof dataColumn>[0], row: number) =>
  laid.cells.get(TODAY_DATA)![row - 1]![dataColumn(column) - 1];

test('the first run creates both sheets, and an identical run writes no cell', () => {
  run();
  expect([...laid.layouts.keys()].sort()).toEqual([TODAY, TODAY_DATA]);
  expect(laid.charts.map(([tab, { title }]) => [tab, title])).toEqual([
    [TODAY, 'Sales and orders per day'],
    [TODAY, 'Ad spend and ACoS per day'],
    [TODAY, 'Open orders by hours left'],
  ]);
  run();
  expect([laid.writes, laid.charts.length]).toEqual([[], 3]);
  // Later runs write only the two ages and the run's time.
  run(content({ now: NOW + 60_000 }));
  expect(written()).toEqual([[TODAY_DATA, 2, dataColumn('amount'), 2, 2]]);
});

test("a chart that Google refused is added by the next run; a deleted chart isn't", () => {
  const { addChart } = laid;
  Object.assign(laid, { addChart: () => false });
  run();
  expect(laid.cells.get(TODAY)!.length).toBeGreaterThan(30);
  Object.assign(laid, { addChart });
  run();
  expect(laid.charts).toHaveLength(3);
  laid.charts.length = 0;
  run();
  expect(laid.charts).toEqual([]);
});

test('the next run adds a chart that Google refused while Today was recreated', () => {
  run();
  laid.charts.length = 0;
  const { addChart } = laid;
  Object.assign(laid, { addChart: () => false });
  makeToday({ laid, document }, content());
  Object.assign(laid, { addChart });
  run();
  expect(laid.charts).toHaveLength(3);
});

test('every row has a height', () => {
  run();
  const { heights, cells } = laid.layouts.get(TODAY)!;
  expect(heights).toHaveLength(cells.length);
  expect(new Set(heights)).toEqual(new Set([21, 33]));
});

test("the checkbox's time is the only time among the figures", () => {
  run();
  const [seen, news] = laid.layouts
    .get(TODAY_DATA)!
    .cells.slice(2, 4)
    .map((line) => line.map(({ format }) => format));
  expect(seen!.flatMap((format, index) => (format === news![index] ? [] : [index + 1]))).toEqual([
    dataColumn('amount'),
  ]);
});

test('charts show whole days: orders until today, ads until yesterday, as they are known a day later', () => {
  run();
  const last = (column: Parameters<typeof dataColumn>[0]) =>
    laid.cells
      .get(TODAY_DATA)!
      .flatMap((line) => [line[dataColumn(column) - 1]!])
      .filter((each) => each !== '')
      .at(-1);
  expect([last('day'), last('sales'), last('orders')]).toEqual([new Date('2025-03-10T00:00:00Z'), 12.5, 3]);
  expect([last('adDay'), last('adSpend'), last('acos')]).toEqual([new Date('2025-03-09T00:00:00Z'), 9.9, 0.22]);
});

test('item charts are added once items exist, with their data on the hidden sheet', () => {
  run();
  run(content({ ranked: { stock: [['P-1', 2.5]], most: [['P-2', 18.5]] } }));
  expect(laid.charts.slice(3).map(([, { title }]) => title)).toEqual([
    'Fewest days of stock',
    'Most profit before ads',
  ]);
  const behind = (['stockItem', 'daysOfStock', 'mostItem', 'mostProfit', 'leastItem'] as const).map((at) =>
    cell(at, 2),
  );
  expect(behind).toEqual(['P-1', 2.5, 'P-2', 18.5, '']);
});

test('amounts at risk are numbers in the usual currency, and text with a unit in others', () => {
  const at = (currency: string) => row('overdue', { atRisk: 20.5, currency });
  run(content({ rows: [at('USD'), at('CAD')] }));
  expect([cell('atRisk', 2), cell('atRisk', 3)]).toEqual([20.5, expect.stringContaining('20.50')]);
});

test('each series of a chart has a color', () => {
  run(content({ ranked: { stock: [['A', 1]], most: [['B', 2]], least: [['C', 3]] } }));
  for (const [, { area, colors, title }] of laid.charts) expect(colors.length, title).toBe(area.right - area.left);
  expect(laid.charts).toHaveLength(6);
});

test('an item on a chart stays text', () => {
  run();
  run(content({ ranked: { stock: [['00123', 2.5]], most: [['3-4', 18.5]] } }));
  const written = laid.writes.flatMap(({ contents }) => contents.flat());
  expect(written).toEqual(expect.arrayContaining(["'00123", "'3-4"]));
  expect(cell('stockItem', 2)).toBe('00123');
});

test('formulas are rewritten after Findings was replaced, and the checkbox still works', () => {
  run();
  const before = laid.formulaOf(TODAY_DATA, 2, SEEN);
  expect(before).toBe(`='Today'!$A$${laid.layouts.get(TODAY)!.checkbox!.row}`);
  laid.write(TODAY_DATA, 2, SEEN, [["='Today'!$B$99"]]);
  run(content({ findings: place(8) }));
  expect(laid.formulaOf(TODAY_DATA, 2, SEEN)).toBe("='Today'!$B$99");
  expect(laid.formulaOf(TODAY_DATA, 2, dataColumn('findingsLink'))).toBe('="#gid=8&range=A1"');
  expect(laid.writes.every(({ tab }) => tab === TODAY_DATA)).toBe(true);
});

test("links are rewritten after a table's sheet was replaced", () => {
  const rows = [row('overdue', { deadline: NOW - HOUR })];
  const link = () => laid.formulaOf(TODAY_DATA, 2, dataColumn('link'));
  run(content({ rows }));
  expect(link()).toContain('#gid=6');
  run({ ...content({ rows }), placeOf: () => ({ address: () => '"#gid=77&range=A', keys: () => "'Orders'!C:C" }) });
  expect(link()).toContain('#gid=77');
  run({ ...content({ rows }), placeOf: () => undefined });
  expect(cell('link', 2)).toBe('');
});

test('counts findings as new since the checkbox was checked, wherever the user moved it', () => {
  const news = () => cell('amount', 4);
  const rows = [row('overdue', { firstSeen: NOW })];
  run(content({ rows }));
  expect(news()).toBe('No new findings since Mar 10, 12:00 PM. Check to mark as seen.');
  const later = [...rows, row('overdue', { firstSeen: NOW + HOUR })];
  run(content({ rows: later, now: NOW + HOUR }));
  expect(news()).toBe('1 new finding since Mar 10, 12:00 PM. Check to mark as seen.');
  laid.write(TODAY_DATA, 2, SEEN, [[true]]);
  // In-memory sheets don't update formulas, so the test supplies one that refers to the moved checkbox.
  const formulas = laid.formulaOf;
  Object.assign(laid, {
    formulaOf: (tab: string, row: number, column: number) =>
      column === SEEN ? "='Mine and Today'!$C$20" : formulas(tab, row, column),
  });
  run(content({ rows: [...later, row('overdue', { firstSeen: NOW + 2 * HOUR })], now: NOW + 2 * HOUR }));
  // This run's findings are new, because no user has seen them.
  expect(news()).toBe('1 new finding since Mar 10, 1:00 PM. Check to mark as seen.');
  expect(written()).toContainEqual([TODAY, 20, 3, 1, 1]);
  expect(laid.cells.get(TODAY)![19]![2]).toBe(false);
});

test('a deleted Today is only recreated on request', () => {
  run();
  laid.remove(TODAY);
  run();
  expect([laid.idOf(TODAY), laid.writes]).toEqual([undefined, []]);
  makeToday({ laid, document }, content());
  expect(laid.cells.get(TODAY)!.length).toBeGreaterThan(30);
  laid.remove(TODAY);
  forgetToday(document);
  expect(document.all()).toEqual({});
  run();
  expect(laid.idOf(TODAY)).toBeDefined();
});

test("a deleted hidden sheet is recreated, and user cells next to the add-on's are kept", () => {
  run();
  const before = structuredClone(laid.cells.get(TODAY)!);
  laid.remove(TODAY_DATA);
  for (const line of laid.cells.get(TODAY)!)
    line.forEach((cell, column) => {
      if (String(cell).startsWith('=')) line[column] = '#REF!';
    });
  laid.write(TODAY, 3, 9, [['my note']]);
  run();
  expect(laid.cells.get(TODAY)!.map((line) => line.slice(0, 8))).toEqual(before);
  expect(laid.cells.get(TODAY)![2]![8]).toBe('my note');
  expect(laid.cells.get(TODAY_DATA)!.length).toBeGreaterThan(10);
  expect(laid.charts).toHaveLength(3);
});
