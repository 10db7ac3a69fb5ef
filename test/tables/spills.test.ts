/** Cells that a formula above fills are no person's: the kind of formula decides. */
import { describe, expect, test } from 'vitest';
import { canSpill, isSpilled } from '../../src/tables/last-row.ts';

test.each([
  '={1;2}',
  '=ARRAYFORMULA(A:A*2)',
  '=ARRAY_CONSTRAIN(A:B,2,2)',
  '=byrow(A:A,LAMBDA(x,x))',
  '=SORT(A:A)',
  '=SORTN(A:A)',
  '=IMPORTRANGE("x","y")',
  '=HSTACK(A1,B1)',
  '=VSTACK(A1,B1)',
  '=WRAPROWS(A:A,2)',
  '=CHOOSECOLS(A:B,1)',
  '=IF(A1,FILTER(A:A,B:B),"")',
  '=MARKET_ORDERS("today")',
])('%s may fill the cells below it', (formula) => {
  expect(canSpill(formula)).toBe(true);
});

test.each(['', '=A1*2', '=SUM(A:A)', '=MYFILTER(A1)', '=SORTED(A1)', '=CHOOSE(1,A1)', '=FILTER', '=MARKET'])(
  '%s may not',
  (formula) => {
    expect(canSpill(formula)).toBe(false);
  },
);

describe('a cell', () => {
  const SPILL = '=SORT(A:A)';
  const OWN = '=A1*2';

  /** Cells and formulas of a column from the top, in which a formula begins with `=`. */
  const spilled = (lines: readonly string[], index: number) =>
    isSpilled(
      lines.map((line) => ['x', line]),
      lines.map((line) => ['=SORT(B:B)', line.startsWith('=') ? line : '']),
      index,
      1,
    );

  test.each<[string, readonly string[], number, boolean]>([
    ['right below a formula that fills', [SPILL, 'a'], 1, true],
    ['further below it', ['head', SPILL, 'a', 'b', 'c'], 4, true],
    ['below another formula', [OWN, 'a'], 1, false],
    ['below a gap', [SPILL, 'a', '', 'b'], 3, false],
    ['blank and right below a formula that fills', [SPILL, '', 'b'], 1, true],
    ['that is the formula itself', [SPILL, 'a'], 0, false],
    ['with a formula of its own', [SPILL, OWN], 1, false],
    ['below the second of two such formulas, of which each row has one', [SPILL, SPILL, 'a'], 2, false],
    ['below one that stands below another one', [OWN, SPILL, 'a'], 2, false],
    ['below nothing', ['a', 'b'], 1, false],
    ['at the top', ['a'], 0, false],
  ])('%s', (_, lines, index, expected) => {
    expect(spilled(lines, index)).toBe(expected);
  });
});
