/** Detects formulas that may spill, by their functions. */
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
])('%s may spill into the cells below', (formula) => {
  expect(canSpill(formula)).toBe(true);
});

test.each(['', '=A1*2', '=SUM(A:A)', '=MYFILTER(A1)', '=SORTED(A1)', '=CHOOSE(1,A1)', '=FILTER', '=MARKET'])(
  '%s does not spill',
  (formula) => {
    expect(canSpill(formula)).toBe(false);
  },
);

describe('a cell is spilled', () => {
  const SPILL = '=SORT(A:A)';
  const OWN = '=A1*2';

  /** A column's lines from top to bottom; lines that start with `=` are formulas. */
  const spilled = (lines: readonly string[], index: number) =>
    isSpilled(
      lines.map((line) => ['x', line]),
      lines.map((line) => ['=SORT(B:B)', line.startsWith('=') ? line : '']),
      index,
      1,
    );

  test.each<[string, readonly string[], number, boolean]>([
    ['right below a spilling formula', [SPILL, 'a'], 1, true],
    ['further below a spilling formula', ['head', SPILL, 'a', 'b', 'c'], 4, true],
    ['not below another formula', [OWN, 'a'], 1, false],
    ['not below a gap', [SPILL, 'a', '', 'b'], 3, false],
    ['when blank, right below a spilling formula', [SPILL, '', 'b'], 1, true],
    ['not if it contains the formula', [SPILL, 'a'], 0, false],
    ['not if it contains another formula', [SPILL, OWN], 1, false],
    ['not below formulas in every row', [SPILL, SPILL, 'a'], 2, false],
    ['not below a spilling formula that follows another formula', [OWN, SPILL, 'a'], 2, false],
    ['not without a formula above', ['a', 'b'], 1, false],
    ['not in the first row', ['a'], 0, false],
  ])('%s', (_, lines, index, expected) => {
    expect(spilled(lines, index)).toBe(expected);
  });
});
