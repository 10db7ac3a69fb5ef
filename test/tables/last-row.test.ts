/** New rows go below everything of the user, but not below what a formula spills for them. */
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
  ['nothing below', [], 3],
  [
    'blank rows',
    [
      ['', '', ''],
      ['', '', ''],
    ],
    3,
  ],
  [
    'a remark of the user',
    [
      ['', '', ''],
      ['', '', 'ask Zoe'],
    ],
    5,
  ],
  ['a total of the user in our column', [['sum', '', '']], 4],
  [
    'boxes that are not ticked, which wait for rows',
    [
      ['', '', false],
      ['', '', false],
    ],
    3,
  ],
  ['a box that is ticked', [['', '', true]], 4],
  ['a false in our column', [[false, '', '']], 4],
] as [string, Cell[][], number][])('%s', (_, more, expected) => {
  expect(lastOf(more)).toBe(expected);
});

const spilled = [
  ['', '', 3],
  ['', '', 4],
  ['', '', 5],
] as Cell[][];

test('what one formula fills down does not count', () => {
  expect(lastOf(spilled, { '2 3': '=ARRAYFORMULA(ROW(A2:A6))' }, [1, 2])).toBe(3);
  expect(lastOf(spilled, { '1 3': '={"Mine";ARRAYFORMULA(ROW(A2:A6))}' }, [1, 2])).toBe(3);
});

test('a remark below the spilled ones does, and so do values without a formula above them', () => {
  expect(lastOf([...spilled, ['', '', ''], ['', '', 'x']], { '2 3': '=ARRAYFORMULA(1)' }, [1, 2])).toBe(8);
  expect(lastOf(spilled, {}, [1, 2])).toBe(6);
  expect(lastOf(spilled, { '2 3': '=ARRAYFORMULA(1)' }, [1, ''])).toBe(6);
});

test('a formula of its own in each row counts', () => {
  expect(lastOf([['', '', 3]], { '2 3': '=1', '3 3': '=2', '4 3': '=3' }, [1, 2])).toBe(4);
});

test('what is typed below formulas that each row has is no spill, nor below one that fills nothing', () => {
  const remark: Cell[][] = [['', '', 'mine']];
  const each = { '2 3': '=ARRAYFORMULA(R[0]C[-1])', '3 3': '=ARRAYFORMULA(R[0]C[-1])' };
  expect(lastOf(remark, each, [1, 2])).toBe(4);
  expect(lastOf(remark, { '3 3': '=R[0]C[-1]*2' }, ['', 2])).toBe(4);
  expect(lastOf(remark, { '3 3': '=SORT(A2:A9)' }, ['', 2])).toBe(3);
});
