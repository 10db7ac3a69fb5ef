/** Today is made once; later runs write what is otherwise behind it, and nothing on it but the box. */
import { beforeEach, expect, test } from 'vitest';
import { TODAY, TODAY_DATA } from '../../../src/insights/today/data-columns.ts';
import type { TodayFacts } from '../../../src/insights/today/today-facts.ts';
import { forgetToday, makeToday, updateToday } from '../../../src/insights/today/update-today.ts';
import { inMemoryLaidSheets } from '../../support/in-memory-laid-sheets.ts';
import { inMemoryStore } from '../../support/in-memory-store.ts';

const NOW = Date.parse('2025-03-10T12:00:00Z');
const HOUR = 3_600_000;
const NO_NEWS = { newOrders: 0, changedOrders: 0, stockToZero: 0, pricesMoved: 0 };

let laid: ReturnType<typeof inMemoryLaidSheets>;
let document: ReturnType<typeof inMemoryStore>;
beforeEach(() => {
  laid = inMemoryLaidSheets();
  document = inMemoryStore();
});

const COLUMNS = ['rank', 'atRisk', 'counted', 'label', 'what', 'hoursLeft', 'kind', 'state', 'late'];

function facts(others: Partial<TodayFacts> = {}): TodayFacts {
  return {
    findings: { name: 'Findings', id: 7, positions: new Map(COLUMNS.map((id, index) => [id, index + 1])) },
    kinds: ['void-soon', 'no-hours', 'cannot-ship', 'mismatch', 'out-of-stock', 'ads-without-stock', 'late-data'],
    tables: [{ label: 'Orders', asOf: NOW, allowed: 2 }],
    orders: [{ day: '2025-03-10', orders: 3, value: 12.5 }],
    ads: [{ day: '2025-03-09', spend: 4, acos: undefined }],
    voidsAt: [NOW + HOUR, NOW + 2 * HOUR],
    clocks: undefined,
    newsSince: () => NO_NEWS,
    ...others,
  };
}

const run = (given = facts(), now = NOW) => {
  laid.writes.length = 0;
  updateToday({ laid, document, now, zone: 'UTC' }, given);
};
const written = () =>
  laid.writes.map(({ tab, row, column, contents }) => [tab, row, column, contents.length, contents[0]!.length]);

test('both sheets are made by the first run, and no cell is written by one that finds the same', () => {
  run();
  expect([...laid.layouts.keys()].sort()).toEqual([TODAY, TODAY_DATA]);
  expect(laid.layouts.get(TODAY)!.charts).toHaveLength(3);
  run();
  expect(laid.writes).toEqual([]);
  run(facts({ tables: [{ label: 'Orders', asOf: NOW + HOUR, allowed: 2 }] }), NOW + HOUR);
  expect(written()).toEqual([[TODAY_DATA, 1, 2, 31, 1]]);
});

test('only the columns that differ are written, and times that are no more are blanked', () => {
  run();
  run(
    facts({
      orders: [{ day: '2025-03-10', orders: 4, value: 20 }],
      voidsAt: [NOW + HOUR],
    }),
  );
  expect(written()).toEqual([
    [TODAY_DATA, 1, 6, 31, 4],
    [TODAY_DATA, 3, 13, 1, 1],
  ]);
  expect(laid.writes[1]!.contents).toEqual([['']]);
});

test('formulas are written again where Findings stands otherwise, and the box is still known', () => {
  run();
  const before = laid.formulaOf(TODAY_DATA, 2, 35);
  expect(before).toBe(`='Today'!$A$${laid.layouts.get(TODAY)!.checkbox!.row}`);
  laid.write(TODAY_DATA, 2, 35, [["='Today'!$B$99"]]);
  const { findings } = facts();
  run(facts({ findings: { ...findings, id: 8 } }));
  expect(laid.formulaOf(TODAY_DATA, 2, 35)).toBe("='Today'!$B$99");
  expect(laid.formulaOf(TODAY_DATA, 2, 33)).toBe('="#gid=8&range=A"');
  expect(laid.writes.every(({ tab }) => tab === TODAY_DATA)).toBe(true);
});

test('what is new counts since the box was ticked, wherever it stands now', () => {
  const asked: number[] = [];
  const listening = facts({
    newsSince: (seen) => {
      asked.push(seen);
      return NO_NEWS;
    },
  });
  run(listening);
  run(listening, NOW + HOUR);
  laid.write(TODAY_DATA, 2, 35, [[true]]);
  // In memory no formula is computed: the cell has the value, and this says what the formula is.
  const formulas = laid.formulaOf;
  Object.assign(laid, {
    formulaOf: (tab: string, row: number, column: number) =>
      column === 35 ? "='Mine and Today'!$C$20" : formulas(tab, row, column),
  });
  run(listening, NOW + 2 * HOUR);
  // The run that finds the tick tells what it has brought itself: nobody has seen that.
  expect(asked).toEqual([NOW, NOW, NOW + HOUR]);
  expect(written()).toContainEqual([TODAY, 20, 3, 1, 1]);
  expect(laid.cells.get(TODAY)![19]![2]).toBe(false);
});

test('a sheet that somebody deleted comes back only when it is asked for', () => {
  run();
  laid.remove(TODAY);
  run();
  expect([laid.idOf(TODAY), laid.writes]).toEqual([undefined, []]);
  makeToday({ laid, document, now: NOW, zone: 'UTC' }, facts());
  expect(laid.cells.get(TODAY)!.length).toBeGreaterThan(30);
  laid.remove(TODAY);
  forgetToday(document);
  expect(document.all()).toEqual({});
  run();
  expect(laid.idOf(TODAY)).toBeDefined();
});
