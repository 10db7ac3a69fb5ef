/** Between two changed rows, what the user did in our columns stays. */
import { expect, test } from 'vitest';
import { blocksOf } from '../../src/tables/blocks.ts';
import type { Edit } from '../../src/tables/diff.ts';
import { fillerOf } from '../../src/tables/filler.ts';
import { type PaperSheet, paperSheet } from './paper-book.ts';

const HEADER = ['Title', 'Price', 'Row key'];
const ROWS = [
  ['one', 1, 'k1'],
  ['two', 2, 'k2'],
  ['three', 3, 'k3'],
];

const PLACES = new Map([
  ['title', 1],
  ['price', 2],
  ['rowKey', 3],
]);
const read = (sheet: PaperSheet) => ({ cells: sheet.read(), places: PLACES });

const edit = (row: number, column: number, cell: string | number): Edit => ({
  row,
  column,
  cell,
  format: column === 1 ? '@' : '#,##0.00',
});

/** Changes the first and the third row of a sheet whose second row is the user's to touch. */
function changeAround(column: number, middle: { formula?: string; format: string }) {
  const sheet = paperSheet('Orders', [HEADER, ...ROWS]);
  sheet.formats = [HEADER, ...ROWS].map(() => ['@', '#,##0.00', '@']);
  sheet.formats[2]![column - 1] = middle.format;
  if (middle.formula) sheet.formulas.set(`3 ${column}`, middle.formula);
  const edits = [edit(2, column, column === 1 ? 'uno' : 10), edit(4, column, column === 1 ? 'tres' : 30)];
  return blocksOf(edits, fillerOf(sheet, read(sheet)));
}

test.each([
  ['a formula', 2, { formula: '=B2*2', format: '#,##0.00' }],
  ['a text that is not plain text any more', 1, { format: 'General' }],
])('%s parts the blocks', (_, column, middle) => {
  expect(changeAround(column, middle).map(({ row, values }) => [row, values.length])).toEqual([
    [2, 1],
    [4, 1],
  ]);
});

test('a number format of their own is written as it was', () => {
  expect(changeAround(2, { format: '0.000 "EUR"' })).toEqual([
    { row: 2, column: 2, values: [[10], [2], [30]], formats: [['#,##0.00'], ['0.000 "EUR"'], ['#,##0.00']] },
  ]);
});

test('a changed row beside a formula in the next column is written without it', () => {
  const sheet = paperSheet('Orders', [HEADER, ...ROWS]);
  sheet.formats = [HEADER, ...ROWS].map(() => ['@', '#,##0.00', '@']);
  sheet.formulas.set('2 2', '=1+1');
  const edits = [edit(2, 1, 'uno'), edit(3, 2, 20)];
  const blocks = blocksOf(edits, fillerOf(sheet, read(sheet)));
  expect(blocks).toEqual(
    expect.arrayContaining([
      { row: 2, column: 1, values: [['uno']], formats: [['@']] },
      { row: 3, column: 1, values: [['two', 20]], formats: [['@', '#,##0.00']] },
    ]),
  );
  expect(blocks).toHaveLength(2);
});
