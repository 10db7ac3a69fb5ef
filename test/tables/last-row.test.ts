/** New rows are added below all user cells, except spilled formula results. */
import { expect, test } from 'vitest';
import type { Cell } from '../../src/tables/cells.ts';
import { lastRow } from '../../src/tables/last-row.ts';
import { inMemorySheet } from '../support/in-memory-book.ts';

const POSITIONS = new Map([
  ['name', 1],
  ['rowKey', 2],
]);
const OURS: readonly Cell[][] = [
  ['Name', 'Row key', 'Mine'],
  ['a', 'A', ''],
  ['b', 'B', ''],
];

function lastOf(more: readonly Cell[][], formulas: Readonly<Record<string, string>> = {}, own: Cell[] = []) {
  const sheet = inMemorySheet(
    'Orders',
    [...OURS, ...more].map((row) => [...row]),
  );
  own.forEach((cell, index) => {
    sheet.cells[index + 1]![2] = cell;
  });
  for (const [position, formula] of Object.entries(formulas)) sheet.formulas.set(position, formula);
  return lastRow(sheet, { cells: sheet.read(), positions: POSITIONS }, 1);
}

test.each([
  ['nothing below our rows', [], 3],
  [
    'skips blank rows',
    [
      ['', '', ''],
      ['', '', ''],
    ],
    3,
  ],
  [
    "counts a user's remark",
    [
      ['', '', ''],
      ['', '', 'ask Zoe'],
    ],
    5,
  ],
  ["counts a user's total in our column", [['sum', '', '']], 4],
  [
    'skips unchecked checkboxes',
    [
      ['', '', false],
      ['', '', false],
    ],
    3,
  ],
  ['counts a checked checkbox', [['', '', true]], 4],
  ['counts FALSE in our column', [[false, '', '']], 4],
] as [string, Cell[][], number][])('%s', (_, more, expected) => {
  expect(lastOf(more)).toBe(expected);
});

const spilled = [
  ['', '', 3],
  ['', '', 4],
  ['', '', 5],
] as Cell[][];

test('skips values spilled by one formula', () => {
  expect(lastOf(spilled, { '2 3': '=ARRAYFORMULA(ROW(A2:A6))' }, [1, 2])).toBe(3);
  expect(lastOf(spilled, { '1 3': '={"Mine";ARRAYFORMULA(ROW(A2:A6))}' }, [1, 2])).toBe(3);
});

test('includes a remark below spilled values, and values without a formula above', () => {
  expect(lastOf([...spilled, ['', '', ''], ['', '', 'x']], { '2 3': '=ARRAYFORMULA(1)' }, [1, 2])).toBe(8);
  expect(lastOf(spilled, {}, [1, 2])).toBe(6);
  expect(lastOf(spilled, { '2 3': '=ARRAYFORMULA(1)' }, [1, ''])).toBe(6);
});

test("skips a user's formula that is filled down below our rows, but not text or another formula there", () => {
  const fill = { '2 3': '=R[0]C[-1]', '3 3': '=R[0]C[-1]', '4 3': '=R[0]C[-1]', '5 3': '=R[0]C[-1]' };
  const below: Cell[][] = [
    ['', '', 0],
    ['', '', 0],
  ];
  expect(lastOf(below, fill, [1, 2])).toBe(3);
  expect(lastOf([...below, ['', '', 'mine']], fill, [1, 2])).toBe(6);
  expect(lastOf(below, { ...fill, '5 3': '=SUM(R2C3:R3C3)' }, [1, 2])).toBe(5);
  // In our column, it is not ours to ignore.
  expect(lastOf([[0, '', '']], { '3 1': '=R[0]C[2]', '4 1': '=R[0]C[2]' })).toBe(4);
});

test('includes rows with a formula each', () => {
  expect(lastOf([['', '', 3]], { '2 3': '=1', '3 3': '=2', '4 3': '=3' }, [1, 2])).toBe(4);
});

test('includes text below per-row formulas and below a formula that spills nothing', () => {
  const remark: Cell[][] = [['', '', 'mine']];
  const each = { '2 3': '=ARRAYFORMULA(R[0]C[-1])', '3 3': '=ARRAYFORMULA(R[0]C[-1])' };
  expect(lastOf(remark, each, [1, 2])).toBe(4);
  expect(lastOf(remark, { '3 3': '=R[0]C[-1]*2' }, ['', 2])).toBe(4);
  expect(lastOf(remark, { '3 3': '=SORT(A2:A9)' }, ['', 2])).toBe(3);
});
